import type { RefObject } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { hundredthsOfMs, showTimeIn } from "#shared/domain/podium/race-time.ts";
import { EntryForm, SendButton } from "./entry-form.tsx";
import type { TimeContext, TypedMoment } from "./typed-time-of-day.ts";
import type { TimeEntry } from "./use-time-entry.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-side.module.css";

const longestTime = 20;

export interface TimeEntryFieldProps {
  readonly entry: TimeEntry;
  readonly text: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
}

/** The field for the time of a missed press. */
export function TimeEntryField({ entry, text, inputRef, onType, onEnter }: TimeEntryFieldProps) {
  const { finishLog } = words;
  const { read, isAsked } = entry;
  const isReady = read !== null && (read.order === "between" || isAsked);
  return (
    <EntryForm
      id="finish-time"
      label={finishLog.timeLabel(entry.index)}
      hint={finishLog.timeHint}
      inputRef={inputRef}
      isReady={isReady}
      value={text}
      placeholder={finishLog.timeEmpty}
      maxLength={longestTime}
      dir="ltr"
      aria-describedby="finish-time-hint finish-time-reading"
      onType={onType}
      onEnter={onEnter}
      button={isReady && !isAsked ? <SendButton label={finishLog.timeSet} /> : null}
    >
      <div id="finish-time-reading" className={styles["reading"]} role="status">
        {text.trim() === "" ? null : <Reading entry={entry} />}
      </div>
      {isAsked ? (
        <Button keycap={words.ui.enter} onPress={onEnter}>
          {finishLog.timeAnyway}
        </Button>
      ) : null}
    </EntryForm>
  );
}

function Reading({ entry: { context, read, isAsked } }: Pick<TimeEntryFieldProps, "entry">) {
  const { finishLog } = words;
  if (read === null) return <p>{finishLog.timeUnreadable}</p>;
  const { timeZone } = context;
  const warning = timeWarning(read, context);
  return (
    <>
      <p>
        {finishLog.timeReadAs} <b>{showRead(read, timeZone)}</b>
      </p>
      {warning === null ? null : (
        <p className={styles["beside"]}>
          <Icon name="look" size={19} />
          <span>
            {warning}
            {isAsked ? ` ${finishLog.timeAsked}` : ""}
          </span>
        </p>
      )}
    </>
  );
}

/** Why the time may be wrong; null if it fits its neighbours. */
function timeWarning(
  read: TypedMoment,
  { aboveMs, belowMs, timeZone }: TimeContext,
): string | null {
  const { finishLog } = words;
  switch (read.order) {
    case "between":
      return null;
    case "early":
      return finishLog.timeEarly(showBeside(aboveMs ?? 0, read, timeZone));
    case "late":
      return finishLog.timeLate(showBeside(belowMs ?? 0, read, timeZone));
    case "before-gun":
      return finishLog.timeBeforeGun;
  }
}

/** A time of day has one decimal, as in the rows, or three if more were typed. */
function showRead({ atMs, sinceGun }: TypedMoment, timeZone: string | null): string {
  const { finishLog } = words;
  if (sinceGun !== null) {
    return finishLog.timeSinceGun(showTimeIn(sinceGun.hundredths, "hundredths"), sinceGun.label);
  }
  return finishLog.timeOfDay(showClockTime(atMs, timeZone, atMs % 100 === 0 ? 1 : 3));
}

/** The neighbour's time in the form of the typed time, precise enough to see which one is earlier. */
function showBeside(
  besideMs: number,
  { atMs, sinceGun }: TypedMoment,
  timeZone: string | null,
): string {
  if (sinceGun === null) return showClockTime(besideMs, timeZone, 3);
  const gunAtMs = atMs - sinceGun.hundredths * 10;
  const hundredths = hundredthsOfMs(besideMs - gunAtMs);
  return hundredths < 0
    ? showClockTime(besideMs, timeZone, 3)
    : showTimeIn(hundredths, "hundredths");
}
