import { countOf } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";

/** The gun times of the finish log. */
export const gunWords = {
  guns: "Gun times",
  gunWaits: "not started",
  gunUnknown: "not known",
  gunAt: (time: string): string => `Gun ${time}`,
  gunUnsaved: (time: string, saving: string): string => `${time}, ${saving}`,
  gunNotSaved: "not saved yet",
  gunNow: "Start now",
  gunNowOf: (run: string): string => `Start now: ${isolated(run)}`,
  gunSet: "Set…",
  gunChange: "Change…",
  gunChangeOf: (run: string): string => `Change the gun time of ${isolated(run)}`,
  gunSetOf: (run: string): string => `Set the gun time of ${isolated(run)}`,
  gunTitle: (run: string): string => `Gun time of ${isolated(run)}`,
  gunDate: "Date",
  gunTime: "Time of day",
  gunTimeHint: "09:00:00.0",
  gunReadAs: (time: string): string => `Read as ${time}`,
  gunNot: {
    time: "Not a time yet",
    date: "Not a date yet. Write it like 2026-10-03 or 3.10.2026.",
  },
  gunNotYet: "Not a date and time yet",
  gunAhead: "in the future",
  gunUnreadable: "Write a date like 2026-10-03 and a time like 09:00:00",
  gunNoSuchTime: "Clocks were put forward over that time. Write the time they showed.",
  gunInFuture: "This is in the future. Set it all the same?",
  gunOtherDay: (day: string): string =>
    `This is another day than the run’s, ${day}. Set it all the same?`,
  gunDepends: (times: number): string =>
    `${countOf(times, "time")} of the log may depend on it: with another gun time they all change.`,
  gunNoEnter: "Enter changes nothing here. Press the button that you mean.",
  gunSave: "Set the gun time",
  gunSaving: "Setting",
  gunSetNow: "Now",
  gunClear: "Clear the gun time",
  gunSaved: (run: string): string => `Gun time of ${isolated(run)} set`,
  gunCleared: (run: string): string => `${isolated(run)} has no gun time`,
} as const;
