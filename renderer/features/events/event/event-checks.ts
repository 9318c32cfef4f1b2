import type { Connection } from "#shared/contract/connection.ts";
import type { Departure } from "#shared/contract/departure.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { formatSpan, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { noteText, oldReplicaMs } from "./replica-messages.ts";
import {
  checkAwards,
  checkBackup,
  checkCancellations,
  checkDisk,
  checkLooks,
  checkQueue,
  checkDesks,
  checkJournalMirror,
  checkWrite,
} from "./departure-checks.ts";
import type { EventCheck } from "./departure-checks.ts";

/** A larger clock drift is a warning (J7). */
const notableDriftMs = 2_000;

export interface CheckFacts {
  readonly event: EventDetail;
  readonly connection: Connection;
  /** Null until the query answers. */
  readonly departure: Departure | null;
  readonly sync: SyncStatus | null;
  /** The program that synchronizes the data folder with other computers (J1); null if none is known. */
  readonly folderSyncedBy: string | null;
  readonly nowMs: number;
}

/** The departure check: whether this computer has what it needs to work without the network. */
export function checkEvent(facts: CheckFacts): EventCheck[] {
  const { event, connection, departure, sync, nowMs } = facts;
  return [
    checkReplica(event, nowMs),
    ...checkRuns(event),
    checkCounts(event),
    departure === null ? looking("awards") : checkAwards(departure.awards),
    checkKey(connection, event),
    checkWrite(connection),
    checkClock(connection),
    checkZone(event),
    departure === null ? looking("disk") : checkDisk(departure.disk),
    ...checkFolder(facts.folderSyncedBy),
    departure === null ? looking("backup") : checkBackup(departure.backup, event.download, nowMs),
    ...(departure === null
      ? []
      : checkJournalMirror(departure.journalMirror, departure.backup.mayMake)),
    ...(departure === null ? [] : checkDesks(departure.desks)),
    sync === null ? looking("queue") : checkQueue(sync),
    ...(departure === null ? [] : checkCancellations(departure)),
  ];
}

const looking = (id: EventCheck["id"]): EventCheck => ({
  id,
  state: "waiting",
  text: words.departure.looking,
});

const states = Object.keys(checkLooks);

/** Sorts open checks first, so that they are visible in a low window too. */
export const openFirst = (checks: readonly EventCheck[]): EventCheck[] =>
  checks.toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state));

/** The result of all checks. */
export interface Verdict {
  readonly isReady: boolean;
  readonly fine: number;
  readonly of: number;
  readonly text: string;
}

/**
 * `of` is the number of lines on the screen. `remainingMs`: of the download; shown only if all open checks wait for the
 * download.
 */
export function judgeDeparture(checks: readonly EventCheck[], remainingMs: number | null): Verdict {
  const fine = checks.filter(({ state }) => state === "fine").length;
  const open = checks.filter(({ state }) => state !== "fine" && state !== "untried");
  const of = checks.length;
  if (open.length === 0) {
    return { isReady: true, fine, of, text: words.departure.allFine(fine, of) };
  }
  const waitsForCopy = open.every(
    ({ id, state }) => (id === "copy" || id === "counts" || id === "awards") && isUnderWay(state),
  );
  const text = words.departure.stillOpen({ open: open.length, fine, of });
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
  // A complete replica stays complete during another download, and after that download fails (D3).
  if (download.completedAtMs !== null && download.state === "downloading") {
    const text = say.lookingAgain(download.rows);
    return { ...base, end: downloadEnd(download), state: "running", text };
  }
  // An old replica misses the people who registered since.
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
        end: downloadEnd(download),
      };
    case "paused":
      return { ...base, state: "look", text: say.paused(download.rows) };
    case "incomplete":
      return { ...base, state: "look", text: say.incomplete(download.rows) };
    case "complete":
      return { ...base, state: "fine", text: say.allRows(download.rows) };
  }
}

/** While it downloads, a note says why a request failed or waits. A complete copy shows of when it is. */
export function downloadEnd({
  completedAtMs,
  remainingMs,
  notes,
}: Pick<EventDetail["download"], "completedAtMs" | "remainingMs" | "notes">): string | undefined {
  if (notes.length > 0) return say.goesOn;
  if (completedAtMs !== null) return formatTime(completedAtMs);
  return remainingMs === null ? undefined : say.remaining(remainingMs);
}

/** No check if the event has runs. */
function checkRuns({ runs, download }: EventDetail): EventCheck[] {
  if (runs.length > 0 || download.state !== "complete") return [];
  return [{ id: "runs", state: "stop", text: words.departure.runs.none }];
}

/** No check if no such program is known. */
function checkFolder(program: string | null): EventCheck[] {
  if (program === null) return [];
  return [{ id: "folder", state: "stop", text: words.departure.folder.synced(program) }];
}

function checkCounts({ download }: EventDetail): EventCheck {
  if (download.state !== "complete") {
    const base = { id: "counts", state: "waiting", end: say.waiting } as const;
    // All registrations are here, and only another look for changes compares the counts.
    const isStoppedLook = download.completedAtMs !== null && download.state !== "downloading";
    return isStoppedLook
      ? { ...base, text: say.countsWaitForLook, act: "download" }
      : { ...base, text: say.countsWait };
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

function checkKey(
  { state, organization, rights }: Connection,
  { organizationId }: EventDetail,
): EventCheck {
  const stop = (text: string): EventCheck => ({ id: "key", state: "stop", text, act: "settings" });
  if (state === "none") return stop(say.keyNone);
  if (state === "key-lost") return stop(say.keyLost);
  if (state === "key-refused") return stop(say.keyRefused);
  const name = organization?.name ?? "";
  if (organization !== null && organizationId !== null && organization.id !== organizationId) {
    return stop(say.keyOfOther(name));
  }
  if (rights.readRegistrations === "refused") return stop(say.keyForbidden);
  return rights.readRegistrations === "worked"
    ? { id: "key", state: "fine", text: say.keyWorks(name) }
    : { id: "key", state: "waiting", text: say.keyAccepted(name), end: say.notYet };
}

function checkClock({ clockDriftMs }: Connection): EventCheck {
  if (clockDriftMs === null) {
    const text = say.clockUnknown;
    return { id: "clock", state: "waiting", text, end: say.notYet, act: "download" };
  }
  const seconds = (Math.abs(clockDriftMs) / 1_000).toFixed(1);
  return Math.abs(clockDriftMs) > notableDriftMs
    ? { id: "clock", state: "look", text: say.clockWrong(seconds) }
    : { id: "clock", state: "fine", text: say.clockRight(seconds) };
}

function checkZone({ timeZone, timeZoneSource }: EventDetail): EventCheck {
  if (timeZone === null) return { id: "zone", state: "look", text: say.zoneNone };
  const name = timeZone.replaceAll("_", " ");
  return { id: "zone", state: "fine", text: say.zoneKnown(name, say.zoneFrom[timeZoneSource]) };
}
