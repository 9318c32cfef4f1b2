import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import { needsDecision } from "#shared/domain/outbox/entry-reasons.ts";
import { judgeActions, reasonBefore } from "#shared/domain/outbox/outbox-actions.ts";
import { ok } from "#shared/result.ts";
import type { Stores } from "#core/db/stores.ts";
import type { OutboxChange, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Changed } from "#core/sync/outbox/outbox-entries.ts";
import {
  mustReconcile,
  notFound,
  requireEntry,
  wrongState,
} from "#core/sync/outbox/outbox-entries.ts";
import { appendEntries } from "#core/sync/outbox/outbox-journal.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import { sendWithNewKey } from "./outbox-successors.ts";

/**
 * What a person may do with one outbox entry, as rule O13 lists the actions. Every function runs in a
 * transaction.
 */

/** Keeps the entry unsent until a person puts it back. An entry in flight is set aside after its answer. */
export function setAside(
  { stores }: SyncDeps,
  outboxId: string,
  author: EntryAuthor,
  reason?: string,
): Changed<never> {
  const entry = stores.outbox.get(outboxId);
  if (entry === null) return notFound();
  const change = setAsideNow(entry);
  if (change === null) return wrongState(entry);
  stores.outbox.patch(outboxId, change);
  const payload = withoutUndefined({ outboxId, reason });
  appendEntries(stores, entry, author, [{ kind: "outbox.set-aside", payload }]);
  return ok(requireEntry(stores, outboxId));
}

/** The columns of an entry that is set aside, after its answer if it is in flight; null if it cannot be set aside. */
export function setAsideNow(entry: OutboxRecord): OutboxChange | null {
  const { setAside: when } = judgeActions(entry);
  if (when === null) return null;
  const asideFrom = { state: entry.state, reason: entry.reason };
  return when === "now" ? aside(asideFrom) : { asideFrom };
}

/** Gives the entry the state it had before it was set aside. */
export function requeue(
  { stores, ports }: SyncDeps,
  outboxId: string,
  author: EntryAuthor,
): Changed<never> {
  const entry = stores.outbox.get(outboxId);
  if (entry === null) return notFound();
  if (!judgeActions(entry).requeue) return wrongState(entry);
  stores.outbox.patch(outboxId, backFromAside(entry, ports.clock.now()));
  appendReleased(stores, entry, author);
  return ok(requireEntry(stores, outboxId));
}

/**
 * Sends the same bytes again. `must-reconcile`: reconcile the entry first. With `isReconciled` the caller says
 * that this was done; an entry that was found, or that needs a decision, is then returned unchanged.
 */
export function sendAgain(
  deps: SyncDeps,
  outboxId: string,
  author: EntryAuthor,
  isReconciled: boolean,
): Changed<"must-reconcile"> {
  const entry = deps.stores.outbox.get(outboxId);
  if (entry === null) return notFound();
  switch (judgeActions(entry).sendAgain) {
    case "same-entry":
      return ok(makeEntryDue(deps, entry, author));
    case "new-entry":
      return ok(sendWithNewKey(deps, entry, author));
    case "look-first":
      return isReconciled ? ok(entry) : mustReconcile();
    case null:
      return isReconciled ? ok(entry) : wrongState(entry);
  }
}

/** Makes one entry due now, even if it needs attention, was refused or is set aside. */
export function release(deps: SyncDeps, outboxId: string, author: EntryAuthor): Changed<never> {
  const entry = deps.stores.outbox.get(outboxId);
  if (entry === null) return notFound();
  const isReleasable =
    isOpen(entry) || (entry.state === "needs-attention" && reasonBefore(entry) !== "key-conflict");
  return isReleasable ? ok(makeEntryDue(deps, entry, author)) : wrongState(entry);
}

/**
 * Makes all entries with a retry time due now; with `reasons`, only entries that wait for one of these
 * reasons.
 */
export function releaseAll(
  { stores, ports }: SyncDeps,
  reasons?: ReadonlySet<OutboxRecord["reason"]>,
): void {
  const nowMs = ports.clock.now();
  for (const entry of stores.outbox.inState("waiting")) {
    if (entry.nextTryAtMs === null || reasons?.has(entry.reason) === false) continue;
    const nextTryAtMs = Math.min(entry.nextTryAtMs, soonestMs(entry, nowMs));
    stores.outbox.patch(entry.id, { nextTryAtMs });
  }
}

