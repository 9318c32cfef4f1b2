import { memo, useEffect } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { isLocked, linesOf } from "../slots/slot-editing.ts";
import type { Editor } from "../slots/slot-editing.ts";
import { SegmentCard } from "./segment-card.tsx";
import { SegmentFooter } from "./segment-footer.tsx";
import type { SheetCommands } from "./sheet-commands.ts";
import { noWork, usePodium, workKey } from "../podium-store.ts";
import type { ActiveSlot } from "../podium-store.ts";
import { bracketPart, countRows } from "../slots/draft-sheet.ts";
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
  readonly orders: SheetCommands;
  readonly onUndo: (segment: PodiumSegment) => void;
}

/** One award segment: its places from the top, how it stands, and what to do with it at the foot. */
export const SegmentColumn = memo(function SegmentColumn({
  eventId,
  runId,
  distanceMeters,
  segment,
  editor,
  orders,
  onUndo,
}: SegmentColumnProps) {
  const { segmentId, label, depth } = segment;
  const work = usePodium((state) => state.works[workKey(runId, segmentId)] ?? noWork);
  const active = usePodium((state) =>
    state.active?.segmentId === segmentId ? state.active : null,
  );
  const lines = linesOf(runId, segment);
  const locked = isLocked(runId, segment);

  useReopened(editor, lines, active);

  const shown = withTyped(lines, active);
  const precision = precisionOf(lines.map(({ hundredths }) => hundredths));
  const { rows, hidden } = countRows(lines.length, depth);
  // Who ties at the cut stands below the last award place: the row is there once the column is open.
  const withExtra = active !== null && lines.length >= rows ? rows + 1 : rows;
  return (
    <section
      className={styles["column"]}
      data-active={active === null ? undefined : ""}
      data-state={segment.state}
      aria-label={label}
      aria-busy={work.slots !== null}
    >
      <SegmentHeader segment={segment} />
      <SegmentCard runId={runId} segment={segment} work={work} orders={orders} />
      <ol className={styles["slots"]}>
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
                isTied={bracket !== undefined}
                bracket={bracket}
                slot={linesOf(runId, active.seen ?? segment)[index] ?? null}
                isHeld={work.phase.kind !== "resting" && work.phase.kind !== "saving"}
                editor={editor}
                onUndo={() => onUndo(segment)}
              />
            );
          }
          const row = { segmentId, label, index, onOpen: editor.open };
          return slot === undefined ? (
            <EmptyRow key={index} {...row} place={index + 1} isLocked={locked} />
          ) : (
            <SlotRow
              key={index}
              {...row}
              slot={slot}
              isTied={bracket !== undefined}
              bracket={bracket}
              precision={precision}
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
      />
    </section>
  );
});

function SegmentHeader({ segment }: { readonly segment: PodiumSegment }) {
  const { segmentId, label, clock, depth } = segment;
  const openDialog = usePodium((state) => state.open);
  return (
    <button
      type="button"
      className={styles["head"]}
      title={words.podium.openSegment(label)}
      onClick={() => openDialog({ kind: "segment", segmentId })}
    >
      <span className={styles["headWords"]}>
        <bdi dir="auto" className={styles["label"]}>
          {label}
        </bdi>
        <span className={styles["clockWords"]}>{words.podium.clockAndDepth(clock, depth)}</span>
      </span>
      <Icon name="open" size={19} className={styles["headIcon"]} />
    </button>
  );
}

/** Another desk, or an undo, changed the line of the open slot: the slot shows it. */
function useReopened(editor: Editor, lines: readonly DraftSlot[], active: ActiveSlot | null): void {
  const standing = active === null ? undefined : lines[active.index];
  const isStale =
    active !== null &&
    !active.isTouched &&
    ((standing?.bib ?? "") !== active.bib || (standing?.time ?? "") !== active.time);
  useEffect(() => {
    if (isStale) editor.reopen();
  }, [isStale, editor]);
}

/** The lines, with a tie that is typed and not saved, so that its bracket is there at once. */
function withTyped(lines: readonly DraftSlot[], active: ActiveSlot | null): readonly DraftSlot[] {
  if (active === null || !active.isTouched) return lines;
  const { index, tie } = active;
  const line = lines[index];
  if (line !== undefined) return line.tie === tie ? lines : lines.with(index, { ...line, tie });
  const above = lines.at(-1);
  return tie && above !== undefined ? [...lines, { ...above, tie: true, warnings: [] }] : lines;
}

/** A bib that is typed behind the last line fills one more place once it is saved. */
const countTyped = (lines: readonly DraftSlot[], active: ActiveSlot | null): number =>
  active !== null && active.index >= lines.length && active.bib.trim() !== "" ? 1 : 0;

const placeAt = (lines: readonly DraftSlot[], index: number): number => {
  let at = index;
  while (at > 0 && lines[at]?.tie === true) at -= 1;
  return at + 1;
};
