import { Fragment, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { hasDigit } from "#shared/domain/bibs/bib.ts";
import type { SlotWarning } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { Editor } from "./slot-editing.ts";
import { changeSlot, usePodium } from "../podium-store.ts";
import type { ActiveSlot } from "../podium-store.ts";
import { keepsRunner, LineRunnerName } from "./line-runner.tsx";
import { TimeQuestion } from "./time-question.tsx";
import {
  chooseHolder,
  loggedTime,
  otherRunWarnings,
  splitTyped,
  twiceWarnings,
} from "./draft-sheet.ts";
import type { Bracket, DraftSlot, LineRunner } from "./draft-sheet.ts";
import { Choice, Place, WarningStrips } from "./slot-parts.tsx";
import { TimeReading } from "./time-reading.tsx";
import { handleSlotKey } from "./slot-keys.ts";
import styles from "./slot.module.css";

const roster = { topics: ["roster"] } as const;

export interface SlotEditorProps {
  readonly eventId: string;
  readonly runId: string;
  readonly distanceMeters: number;
  readonly label: string;
  readonly active: ActiveSlot;
  readonly place: number;
  readonly bracket: Bracket | undefined;
  /** The line that the typed line replaces, as the person saw it; null for an empty place. */
  readonly slot: DraftSlot | null;
  /** All lines of the column. */
  readonly lines: readonly DraftSlot[];
  /** The column waits for a person's decision. */
  readonly isHeld: boolean;
  readonly editor: Editor;
}

/** The open slot, in yellow: Enter saves it. */
export function SlotEditor(props: SlotEditorProps) {
  const { eventId, runId, distanceMeters, active, slot, editor } = props;
  const bibRef = useRef<HTMLInputElement>(null);
  const timeRef = useRef<HTMLInputElement>(null);
  const rowRef = useRef<HTMLLIElement>(null);
  const bib = active.bib.trim();
  const isAsked = active.isTouched && active.chosen === null && bib !== "";
  const find = useQuery("podium.find", isAsked ? { eventId, runId, bib } : null, roster);
  const holders = find.value?.holders ?? null;
  const logged = find.value?.logged ?? null;
  const names = useNames(eventId, isAsked ? bib : "");

  useEffect(() => {
    editor.setLookup(
      isAsked && holders !== null && logged !== null ? { bib, holders, logged, names } : null,
    );
  }, [editor, isAsked, bib, holders, logged, names]);

  useSlotFocus(active, { rowRef, bibRef, timeRef });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void =>
    handleSlotKey(event, { editor, bib: bibRef.current, time: timeRef.current, active });
  const showsTime = active.asksTime || !hasKeyboard();
  const backToBib = (): void => bibRef.current?.focus();
  return (
    <li ref={rowRef} className={styles["slot"]} data-active={props.isHeld ? "held" : "ready"}>
      <div className={styles["row"]}>
        <Place place={props.place} bracket={props.bracket} />
        <span className={styles["who"]}>
          <SlotInputs
            props={props}
            bibRef={bibRef}
            timeRef={timeRef}
            showsTime={showsTime}
            isFaulty={active.fault !== null}
            onKeyDown={onKeyDown}
          />
          {showsTime && active.isTouched ? (
            <TimeReading
              time={active.time}
              distanceMeters={distanceMeters}
              onChoose={(time) => {
                editor.type({ time });
                timeRef.current?.focus();
              }}
            />
          ) : null}
          <TimeQuestion
            active={active}
            slot={slot}
            logged={loggedTime(
              logged ?? [],
              (active.chosen ?? chooseHolder(holders ?? [], runId))?.id ?? null,
            )}
            onChoose={(time) => {
              editor.answerTime(time);
              backToBib();
            }}
            onLeave={backToBib}
          />
          <LineRunnerName
            active={active}
            slot={slot}
            runId={runId}
            editor={editor}
            holders={isAsked ? holders : null}
            lookAlikes={find.value?.lookAlikes ?? []}
            names={names}
            onChoose={(runner) => {
              editor.choose(runner);
              backToBib();
            }}
          />
        </span>
        {hasKeyboard() ? null : (
          <TouchTools editor={editor} isFirst={active.index === 0} slot={slot} />
        )}
        <FaultStrip fault={active.fault} />
        <WarningStrips warnings={warningsNow(props, isAsked ? holders : null)} />
      </div>
    </li>
  );
}

/** The runners whom a text without a digit means if it is nobody's bib. Fewer letters may be the beginning of a bib. */
function useNames(eventId: string, text: string): readonly RunnerRow[] {
  const isName = text.length >= 3 && !hasDigit(text);
  const { value } = useQuery("roster.search", isName ? { eventId, text, limit: 5 } : null, roster);
  return useMemo(
    () => (value === null || value.near ? [] : value.rows.filter(({ match }) => match.name.length)),
    [value],
  );
}

/** The warnings of the saved line, or what is known of the typed one. */
function warningsNow(
  { active, slot, runId, lines, editor }: SlotEditorProps,
  holders: readonly RunnerRow[] | null,
): readonly SlotWarning[] {
  if (!active.isTouched) return slot?.warnings ?? [];
  if (active.chosen === null && keepsRunner(active, slot)) {
    return slot.warnings.filter(({ kind }) => kind === "other-run" || kind === "twice-in-segment");
  }
  const runner: LineRunner | null = active.chosen ?? chooseHolder(holders ?? [], runId);
  const placed = runner === null || editor.isRelay ? runner : { ...runner, teamId: null };
  return [...otherRunWarnings(runner, runId), ...twiceWarnings(placed, lines, active.index)];
}

interface SlotInputsProps extends Omit<SlotElements, "rowRef"> {
  readonly props: SlotEditorProps;
  readonly showsTime: boolean;
  readonly isFaulty: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function SlotInputs({
  props: { active, place, label, editor },
  bibRef,
  timeRef,
  showsTime,
  isFaulty,
  onKeyDown,
}: SlotInputsProps) {
  return (
    <span className={styles["marks"]}>
      <input
        ref={bibRef}
        data-slot-input=""
        className={styles["input"]}
        type="text"
        value={active.bib}
        maxLength={100}
        aria-label={words.podium.bibLabel(place, label)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        onFocus={() => changeSlot({ field: "bib" })}
        onChange={(event) => {
          editor.type({ bib: event.target.value });
          // After a pasted "2024 35:00", typing continues in the time field, which may already be open.
          if (splitTyped(event.target.value).time !== null) timeRef.current?.focus();
        }}
        onKeyDown={onKeyDown}
      />
      {showsTime ? (
        <input
          ref={timeRef}
          className={styles["timeInput"]}
          type="text"
          value={active.time}
          maxLength={40}
          placeholder={words.podium.timePlaceholder}
          aria-label={words.podium.timeLabel(place, label)}
          aria-invalid={isFaulty ? "true" : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="next"
          onFocus={() => changeSlot({ field: "time" })}
          onChange={(event) => editor.type({ time: event.target.value })}
          onKeyDown={onKeyDown}
        />
      ) : (
        <Keycap>{words.ui.enter}</Keycap>
      )}
    </span>
  );
}

interface SlotElements {
  readonly rowRef: RefObject<HTMLLIElement | null>;
  readonly bibRef: RefObject<HTMLInputElement | null>;
  readonly timeRef: RefObject<HTMLInputElement | null>;
}

/** Moves the focus within the open slot, and scrolls its column. */
function useSlotFocus(active: ActiveSlot, { rowRef, bibRef, timeRef }: SlotElements): void {
  const { segmentId, index } = active;
  // The bib of a slot that opens is focused and selected, so that typing replaces it. In a slot that opens again after
  // another run or screen, typing goes on in the same field, at its end (P5).
  useLayoutEffect(() => {
    const slot = usePodium.getState().active;
    const field = slot?.field === "time" ? timeRef.current : bibRef.current;
    rowRef.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    field?.focus({ preventScroll: true });
    if (slot?.isTouched === true) field?.setSelectionRange(field.value.length, field.value.length);
    else field?.select();
  }, [segmentId, index, rowRef, bibRef, timeRef]);
  // The column that loses the open slot scrolls back to its first places.
  useLayoutEffect(() => {
    const list = rowRef.current?.parentElement;
    return () => list?.scrollTo({ top: 0 });
  }, [active.segmentId, rowRef]);
  // Messages make the slot higher, and a card or a smaller window its column lower; the whole slot stays visible.
  useLayoutEffect(() => {
    const row = rowRef.current;
    if (row === null) return undefined;
    const observer = new ResizeObserver(() =>
      row.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
    const list = row.parentElement;
    for (const each of [row, list, list?.parentElement]) if (each) observer.observe(each);
    return () => observer.disconnect();
  }, [rowRef]);
  // The time field is focused when it appears in an open slot. In a slot that opens with a time, the bib keeps the focus.
  const slotKey = `${active.segmentId} ${active.index}`;
  const before = useRef({ slotKey, asksTime: active.asksTime });
  useEffect(() => {
    const { asksTime } = active;
    if (asksTime && !before.current.asksTime && before.current.slotKey === slotKey) {
      timeRef.current?.focus();
    }
    before.current = { slotKey, asksTime };
  }, [active, slotKey, timeRef]);
}

interface TouchToolsProps {
  readonly editor: Editor;
  readonly isFirst: boolean;
  /** The line on the sheet; null if there is none yet. */
  readonly slot: SlotEditorProps["slot"];
}

/** Buttons for touch screens, for what the keys do. */
function TouchTools({ editor, isFirst, slot }: TouchToolsProps) {
  const say = words.podium;
  return (
    // The field keeps the focus; the pressed button may go away.
    <span className={styles["touch"]} onMouseDownCapture={(event) => event.preventDefault()}>
      {/* First, so that it is one button at one place: each quick tap takes back a change. */}
      <IconButton icon="undo" label={words.ui.undo} onPress={editor.undo} />
      {/* The buttons of another line are other elements, so that a double tap does not press both. */}
      <Fragment key={slot?.bib ?? ""}>
        <Choice text={say.save} onPress={editor.enter} />
        {isFirst ? null : <Choice text={say.tieTouch} onPress={editor.tie} />}
        {slot !== null ? (
          <>
            <IconButton icon="up" label={say.moveUp} onPress={() => editor.move(-1)} />
            <IconButton icon="down" label={say.moveDown} onPress={() => editor.move(1)} />
            <IconButton icon="remove" label={say.removeLine} onPress={editor.remove} />
          </>
        ) : null}
      </Fragment>
    </span>
  );
}

function FaultStrip({ fault }: Pick<ActiveSlot, "fault">) {
  if (fault === null) return null;
  return (
    <span className={styles["strips"]} role="alert">
      <span className={styles["fault"]}>
        <Icon name="stop" size={19} />
        <span>{words.podium.slotFault[fault]}</span>
      </span>
    </span>
  );
}
