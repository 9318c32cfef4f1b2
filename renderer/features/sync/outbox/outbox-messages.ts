import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { HubState } from "#renderer/client/queries/hub-state.ts";
import { formatRecent, formatSpan } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import type { IconName } from "#renderer/ui/controls/icon.tsx";

/** The texts of an outbox entry. */
export interface EntryWords {
  readonly icon: IconName;
  readonly tone: "plain" | "done" | "look" | "stop";
  /** "Walk-up" or "Event", the words before the name. */
  readonly kind: string;
  readonly name: string;
  /** The run, for a walk-up. */
  readonly run: string | null;
  /** "saved 07:52 by Mei, tried 4 times." */
  readonly since: string;
  /** What is known and what happens next; may be "". */
  readonly next: string;
}

export interface QueueNow {
  readonly nowMs: number;
  readonly isOnline: boolean;
  /** Whether the hub sends what waits here (M9); null at a computer that sends for itself. */
  readonly hub?: HubState | null;
}

/** "Walk-up of Mia Berg for 10 km". */
export const nameEntry = (entry: OutboxEntry): string =>
  words.sync.entryName(entry.kind, entry.name ?? entry.email ?? words.sync.noName, runOf(entry));

/** The run of a walk-up. An imported journal may name a run whose event was not downloaded yet (J9). */
const runOf = ({ form, runLabel }: OutboxEntry): string | null =>
  runLabel ?? (form === null ? null : words.sync.runNotHere);

/** The server's messages about an entry, verbatim: about its fields, or else about the whole entry. */
export function serverWords({ serverMessage, serverFields }: OutboxEntry): string[] {
  const ofFields = [...new Set(Object.values(serverFields).flat())].filter(isSaid);
  if (ofFields.length > 0) return ofFields;
  return serverMessage !== null && isSaid(serverMessage) ? [serverMessage] : [];
}

/** Whether the walk-up of an entry has a card: check-in opens only runners of the open event. */
export const hasCard = (
  { kind, eventId }: Pick<OutboxEntry, "kind" | "eventId">,
  openEventId: string | null,
): boolean => kind === "walk-up" && eventId === openEventId;

/** "What was sent", the name of the stored request. */
export function describeRequest({ state, certainty }: OutboxEntry): string {
  if (certainty !== "never-sent") return words.sync.whatWasSent;
  return state === "cancelled" ? words.sync.whatWasNotSent : words.sync.whatWillBeSent;
}

const isSaid = (message: string): boolean => message.trim() !== "";

const beforeOutcome: ReadonlySet<OutboxEntry["state"]> = new Set(["pending", "waiting", "sending"]);

/** The texts of an entry in any state. */
export function describeEntry(entry: OutboxEntry, now: QueueNow): EntryWords {
  const { nowMs, isOnline, hub = null } = now;
  if (hub !== null && beforeOutcome.has(entry.state))
    return { ...wordsOf(entry), next: words.sync.hubNext[hub] };
  // A cancelled entry says so by its certainty.
  if (entry.state === "done" && entry.askOrganizer !== null) {
    return { ...wordsOf(entry), next: words.sync.askOrganizer[entry.askOrganizer] };
  }
  const outlook = words.queueOutlook(entry.state, entry.certainty, entry.reason ?? "none", {
    nextTry: describeNextTry(entry.nextTryAtMs, nowMs),
    isOnline,
    candidates: entry.candidates.length,
    hasSuccessor: entry.successorId !== null,
  });
  const isRefused = entry.state === "needs-attention" && entry.certainty === "refused";
  const since = describePast(entry);
  return isRefused
    ? { ...wordsOf(entry), since: [since, ...causeOf(entry), outlook].join(" ") }
    : { ...wordsOf(entry), next: outlook };
}

/** The texts that do not depend on what happens next. */
const wordsOf = (entry: OutboxEntry): EntryWords => ({
  ...lookOf(entry),
  kind: entry.kind === "event" ? words.sync.event : words.sync.walkUp,
  name: entry.name ?? entry.email ?? words.sync.noName,
  run: runOf(entry),
  since: describePast(entry),
  next: "",
});

/** The API answers 404 if it does not know the run, and also if the key lacks the right (O8). */
const causeOf = ({ httpStatus, kind }: OutboxEntry): string[] =>
  httpStatus === 404 ? [words.sync.notFoundCause[kind]] : [];

function describeNextTry(nextTryAtMs: number | null, nowMs: number): string | undefined {
  if (nextTryAtMs === null) return undefined;
  const inMs = nextTryAtMs - nowMs;
  return inMs < 1_000 ? words.sync.nextNow : words.sync.nextIn(formatSpan(inMs));
}

/** Who saved it, and beside it who changed it or sent it again (O13). What has not left yet is not called sent. */
function describeSaving({ savedAtMs, savedBy, renewed, certainty }: OutboxEntry): string {
  const saved = words.sync.saved(formatRecent(savedAtMs), savedBy);
  if (renewed === null) return saved;
  const repeated = certainty === "never-sent" ? "queued" : "sent";
  const how = renewed.isChanged ? "changed" : repeated;
  return `${saved}, ${words.sync.renewed(how, formatRecent(renewed.atMs), renewed.by)}`;
}

function describePast(entry: OutboxEntry): string {
  const saved = describeSaving(entry);
  if (entry.certainty === "refused" && entry.state === "needs-attention") {
    const at = entry.lastTriedAtMs === null ? null : formatRecent(entry.lastTriedAtMs);
    return `${saved}. ${words.sync.refusedAt(at)}`;
  }
  if (entry.state === "done" && entry.finishedAtMs !== null) {
    return `${saved}, ${words.sync.confirmedAt(formatRecent(entry.finishedAtMs))}.`;
  }
  if (entry.certainty === "maybe-sent" && entry.lastTriedAtMs !== null) {
    const at = formatRecent(entry.lastTriedAtMs);
    return `${words.sync.sentNoAnswer(at, entry.state === "sending")}.`;
  }
  return entry.tries > 0
    ? `${words.sync.savedOnly(formatRecent(entry.savedAtMs))}, ${words.sync.tried(entry.tries)}.`
    : `${saved}.`;
}

function lookOf({
  state,
  certainty,
  askOrganizer,
}: OutboxEntry): Pick<EntryWords, "icon" | "tone"> {
  if (askOrganizer !== null) return { icon: "look", tone: "look" };
  switch (state) {
    case "needs-attention":
      return certainty === "refused"
        ? { icon: "refused", tone: "stop" }
        : { icon: "look", tone: "look" };
    case "sending":
      return { icon: "sending", tone: "plain" };
    case "done":
      return { icon: "done", tone: "done" };
    case "cancelled":
      return { icon: "clear", tone: "plain" };
    case "pending":
    case "waiting":
      return { icon: certainty === "maybe-sent" ? "unknown" : "waiting", tone: "plain" };
  }
}
