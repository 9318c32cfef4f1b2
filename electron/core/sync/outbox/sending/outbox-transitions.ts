import { afterCrash, afterTry, markSending } from "#shared/domain/outbox/delivery-policy.ts";
import type { Delivery } from "#shared/domain/outbox/delivery-policy.ts";
import { isSearchedFor } from "#shared/domain/outbox/entry-reasons.ts";
import { reasonBefore } from "#shared/domain/outbox/outbox-actions.ts";
import type { Stores } from "#core/db/stores.ts";
import type {
  AttemptRecord,
  OutboxChange,
  OutboxRecord,
} from "#core/db/stores/walk-ups/outbox-store.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { Reply } from "#core/partner/client.ts";
import { followJournal } from "#core/sync/outbox/follow-journal.ts";
import { confirmedAs } from "#core/sync/outbox/outbox-entries.ts";
import type { EntryFact } from "#core/sync/outbox/outbox-journal.ts";
import {
  adoptedFact,
  confirmedFact,
  refusedFact,
  sentFact,
  appendEntries,
} from "#core/sync/outbox/outbox-journal.ts";
import { answerOf, changeOf, deliveryOf, sendOutcomeOf, wordsOf } from "./outbox-delivery.ts";
import { asideAfterAnswer } from "#core/sync/outbox/commands/outbox-actions.ts";
import { claimOnId, idTaken, isListedAsAnother } from "#core/sync/outbox/reconcile/claim.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** One finished attempt. */
export interface SentTry {
  readonly credential: string;
  readonly reply: Reply;
  readonly gateWaitMs: number;
  /** Wall clock when the request started. */
  readonly sentAtMs: number;
}

/** Writes the state transitions of outbox entries that are sent. Every function runs in a transaction. */
export function createOutboxTransitions(deps: SyncDeps) {
  const { stores, ports } = deps;
  /** Consecutive failures per entry, for the backoff; kept in memory only. */
  const failures = new Map<string, number>();

  const append = (entry: OutboxRecord, facts: readonly EntryFact[]): void =>
    appendEntries(stores, entry, deps.author(), facts);

  /**
   * The entry was on its way and is at rest again. Meanwhile another database may have become the one that sends, and
   * its outcome may have arrived here, which an entry on its way does not take (M10).
   */
  const followSender = (entry: OutboxRecord): void => {
    if (deps.maySend()) return;
    const atRest = stores.outbox.get(entry.id);
    const isOpen = atRest?.state !== "done" && atRest?.state !== "cancelled";
    if (atRest !== null && isOpen) followJournal(deps, atRest);
  };

  return {
    /** Marks the entry as `sending`, before the first byte is sent (O3). */
    mark(entry: OutboxRecord, credential: string): void {
      const nowMs = ports.clock.now();
      const marked = markSending(deliveryOf(entry, 0), nowMs);
      stores.outbox.patch(entry.id, {
        ...changeOf(marked),
        credential: entry.credential ?? credential,
        lastTriedAtMs: nowMs,
      });
    },

    /** Writes the outcome. `entry` is the record as read before `mark` (O1). */
    settle(entry: OutboxRecord, sent: SentTry): void {
      const { credential, gateWaitMs, sentAtMs } = sent;
      const isTaken = hasIdOfAnother(stores, entry, sent.reply.outcome);
      // An id that belongs to another entry does not say what was created, as no id does not (O4).
      const outcome: Outcome = isTaken
        ? { kind: "unknown-answer", status: 201 }
        : sent.reply.outcome;
      const nowMs = ports.clock.now();
      const before = deliveryOf(entry, failures.get(entry.id) ?? 0);
      const moment = { nowMs, sentAtMs, random: ports.random.number() };
      const after = afterTry(before, sendOutcomeOf(outcome, gateWaitMs), moment);
      if (after.failuresInRow === 0) failures.delete(entry.id);
      else failures.set(entry.id, after.failuresInRow);

      const believed = { ...sent, reply: { ...sent.reply, outcome } };
      stores.outbox.patch(entry.id, changeAfter(entry, believed, after, nowMs));
      applySetAside(stores, entry.id);
      appendAttempt(stores, entry, isTaken ? idTaken : outcome.kind, attempted(sent.reply));
      append(entry, factsOf(entry, credential, after, outcome));
      followSender(entry);
    },

    /** The entry was found in `sending` at start (O3). */
    recover(entry: OutboxRecord): void {
      const nowMs = ports.clock.now();
      const atMs = entry.lastTriedAtMs ?? nowMs;
      const after = afterCrash(deliveryOf(entry, 0), nowMs);
      stores.outbox.patch(entry.id, {
        ...changeOf(after),
        firstSentAtMs: entry.firstSentAtMs ?? atMs,
      });
      applySetAside(stores, entry.id);
      appendAttempt(stores, entry, "interrupted", {
        atMs,
        tookMs: null,
        httpStatus: null,
        answer: null,
      });
      append(entry, [sentFact(entry, entry.credential ?? "")]);
      followSender(entry);
    },

    /** The entry may have been sent from another clone of the database (S5). */
    markInDoubt(entry: OutboxRecord, credential: string | null): void {
      stores.outbox.patch(entry.id, changeInDoubt(entry, credential, ports.clock.now()));
      if (entry.certainty === "never-sent")
        append(entry, [sentFact(entry, entry.credential ?? credential ?? "")]);
    },

    /** Links the entry to a registration or event that the organizer already has (O10). */
    adopt(entry: OutboxRecord, remoteId: string, by: "reconcile" | "person"): void {
      const nowMs = ports.clock.now();
      stores.outbox.patch(entry.id, { ...confirmedAs(remoteId, nowMs), reconciledAtMs: nowMs });
      append(entry, [adoptedFact(entry, remoteId, by)]);
    },
  };
}

