import { useState } from "react";
import { useSecondPress } from "#renderer/client/input/second-press.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { Run } from "#shared/contract/events.ts";
import type { StampClock } from "../stamps/stamp-clock.ts";
import { withColons, withDashes } from "./typed-time-of-day.ts";
import { venueDate } from "#shared/domain/basics/local-date.ts";
import type { ClockTimeFault } from "#shared/domain/basics/venue-time.ts";
import { readClockTime, showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-side.module.css";

export interface GunDialogProps {
  readonly eventId: string;
  readonly run: Run;
  readonly gunAtMs: number | null;
  /** Number of times in the log. If there are any, a new gun time changes results, so Enter saves nothing. */
  readonly stamps: number;
  readonly clock: StampClock;
  readonly timeZone: string | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets, changes or clears the gun time of a run, as the time of day at the venue. */
export function GunDialog(props: GunDialogProps) {
  const { run, stamps, timeZone, onClose } = props;
  const { finishLog } = words;
  const form = useGunForm(props);
  return (
    <Dialog
      isAlert={form.isCareful}
      title={finishLog.gunTitle(run.label)}
      onClose={onClose}
      actions={<GunActions form={form} onClose={onClose} />}
    >
      {form.isCareful ? (
        <Notice tone="look" title={finishLog.gunDepends(stamps)}>
          <p>{finishLog.gunNoEnter}</p>
        </Notice>
      ) : null}
      <GunFields form={form} timeZone={timeZone} />
      {form.doubt === null ? null : <Notice tone="look" title={form.doubt} />}
      <FailureNotice failure={form.failure} />
      <p className="quiet">
        {clockZone(timeZone)} {finishLog.spaceHere}
      </p>
    </Dialog>
  );
}

/** The texts of the dialog, how they are read, and its commands. */
type GunForm = ReturnType<typeof useGunForm>;

function useGunForm(props: GunDialogProps) {
  const { eventId, run, gunAtMs, stamps, clock, timeZone, onDone } = props;
  const { finishLog } = words;
  const set = useCommand("gun.set");
  const [date, setDate] = useState(() =>
    gunAtMs === null ? run.date : venueDate(gunAtMs, timeZone),
  );
  const [time, setTime] = useState(() =>
    gunAtMs === null ? (run.startTime ?? "") : showClockTime(gunAtMs, timeZone, 3),
  );
  const read = readClockTime(withDashes(date), withColons(time), timeZone);
  const { isRefused, doubt, press } = useGunDoubt(props, `${date} ${time}`);
  const isCareful = gunAtMs !== null && stamps > 0;
  // Here no key asks for it, and the button is not ready: the field says at once what it needs.
  const isFault = isRefused || isCareful;

  async function keep(atMs: number | null): Promise<void> {
    const reply = await set.run({ eventId, runId: run.id, atMs });
    if (reply?.ok !== true) return;
    showToast(
      "done",
      atMs === null ? finishLog.gunCleared(run.label) : finishLog.gunSaved(run.label),
    );
    onDone();
  }
  return {
    date,
    setDate,
    time,
    setTime,
    /** Null: the texts are no date and time. */
    atMs: read.ok ? read.value : null,
    fault: isFault && !read.ok ? faultOf(read.error.code) : undefined,
    doubt,
    isCareful,
    isBusy: set.isBusy,
    failure: set.error,
    save(): void {
      const atMs = press(read);
      if (atMs !== null) void keep(atMs);
    },
    /** Null: the run has no gun time. */
    clear: gunAtMs === null ? null : () => void keep(null),
    fillNow(): void {
      const atMs = clock.at(performance.now());
      setDate(venueDate(atMs, timeZone));
      setTime(showClockTime(atMs, timeZone, 3));
    },
  };
}

/** Remembers the date and time that a press did not set: unreadable, or in doubt (P11). */
function useGunDoubt(
  { run, clock, timeZone }: Pick<GunDialogProps, "run" | "clock" | "timeZone">,
  typed: string,
) {
  const refused = useSecondPress();
  const [doubt, setDoubt] = useState<string | null>(null);
  const isRefused = refused.isAsked(typed);
  return {
    isRefused,
    /** Null: a person is asked nothing. */
    doubt: isRefused ? doubt : null,
    /** The moment to set; null if the texts are no moment, or a person is asked once more. */
    press(read: ReturnType<typeof readClockTime>): number | null {
      const nowMs = clock.at(performance.now());
      const why = read.ok ? doubtOf(read.value, nowMs, { run, timeZone }) : null;
      if (read.ok && (why === null || refused.isAnswered(typed))) return read.value;
      if (!isRefused) {
        refused.ask(typed);
        setDoubt(why);
      }
      return null;
    },
  };
}

/**
 * Why a person is asked once more about a gun time (P11); null if nothing speaks against it. With a slip in the date every
 * time of the run is wrong by days.
 */
function doubtOf(
  atMs: number,
  nowMs: number,
  { run, timeZone }: Pick<GunDialogProps, "run" | "timeZone">,
): string | null {
  if (atMs > nowMs) return words.finishLog.gunInFuture;
  const day = venueDate(atMs, timeZone);
  const isOfRace = day === run.date || day === venueDate(nowMs, timeZone);
  return isOfRace ? null : words.finishLog.gunOtherDay(run.date);
}

const faultOf = (code: ClockTimeFault): string =>
  code === "no-such-time" ? words.finishLog.gunNoSuchTime : words.finishLog.gunUnreadable;

/** Says which clock the times are from. */
export const clockZone = (timeZone: string | null): string =>
  timeZone === null
    ? words.finishLog.clockHere
    : words.finishLog.clockZone(timeZone.replaceAll("_", " "));

interface GunActionsProps extends Pick<GunDialogProps, "onClose"> {
  readonly form: GunForm;
}

function GunActions({ form, onClose }: GunActionsProps) {
  const { finishLog, ui } = words;
  const { isBusy, save, clear } = form;
  const verb = form.doubt === null ? finishLog.gunSave : finishLog.timeAnyway;
  const notYet = form.atMs === null ? finishLog.gunNotYet : undefined;
  return (
    <>
      {form.isCareful ? (
        <Button size="l" isBusy={isBusy} notYet={notYet} onPress={save}>
          {verb}
        </Button>
      ) : (
        <BigButton
          busy={isBusy ? finishLog.gunSaving : undefined}
          notYet={notYet}
          onNotYet={save}
          onPress={save}
        >
          {verb}
        </BigButton>
      )}
      {clear === null ? null : (
        <Button size="l" kind="quiet" isBusy={isBusy} onPress={clear}>
          {finishLog.gunClear}
        </Button>
      )}
      <Button size="l" kind="quiet" onPress={onClose}>
        {ui.cancel}
      </Button>
    </>
  );
}

/** An empty field says nothing yet. */
const isDate = (text: string): boolean =>
  text.trim() === "" || readClockTime(withDashes(text), "12:00", "UTC").ok;

/** How a date is read that is typed in another form, or how to write one. */
function dateNote(date: string): Note | undefined {
  const { gunNot, gunReadAs } = words.finishLog;
  if (!isDate(date)) return { tone: "look", text: gunNot.date };
  const read = withDashes(date);
  return read === date.trim() ? undefined : { tone: "done", text: gunReadAs(read) };
}

/** Why date and time are no moment, if the time is the reason. */
function noTimeNote(date: string, time: string): Note | undefined {
  const { gunNot, gunNoSuchTime } = words.finishLog;
  if (time.trim() === "") return undefined;
  if (!readClockTime("2000-01-01", withColons(time), "UTC").ok)
    return { tone: "look", text: gunNot.time };
  const isSkipped = date.trim() !== "" && isDate(date);
  return isSkipped ? { tone: "look", text: gunNoSuchTime } : undefined;
}

/** What is typed first replaces the proposed time. */
const selectText = (field: HTMLInputElement | null): void => field?.select();

interface GunFieldsProps extends Pick<GunDialogProps, "timeZone"> {
  readonly form: GunForm;
}

function GunFields({ form, timeZone }: GunFieldsProps) {
  const { date, time, atMs } = form;
  const { finishLog } = words;
  const decimals = atMs !== null && atMs % 100 !== 0 ? 3 : 1;
  return (
    <div className={styles["gunFields"]}>
      <BeingSaved value={form.isBusy}>
        <TextField
          label={finishLog.gunDate}
          note={dateNote(date)}
          value={date}
          onChange={form.setDate}
          maxLength={10}
        />
        <TextField
          label={finishLog.gunTime}
          hint={atMs === null ? finishLog.gunTimeHint : undefined}
          note={
            atMs === null
              ? noTimeNote(date, time)
              : {
                  tone: "done",
                  text: finishLog.gunReadAs(showClockTime(atMs, timeZone, decimals)),
                }
          }
          value={time}
          onChange={form.setTime}
          error={form.fault}
          autoFocus
          inputRef={selectText}
          maxLength={12}
        />
      </BeingSaved>
      <Button icon="waiting" onPress={form.fillNow}>
        {finishLog.gunSetNow}
      </Button>
    </div>
  );
}
