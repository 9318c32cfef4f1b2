import type { Connection } from "#shared/contract/connection.ts";
import type { Departure } from "#shared/contract/departure.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { formatSpan, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { noteText, oldReplicaMs } from "./replica-messages.ts";
import {
  checkAwards,
  checkBackup,
  checkDisk,
  checkQueue,
  checkSecondCopy,
  checkWrite,
} from "./departure-checks.ts";
import type { EventCheck } from "./departure-checks.ts";

/** Beyond this the clock is worth a word (J7). */
const notableDriftMs = 2_000;

export interface CheckFacts {
  readonly event: EventDetail;
  readonly connection: Connection;
  /** Null until it was asked. */
  readonly departure: Departure | null;
  readonly sync: SyncStatus | null;
  /** The program that copies the data folder to other computers (J1). */
  readonly folderSyncedBy: string | null;
  readonly nowMs: number;
}

export const checkIcon: Readonly<Record<EventCheck["state"], IconName>> = {
  fine: "done",
  look: "look",
  stop: "stop",
  waiting: "waiting",
  running: "download",
  untried: "unknown",
};

/** The departure check. Only facts of this computer; nothing is promised beyond them. */
export function checkEvent(facts: CheckFacts): EventCheck[] {
  const { event, connection, departure, sync, nowMs } = facts;
  return [
    checkReplica(event, nowMs),
    ...checkRuns(event),
    checkCounts(event),
    departure === null ? looking("awards") : checkAwards(departure.awards),
    checkKey(connection),
    checkWrite(connection),
    checkClock(connection),
    checkZone(event),
    departure === null ? looking("disk") : checkDisk(departure.disk),
    ...checkFolder(facts.folderSyncedBy),
    departure === null ? looking("backup") : checkBackup(departure.backup, nowMs),
    ...(departure === null ? [] : checkSecondCopy(departure.secondCopy, departure.backup.mayMake)),
    sync === null ? looking("queue") : checkQueue(sync),
  ];
}

const looking = (id: EventCheck["id"]): EventCheck => ({
  id,
  state: "waiting",
  text: words.departure.looking,
});

const urgency = {
  stop: 0,
  look: 1,
  running: 2,
  waiting: 3,
  untried: 4,
  fine: 5,
} as const satisfies Record<EventCheck["state"], number>;

/** What is still open first, so that it stands in sight in a low window too. */
export const openFirst = (checks: readonly EventCheck[]): EventCheck[] =>
  checks.toSorted((one, other) => urgency[one.state] - urgency[other.state]);

/** All the checks in one answer: whether one can leave, and what is in the way. */
export interface Verdict {
  readonly isReady: boolean;
  readonly fine: number;
  readonly of: number;
  readonly text: string;
}

/** `remainingMs` is the download's, and only said where nothing but the download is open. */
export function judgeDeparture(checks: readonly EventCheck[], remainingMs: number | null): Verdict {
  const counted = checks.filter(({ state }) => state !== "untried");
  const open = counted.filter(({ state }) => state !== "fine");
  const of = counted.length;
  const fine = of - open.length;
  if (open.length === 0) {
    return { isReady: true, fine, of, text: words.departure.allFine(of, of < checks.length) };
  }
  const waitsForCopy = open.every(
    ({ id, state }) => (id === "copy" || id === "counts" || id === "awards") && isUnderWay(state),
  );
  const text = words.departure.stillOpen(open.length, of);
  return {
    isReady: false,
    fine,
    of,
    text:
      waitsForCopy && remainingMs !== null
        ? `${text} ${words.departure.thenGo(remainingMs)}`
        : text,
  };
}

const isUnderWay = (state: EventCheck["state"]): boolean =>
  state === "running" || state === "waiting";

const say = words.events.check;

function checkReplica({ download }: EventDetail, nowMs: number): EventCheck {
  const end = download.completedAtMs === null ? undefined : formatTime(download.completedAtMs);
  const base = { id: "copy", end } as const;
  // A whole copy stays whole while somebody looks again, and when that look breaks off (D3).
  if (download.completedAtMs !== null && download.state === "downloading") {
    return { ...base, state: "running", text: say.lookingAgain(download.rows) };
  }
  // Whole and yet no longer true: people registered since.
  const ageMs = download.completedAtMs === null ? 0 : nowMs - download.completedAtMs;
  if (ageMs > oldReplicaMs) {
    const text = words.departure.copyOld(download.rows, formatSpan(ageMs));
    return { ...base, state: "look", text, act: "download" };
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

/** Not among the checks where there are some. */
function checkRuns({ runs, download }: EventDetail): EventCheck[] {
  if (runs.length > 0 || download.state !== "complete") return [];
  return [{ id: "runs", state: "stop", text: words.departure.runs.none }];
}

/** Not among the checks where no such program is known. */
function checkFolder(program: string | null): EventCheck[] {
  if (program === null) return [];
  return [{ id: "folder", state: "stop", text: words.departure.folder.synced(program) }];
}

function checkCounts({ download }: EventDetail): EventCheck {
  if (download.state !== "complete") {
    return { id: "counts", state: "waiting", text: say.countsWait, end: say.waiting };
  }
  const held = download.notes.find((note) => note.code === "sweep-held");
  if (held !== undefined) {
    return { id: "counts", state: "look", text: noteText(held) ?? "", act: "sync" };
  }
  const differing = download.notes.filter((note) => note.code === "counts-differ");
  if (differing.length > 0) {
    const text = differing.map((note) => noteText(note)).join(" ");
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
  if (state === "none") return { id: "key", state: "stop", text: say.keyNone, act: "settings" };
  if (state === "key-lost") return { id: "key", state: "stop", text: say.keyLost, act: "settings" };
  if (state === "key-refused")
    return { id: "key", state: "stop", text: say.keyRefused, act: "settings" };
  if (rights.readRegistrations === "refused") {
    return { id: "key", state: "stop", text: say.keyForbidden, act: "settings" };
  }
  const name = organization?.name ?? "";
  return rights.readRegistrations === "worked"
    ? { id: "key", state: "fine", text: say.keyWorks(name) }
    : { id: "key", state: "waiting", text: say.keyAccepted(name), end: say.notYet };
}

function checkClock({ clockDriftMs }: Connection): EventCheck {
  if (clockDriftMs === null) {
    return {
      id: "clock",
      state: "waiting",
      text: say.clockUnknown,
      end: say.notYet,
      act: "download",
    };
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