export type OutboxTransitions = ReturnType<typeof createOutboxTransitions>;

/** Whether the organizer's system confirmed the entry with an id that it gave to another entry or person before. */
const hasIdOfAnother = (stores: Stores, entry: OutboxRecord, outcome: Outcome): boolean =>
  outcome.kind === "success" &&
  (claimOnId(stores, entry, outcome.id ?? "") === "another" ||
    isListedAsAnother(stores, entry, outcome.id ?? ""));

function appendAttempt(
  { attempts }: Stores,
  entry: OutboxRecord,
  outcome: string,
  more: Attempted,
): void {
  const number = entry.lastTriedAtMs === null ? 1 : attempts.of(entry.id).length + 1;
  attempts.append({ outboxId: entry.id, number, outcome, ...more });
}

/** Applies a "set aside" that was requested while the entry was being sent (O13). */
function applySetAside({ outbox }: Stores, outboxId: string): void {
  const entry = outbox.get(outboxId);
  const change = entry === null ? null : asideAfterAnswer(entry);
  if (change !== null) outbox.patch(outboxId, change);
}

/** The columns after an attempt. */
function changeAfter(
  entry: OutboxRecord,
  { credential, reply: { exchange, outcome } }: SentTry,
  after: Delivery,
  nowMs: number,
): OutboxChange {
  const words = wordsOf(outcome);
  const left = after.certainty !== "never-sent";
  return {
    ...changeOf(after),
    credential: left ? (entry.credential ?? credential) : entry.credential,
    firstSentAtMs: entry.firstSentAtMs ?? (left ? exchange.atMs : null),
    lastTriedAtMs: nowMs,
    httpStatus: exchange.kind === "answered" ? exchange.status : null,
    serverMessage: words?.message ?? null,
    serverFields: words?.fields ?? {},
    ...(after.state === "done" ? { finishedAtMs: nowMs, candidates: [] } : {}),
    ...(outcome.kind === "success" ? { remoteId: outcome.id } : {}),
  };
}

/** The columns of an entry that another clone may have sent (S5). */
function changeInDoubt(
  entry: OutboxRecord,
  credential: string | null,
  nowMs: number,
): OutboxChange {
  const wasDue = entry.state === "pending";
  return {
    state: wasDue ? "waiting" : entry.state,
    certainty: entry.certainty === "never-sent" ? "maybe-sent" : entry.certainty,
    everMaybe: true,
    // The earliest possible send time; the server may have dropped the idempotency key since then (O10).
    replayFromMs: entry.replayFromMs ?? entry.savedAtMs,
    credential: entry.credential ?? credential,
    ...(wasDue ? { nextTryAtMs: nowMs } : {}),
    ...searchedAnew(entry),
  };
}

/** An earlier search of the organizer's list says nothing of what another clone sent since. */
function searchedAnew(entry: OutboxRecord): OutboxChange {
  const reason = reasonBefore(entry);
  if (!isSearchedFor(reason) && reason !== "registered-twice") return {};
  const { asideFrom } = entry;
  return asideFrom === null
    ? { reason: "reconcile" }
    : { asideFrom: { ...asideFrom, reason: "reconcile" } };
}

/**
 * The journal entries for one attempt (J5): it may have arrived, it was confirmed, or it was refused.
 * "Confirmed" and "refused" imply "sent", so "sent" is not appended before them.
 */
function factsOf(
  entry: OutboxRecord,
  credential: string,
  after: Delivery,
  outcome: Outcome,
): EntryFact[] {
  const facts: EntryFact[] = [];
  // A doubt about what another computer sent may be in this database only (M9); the first attempt from here is news.
  const isNew = entry.certainty !== "maybe-sent" || entry.firstSentAtMs === null;
  if (after.certainty === "maybe-sent" && isNew) {
    facts.push(sentFact(entry, credential));
  }
  if (outcome.kind === "success") facts.push(confirmedFact(entry, outcome.id ?? ""));
  if (outcome.kind === "refused") facts.push(refusedFact(entry, outcome.words));
  return facts;
}

const attempted = ({ exchange, outcome }: Reply): Attempted => ({
  atMs: exchange.atMs,
  tookMs: exchange.tookMs,
  httpStatus: exchange.kind === "answered" ? exchange.status : null,
  answer: answerOf(outcome),
});

type Attempted = Omit<AttemptRecord, "outboxId" | "number" | "outcome">;