/** What waits for the rest of its journal is not released before it, but a minute later at the latest (M9). */
const soonestMs = ({ reason }: OutboxRecord, nowMs: number): number =>
  reason === "journal-follows" ? nowMs + deliveryPolicy.journalRestMs : nowMs;

/** Every entry that may have arrived is looked for before it is sent again: how long ago it left is unknown (O10, J7). */
export function endBlindReplay({ stores }: SyncDeps): void {
  for (const state of ["pending", "waiting", "sending", "needs-attention"] as const) {
    for (const { id, everMaybe } of stores.outbox.inState(state)) {
      if (everMaybe) stores.outbox.patch(id, { replayFromMs: 0 });
    }
  }
}

/** Smaller differences are normal clock drift. */
const clockStepMs = 5_000;

/** Reasons for which an entry may wait longer than a backoff, as the server asked. */
const longWaits: ReadonlySet<OutboxRecord["reason"]> = new Set(["rate-limited", "server-error"]);

/**
 * Makes entries due now whose last attempt lies in the future, or that wait longer than their reason explains, because the
 * clock was set back while the program was closed.
 */
export function releaseFromFuture({ stores, ports }: SyncDeps): void {
  const nowMs = ports.clock.now();
  for (const entry of stores.outbox.inState("waiting")) {
    const { nextTryAtMs, lastTriedAtMs, reason } = entry;
    if (nextTryAtMs === null) continue;
    const isFromFuture = (lastTriedAtMs ?? nowMs) > nowMs + clockStepMs;
    const isTooLong =
      !longWaits.has(reason) && nextTryAtMs > nowMs + deliveryPolicy.backoffLongestMs + clockStepMs;
    if (isFromFuture || isTooLong) {
      stores.outbox.patch(entry.id, { nextTryAtMs: soonestMs(entry, nowMs) });
    }
  }
}

const isOpen = ({ state }: OutboxRecord): boolean => state === "pending" || state === "waiting";

function makeEntryDue(
  { stores, ports }: SyncDeps,
  entry: OutboxRecord,
  author: EntryAuthor,
): OutboxRecord {
  stores.outbox.patch(entry.id, {
    ...dueNow(entry, ports.clock.now()),
    definiteErrors: 0,
    firstDefiniteErrorAtMs: null,
  });
  if (!isOpen(entry)) appendReleased(stores, entry, author);
  return requireEntry(stores, entry.id);
}

const appendReleased = (stores: Stores, entry: OutboxRecord, author: EntryAuthor): void =>
  appendEntries(stores, entry, author, [
    { kind: "outbox.released", payload: { outboxId: entry.id } },
  ]);

/** The columns of an entry that is set aside. */
const aside = (asideFrom: NonNullable<OutboxRecord["asideFrom"]>): OutboxChange => ({
  state: "needs-attention",
  reason: "set-aside",
  nextTryAtMs: null,
  asideFrom,
});

/** Sets the entry aside if a person asked for that while it was in flight; its answer is known now (O13). */
export function asideAfterAnswer(entry: OutboxRecord): OutboxChange | null {
  if (entry.asideFrom === null || entry.state === "sending") return null;
  const isEnded = entry.state === "done" || entry.state === "cancelled";
  return isEnded ? { asideFrom: null } : aside({ state: entry.state, reason: entry.reason });
}

export function backFromAside(entry: OutboxRecord, nowMs: number): OutboxChange {
  if (entry.state === "sending") return { asideFrom: null };
  return entry.asideFrom?.state === "needs-attention"
    ? { reason: entry.asideFrom.reason, asideFrom: null }
    : dueNow(entry, nowMs);
}

/** The columns of an entry that is sent as soon as the outbox may send. */
function dueNow(entry: OutboxRecord, nowMs: number): OutboxChange {
  return {
    state: entry.everMaybe ? "waiting" : "pending",
    // A pending entry has no retry time: with a clock that is set back, the time would lie in the future
    // (J7).
    nextTryAtMs: entry.everMaybe ? nowMs : null,
    reason: needsReconciling(reasonBefore(entry)) ? "reconcile" : null,
    asideFrom: null,
  };
}

/** After such an outcome the organizer's list is read again; the entry is never sent to find out. */
const needsReconciling = (reason: OutboxRecord["reason"]): boolean =>
  reason !== "key-conflict" && needsDecision(reason);
