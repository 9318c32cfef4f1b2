import type { RefObject } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { hundredthsOfMs, showTimeIn } from "#shared/domain/podium/race-time.ts";
import type { TimeContext, TypedMoment } from "./typed-time-of-day.ts";
import type { TimeEntry } from "./use-time-entry.ts";
import { showClockTime } from "./venue-time.ts";
import styles from "../finish-side.module.css";

const longestTime = 20;

export interface TimeEntryFieldProps {
  readonly entry: TimeEntry;
  readonly text: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
}

/** Where the time of a missed press is typed. It is yellow while Enter sets it. */
export function TimeEntryField({ entry, text, inputRef, onType, onEnter }: TimeEntryFieldProps) {
  const { finishLog } = words;
  const { read, isAsked } = entry;
  const isReady = read !== null && (read.order === "between" || isAsked);
  return (
    <form
      className={styles["entry"]}
      data-ready={isReady ? "" : undefined}
      onSubmit={(event) => {
        // A tablet's own keyboard sends the form; a real Enter was taken before.
        event.preventDefault();
        onEnter();
      }}
    >
      <div className={styles["entryHead"]}>
        <label htmlFor="finish-time">{finishLog.timeLabel(entry.index)}</label>
        <span id="finish-time-hint">{finishLog.timeHint}</span>
      </div>
      <div className={styles["entryLine"]}>
        <span className={styles["field"]}>
          <input
            id="finish-time"
            ref={inputRef}
            value={text}
            placeholder={finishLog.timeEmpty}
            maxLength={longestTime}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            dir="ltr"
            aria-describedby="finish-time-hint finish-time-reading"
            onChange={(event) => onType(event.target.value)}
          />
          {isReady ? <Keycap>{words.ui.enter}</Keycap> : null}
        </span>
        {isReady && !isAsked ? (
          <button type="submit" className={styles["send"]} aria-label={finishLog.timeSet}>
            <Icon name="chosen" size={26} />
          </button>
        ) : null}
      </div>
      <div id="finish-time-reading" className={styles["reading"]} role="status">
        {text.trim() === "" ? null : <Reading entry={entry} />}
      </div>
      {isAsked ? (
        <Button keycap={words.ui.enter} onPress={onEnter}>
          {finishLog.timeAnyway}
        </Button>
      ) : null}
    </form>
  );
}

function Reading({ entry: { place, read, isAsked } }: Pick<TimeEntryFieldProps, "entry">) {
  const { finishLog } = words;
  if (read === null) return <p>{finishLog.timeUnreadable}</p>;
  const { timeZone } = place;
  const doubt = timeWarning(read, place);
  return (
    <>
      <p>
        {finishLog.timeReadAs} <b>{showRead(read, timeZone)}</b>
      </p>
      {doubt === null ? null : (
        <p className={styles["beside"]}>
          <Icon name="look" size={19} />
          <span>
            {doubt}
            {isAsked ? ` ${finishLog.timeAsked}` : ""}
          </span>
        </p>
      )}
    </>
  );
}

/** Why the time may be wrong; null where nothing speaks against it. */
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

/** A time of day has one digit behind the second, as the rows have, and more where they were typed. */
function showRead({ atMs, sinceGun }: TypedMoment, timeZone: string | null): string {
  const { finishLog } = words;
  if (sinceGun !== null) {
    return finishLog.timeSinceGun(showTimeIn(sinceGun.hundredths, "hundredths"), sinceGun.label);
  }
  return finishLog.timeOfDay(showClockTime(atMs, timeZone, atMs % 100 === 0 ? 1 : 3));
}

/** The neighbour's time in the kind that was typed, exact enough to see which one is earlier. */
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
