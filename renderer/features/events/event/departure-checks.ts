import type { Connection } from "#shared/contract/connection.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { Departure } from "#shared/contract/departure.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { judgeDiskSpace } from "#shared/domain/basics/disk-space.ts";
import { formatSpan, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";

/** The action that corrects a problem, or opens the screen for it. The state of the copy words the download. */
export type CheckAct = "download" | keyof typeof words.departure.acts;

/** The icon and tone of each state of a check, the most urgent state first. */
export const checkLooks = {
  stop: { icon: "stop", tone: "stop" },
  look: { icon: "look", tone: "look" },
  running: { icon: "download", tone: "plain" },
  waiting: { icon: "waiting", tone: "plain" },
  untried: { icon: "unknown", tone: "plain" },
  fine: { icon: "done", tone: "done" },
} as const;

/** One line of the departure check. */
export interface EventCheck {
  readonly id: keyof typeof words.events.checks;
  /** `untried`: only a real request can show it (K5), so it counts neither as fine nor as open. */
  readonly state: keyof typeof checkLooks;
  readonly text: string;
  /** The end of the line: the time of the last answer, or "waiting". */
  readonly end?: string | undefined;
  readonly act?: CheckAct | undefined;
}

/** A backup is made every ten minutes, so an older one means that backups fail. */
const oldBackupMs = 60 * 60_000;
const minuteMs = 60_000;

const say = words.departure;

export function checkAwards(awards: Departure["awards"]): EventCheck {
  const { state, fetchedAtMs, segments, runs, withoutDepth } = awards;
  const end = fetchedAtMs === null ? undefined : formatTime(fetchedAtMs);
  const base = { id: "awards", end } as const;
  switch (state) {
    case "never":
      return { ...base, state: "waiting", text: say.awards.never, end: words.events.check.waiting };
    case "failed":
      return { ...base, state: "look", text: say.awards.failed, act: "awards" };
    case "unrecognised":
      return { ...base, state: "look", text: say.awards.unrecognised(segments), act: "podium" };
    case "none":
    case "read":
      if (segments === 0) return { ...base, state: "fine", text: say.awards.none };
      return withoutDepth === 0
        ? { ...base, state: "fine", text: say.awards.some(segments, runs) }
        : {
            ...base,
            state: "look",
            text: say.awards.withoutDepth(segments, withoutDepth),
            act: "podium",
          };
  }
}

/** Shows whether a real request was accepted; Chute never sends one as a test. */
export function checkWrite({ rights: { writeParticipants } }: Connection): EventCheck {
  switch (writeParticipants) {
    case "worked":
      return { id: "write", state: "fine", text: say.write.worked };
    case "refused":
      return { id: "write", state: "stop", text: say.write.refused, act: "settings" };
    case "not-tried":
      return { id: "write", state: "untried", text: say.write.untried, end: say.notTried };
  }
}

export function checkDisk({ freeBytes }: Departure["disk"]): EventCheck {
  if (freeBytes === null) return { id: "disk", state: "look", text: say.disk.unknown };
  switch (judgeDiskSpace(freeBytes)) {
    case "none":
      return { id: "disk", state: "stop", text: say.disk.none(freeBytes) };
    case "little":
      return { id: "disk", state: "look", text: say.disk.little(freeBytes) };
    default:
      return { id: "disk", state: "fine", text: say.disk.free(freeBytes) };
  }
}

export function checkBackup(
  backup: Departure["backup"],
  { completedAtMs }: Pick<EventDetail["download"], "completedAtMs">,
  nowMs: number,
): EventCheck {
  const { lastAtMs, isCurrent, mayMake } = backup;
  const act = mayMake ? ({ act: "backup" } as const) : {};
  const who = mayMake ? "" : ` ${say.backup.atStation}`;
  if (lastAtMs === null) {
    return { id: "backup", state: "look", text: `${say.backup.none}${who}`, ...act };
  }
  const ageMs = nowMs - lastAtMs;
  const base = { id: "backup", end: formatTime(lastAtMs) } as const;
  const span = formatSpan(ageMs);
  if (!isCurrent && lastAtMs < (completedAtMs ?? 0)) {
    return { ...base, state: "look", text: `${say.backup.beforeDownload}${who}`, ...act };
  }
  if (ageMs < minuteMs) return { ...base, state: "fine", text: say.backup.now };
  if (ageMs <= oldBackupMs) return { ...base, state: "fine", text: say.backup.ago(span) };
  return isCurrent
    ? { ...base, state: "fine", text: say.backup.current(span) }
    : { ...base, state: "look", text: `${say.backup.old(span)}${who}`, ...act };
}

/** No check if no journal mirror is kept (J9). */
export function checkJournalMirror(
  { state, behind, why, lastAtMs }: Departure["journalMirror"],
  mayChooseFolder: boolean,
): EventCheck[] {
  const id = "journal-mirror";
  if (state === "off") return [];
  if (why !== null) {
    const act = mayChooseFolder ? ({ act: "settings" } as const) : {};
    return [
      {
        id,
        state: "look",
        text: say.journalMirror.trouble(words.settings.journalMirror.why[why]),
        ...act,
      },
    ];
  }
  const end = lastAtMs === null ? undefined : formatTime(lastAtMs);
  return behind === 0
    ? [{ id, state: "fine", text: say.journalMirror.whole, end }]
    : [{ id, state: "running", text: words.settings.journalMirror.following(behind), end }];
}

/** No check if no other computer joined this one. */
export function checkDesks(desks: Departure["desks"]): EventCheck[] {
  if (desks === null) return [];
  const { full, complete } = desks;
  return complete === full
    ? [{ id: "desks", state: "fine", text: say.desks.complete(full) }]
    : [{ id: "desks", state: "look", text: say.desks.incomplete(full, full - complete) }];
}

/** No check if no retracted walk-up is at the organizer (W3). */
export function checkCancellations({ mustBeCancelled }: Departure): EventCheck[] {
  if (mustBeCancelled === 0) return [];
  return [{ id: "cancel", state: "look", text: say.cancel.ask(mustBeCancelled), act: "sync" }];
}

/** Correcting an outbox entry needs the network, so it must be done before the departure. */
export function checkQueue({
  needsAttention,
  setAside,
  waiting,
  paused,
  copied,
  activity,
}: SyncStatus): EventCheck {
  const isSentByHub = activity === "held-other-hub";
  if (needsAttention > 0) {
    return { id: "queue", state: "look", text: say.queue.needs(needsAttention), act: "sync" };
  }
  if (copied !== null) {
    const text = waiting === 0 ? say.queue.allHeld : say.queue.held(waiting);
    return { id: "queue", state: "look", text, act: "sync" };
  }
  if (waiting === 0) {
    const text =
      setAside === 0 ? say.queue.empty(isSentByHub) : say.queue.setAside(setAside, isSentByHub);
    return { id: "queue", state: "fine", text };
  }
  return paused && !isSentByHub
    ? { id: "queue", state: "look", text: say.queue.paused(waiting), act: "sync" }
    : { id: "queue", state: "waiting", text: say.queue.waits(waiting), act: "sync" };
}
