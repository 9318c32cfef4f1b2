import { memo, useEffect, useRef } from "react";
import type { RefObject } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { linesOf } from "../slots/open-slot.ts";
import type { Editor } from "../slots/slot-editing.ts";
import { SegmentCard } from "./segment-card.tsx";
import { SegmentFooter } from "./segment-footer.tsx";
import type { SheetCommands } from "./sheet-commands.ts";
import { isHeld, isLocked, noWork, openDialog, usePodium, workKey } from "../podium-store.ts";
import type { ActiveSlot } from "../podium-store.ts";
import { bracketPart, countRows, isEmptied } from "../slots/draft-sheet.ts";
import type { DraftSlot } from "../slots/draft-sheet.ts";
import { SlotEditor } from "../slots/slot-editor.tsx";
import { EmptyRow, SlotRow } from "../slots/slot-row.tsx";
import styles from "./board.module.css";

export interface SegmentColumnProps {
  readonly eventId: string;
  readonly runId: string;
  readonly distanceMeters: number;
  readonly segment: PodiumSegment;
  readonly editor: Editor;
  readonly commands: SheetCommands;
}

/** The column of a segment: its places, its state, and the button for the next step. */
export const SegmentColumn = memo(function SegmentColumn(props: SegmentColumnProps) {
  const { eventId, runId, distanceMeters, segment, editor, commands } = props;
  const { segmentId, label, depth } = segment;
  const work = usePodium((state) => state.works[workKey(runId, segmentId)] ?? noWork);
  const active = usePodium((state) =>
    state.active?.segmentId === segmentId ? state.active : null,
  );
  const lines = linesOf(runId, segment);
  const locked = isLocked(runId, segment);

  const listRef = useChangedShown(segment, active !== null);
  useReopened(editor, lines, active);

  const shown = withTyped(lines, active);
  const precision = precisionOf(lines.map(({ hundredths }) => hundredths));
  const { rows, hidden } = countRows(lines.length, depth);
  // One row below the last award place, for a runner who ties at that place.
  const withExtra = active !== null && lines.length >= rows ? rows + 1 : rows;
  return (
    <section
      className={styles["column"]}
      data-active={active === null ? undefined : ""}
      data-held={isHeld(work) ? "" : undefined}
      data-state={segment.state}
      aria-label={label}
      aria-busy={work.slots !== null}
    >
      <SegmentHeader segment={segment} />
      <SegmentCard segment={segment} work={work} commands={commands} />
      <ol ref={listRef} className={styles["slots"]}>
        {Array.from({ length: Math.max(withExtra, shown.length) }, (_, index) => {
          const slot = shown[index];
          const bracket = bracketPart(shown, index);
          if (active?.index === index) {
            return (
              <SlotEditor
                key="active"
                eventId={eventId}
                runId={runId}
                distanceMeters={distanceMeters}
                label={label}
                active={active}
                place={placeAt(shown, index)}
                bracket={bracket}
                slot={linesOf(runId, active.seen ?? segment)[index] ?? null}
                lines={lines}
                isHeld={isHeld(work)}
                editor={editor}
              />
            );
          }
          const row = { segmentId, label, index };
          return slot === undefined ? (
            <EmptyRow key={index} {...row} onOpen={locked ? null : editor.open} />
          ) : (
            <SlotRow
              key={index}
              {...row}
              slot={slot}
              bracket={bracket}
              precision={precision}
              onOpen={editor.open}
            />
          );
        })}
        {hidden > 0 ? <li className={styles["more"]}>{words.podium.morePlaces(hidden)}</li> : null}
      </ol>
      <SegmentFooter
        segment={segment}
        work={work}
        isActive={active !== null}
        filled={lines.length + countTyped(lines, active)}
        isTyped={active?.isTouched === true}
        onSaveTyped={editor.enter}
      />
    </section>
  );
});

function SegmentHeader({ segment }: { readonly segment: PodiumSegment }) {
  const { segmentId, label, clock, depth } = segment;
  return (
    <button
      type="button"
      className={styles["head"]}
      title={words.podium.openSegment(label)}
      onClick={() => openDialog({ kind: "segment", segmentId })}
    >
      <span className="stack">
        <bdi dir="auto" className={styles["label"]}>
          {label}
        </bdi>
        <span className={styles["clockWords"]}>{words.podium.clockAndDepth(clock, depth)}</span>
      </span>
      <Icon name="open" size={19} className={styles["headIcon"]} />
    </button>
  );
}

/** Reopens the open slot if an undo or another desk changed its line, or took away lines before it. */
function useReopened(editor: Editor, lines: readonly DraftSlot[], active: ActiveSlot | null): void {
  const saved = active === null ? undefined : lines[active.index];
  const isStale =
    active !== null &&
    !active.isTouched &&
    (active.index > lines.length ||
      (saved?.bib ?? "") !== active.bib ||
      (saved?.time ?? "") !== active.time ||
      (saved?.tie ?? false) !== active.tie);
  useEffect(() => {
    if (isStale) editor.reopen();
  }, [isStale, editor]);
}

/** After a change of an announced sheet, the line that was typed last is in sight, below the card about the change. */
function useChangedShown(
  { segmentId, state, revision }: PodiumSegment,
  isOpen: boolean,
): RefObject<HTMLOListElement | null> {
  const listRef = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { explained } = usePodium.getState();
    const list = listRef.current;
    if (list === null || isOpen || state !== "changed" || explained?.segmentId !== segmentId)
      return;
    const row = list.children[explained.index];
    if (!(row instanceof HTMLElement)) return;
    list.scrollTo({ top: row.offsetTop + row.offsetHeight - list.clientHeight });
  }, [segmentId, state, revision, isOpen]);
  return listRef;
}

/** The lines with the unsaved tie of the open slot, so that its bracket is shown at once. */
function withTyped(lines: readonly DraftSlot[], active: ActiveSlot | null): readonly DraftSlot[] {
  if (active === null || !active.isTouched) return lines;
  const { index, tie } = active;
  const line = lines[index];
  if (line !== undefined) return line.tie === tie ? lines : lines.with(index, { ...line, tie });
  const above = lines.at(-1);
  return tie && above !== undefined ? [...lines, { ...above, tie: true, warnings: [] }] : lines;
}

/** A bib typed, or a runner chosen, after the last line will fill one more place. */
const countTyped = (lines: readonly DraftSlot[], active: ActiveSlot | null): number =>
  active !== null && active.index >= lines.length && !isEmptied(active) ? 1 : 0;

/** Lines that tie share the place of the first of them. */
const placeAt = (lines: readonly DraftSlot[], index: number): number => {
  let at = index;
  while (at > 0 && lines[at]?.tie === true) at -= 1;
  return at + 1;
};
