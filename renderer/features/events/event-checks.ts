import type { Connection } from "#shared/contract/connection.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import { formatSpan, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import type { IconName } from "#renderer/ui/icon.tsx";
import { noteWords } from "./copy-words.ts";

/** Beyond this the clock is worth a word (J7). */
const notableDriftMs = 2_000;
const minuteMs = 60_000;

/** Something that can be known about an event's copy now, as a plain fact. */
export interface EventCheck {
  readonly id: "copy" | "counts" | "key" | "clock" | "backup" | "zone";
  readonly state: "fine" | "look" | "stop" | "waiting" | "running";
  readonly text: string;
  /** At the end of the line: when it was found out, or "waiting". */
  readonly end?: string | undefined;
}

export interface CheckFacts {
  readonly event: EventDetail;
  readonly connection: Connection;
  /** Undefined where this device may not know; null when there is none. */
  readonly lastBackupAtMs: number | null | undefined;
  readonly nowMs: number;
}

export const checkIcon: Readonly<Record<EventCheck["state"], IconName>> = {
  fine: "done",
  look: "look",
  stop: "stop",
  waiting: "waiting",
  running: "download",
};

/** What exists to be checked today. Only facts of this computer; nothing is promised beyond them. */
export function checkEvent({ event, connection, lastBackupAtMs, nowMs }: CheckFacts): EventCheck[] {
  return [
    checkCopy(event),
    checkCounts(event),
    checkKey(connection),
    checkClock(connection),
    checkZone(event),
    ...(lastBackupAtMs === undefined ? [] : [checkBackup(lastBackupAtMs, nowMs)]),
  ];
}

const say = words.events.check;

function checkCopy({ download }: EventDetail): EventCheck {
  const end = download.completedAtMs === null ? undefined : formatTime(download.completedAtMs);
  const base = { id: "copy", end } as const;
  // A whole copy stays whole while somebody looks again, and when that look breaks off (D3).
  if (download.completedAtMs !== null && download.state === "downloading") {
    return { ...base, state: "running", text: say.lookingAgain(download.rows) };
  }
  if (download.completedAtMs !== null && download.state !== "complete") {
    return { ...base, state: "fine", text: say.lookStopped };
  }
  switch (download.state) {
    case "absent":
      return { id: "copy", state: "waiting", text: say.absent, end: say.notYet };
    case "downloading":
      return {
        id: "copy",
        state: "running",
        text: `${say.rows(download.rows, download.expectedRows)} ${say.pages(download.pages)}`,
        end: download.remainingMs === null ? undefined : say.remaining(download.remainingMs),
      };
    case "paused":
      return { ...base, state: "look", text: say.paused(download.rows) };
    case "incomplete":
      return { ...base, state: "look", text: say.incomplete(download.rows) };
    case "complete":
      return { ...base, state: "fine", text: say.allRows(download.rows) };
  }
}

function checkCounts({ download }: EventDetail): EventCheck {
  if (download.state !== "complete") {
    return { id: "counts", state: "waiting", text: say.countsWait, end: say.waiting };
  }
  const differing = download.notes.filter((note) => note.code === "counts-differ");
  if (differing.length > 0) {
    const text = differing.map((note) => noteWords(note)).join(" ");
    return { id: "counts", state: "look", text };
  }
  const isUnknown = download.notes.some((note) => note.code === "cannot-compare");
  return {
    id: "counts",
    state: "fine",
    text: isUnknown && download.expectedRows === null ? say.countsUnknown : say.countsAgree,
  };
}

function checkKey({ state, organization, rights }: Connection): EventCheck {
  if (state === "none") return { id: "key", state: "stop", text: say.keyNone };
  if (state === "key-refused") return { id: "key", state: "stop", text: say.keyRefused };
  if (rights.readRegistrations === "refused") {
    return { id: "key", state: "stop", text: say.keyForbidden };
  }
  const name = organization?.name ?? "";
  return rights.readRegistrations === "worked"
    ? { id: "key", state: "fine", text: say.keyWorks(name) }
    : { id: "key", state: "waiting", text: say.keyAccepted(name), end: say.notYet };
}

function checkClock({ clockDriftMs }: Connection): EventCheck {
  if (clockDriftMs === null) {
    return { id: "clock", state: "waiting", text: say.clockUnknown, end: say.notYet };
  }
  const seconds = (Math.abs(clockDriftMs) / 1_000).toFixed(1);
  return Math.abs(clockDriftMs) > notableDriftMs
    ? { id: "clock", state: "look", text: say.clockWrong(seconds) }
    : { id: "clock", state: "fine", text: say.clockRight(seconds) };
}

function checkZone({ timeZone, timeZoneSource }: EventDetail): EventCheck {
  return timeZone === null
    ? { id: "zone", state: "look", text: say.zoneNone }
    : {
        id: "zone",
        state: "fine",
        text: say.zoneKnown(timeZone.replaceAll("_", " "), say.zoneFrom[timeZoneSource]),
      };
}

function checkBackup(lastAtMs: number | null, nowMs: number): EventCheck {
  return lastAtMs === null
    ? { id: "backup", state: "look", text: say.backupNone }
    : {
        id: "backup",
        state: "fine",
        text:
          nowMs - lastAtMs < minuteMs ? say.backupNow : say.backup(formatSpan(nowMs - lastAtMs)),
        end: formatTime(lastAtMs),
      };
}
