import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";
import { judgeActs, reasonBefore } from "#shared/domain/outbox/outbox-actions.ts";
import { err, ok } from "#shared/result.ts";
import type { OutboxChange, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import { tellFacts } from "./entry-facts.ts";
import { notFound, wrongState } from "./outbox-entries.ts";
import type { Changed } from "./outbox-entries.ts";
import { requireEntry } from "./outbox-entries.ts";
import { sendAnew } from "./outbox-successors.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncActor } from "#core/sync/sync-interface.ts";

/**
 * The actions that a person may perform on one outbox entry, as rule O13 lists them. Every function runs in a
 * transaction.
 */
export interface QueueActCommands {
  /** Keeps the entry unsent until a person puts it back. An entry in flight is set aside after its answer. */
  setAside(outboxId: string, actor: SyncActor, reason?: string): Changed<never>;
  /** Gives the entry the state it had before it was set aside. */
  putBack(outboxId: string, actor: SyncActor): Changed<never>;
  /**
   * Sends the same bytes again. `must-reconcile`: reconcile the entry first. With `looked` the caller says
   * that this was done; an entry that was found, or that needs a decision, is then returned unchanged.
   */
  sendAgain(outboxId: string, actor: SyncActor, looked: boolean): Changed<"must-reconcile">;
  /** Undoes the retraction of a walk-up (W6). */
  restore(subject: string, actor: SyncActor): Changed<never>;
  /** Makes one entry due now, even if it needs attention, was refused or is set aside. */
  release(outboxId: string, actor: SyncActor): Changed<never>;
}

export function createQueueActCommands(deps: SyncDeps): QueueActCommands {
  const { stores, ports } = deps;

  const isOpen = ({ state }: OutboxRecord): boolean => state === "pending" || state === "waiting";

  const tellReleased = (entry: OutboxRecord, actor: SyncActor): void =>
    tellFacts(stores, entry, actor, [{ kind: "outbox.released", payload: { outboxId: entry.id } }]);

  const release = (entry: OutboxRecord, actor: SyncActor): OutboxRecord => {
    stores.outbox.patch(entry.id, {
      ...dueNow(entry, ports.clock.now()),
      definiteErrors: 0,
      firstDefiniteErrorAtMs: null,
    });
    if (!isOpen(entry)) tellReleased(entry, actor);
    return requireEntry(stores, entry.id);
  };

  return {
    setAside(outboxId, actor, reason) {
      const entry = stores.outbox.get(outboxId);
      if (entry === null) return notFound();
      const { setAside } = judgeActs(entry);
      if (setAside === null) return wrongState(entry);
      const asideFrom = { state: entry.state, reason: entry.reason };
      stores.outbox.patch(outboxId, setAside === "now" ? aside(asideFrom) : { asideFrom });
      const payload = { outboxId, ...(reason === undefined ? {} : { reason }) };
      tellFacts(stores, entry, actor, [{ kind: "outbox.set-aside", payload }]);
      return ok(requireEntry(stores, outboxId));
    },

    putBack(outboxId, actor) {
      const entry = stores.outbox.get(outboxId);
      if (entry === null) return notFound();
      if (!judgeActs(entry).putBack) return wrongState(entry);
      stores.outbox.patch(outboxId, backFromAside(entry, ports.clock.now()));
      tellReleased(entry, actor);
      return ok(requireEntry(stores, outboxId));
    },

    sendAgain(outboxId, actor, looked) {
      const entry = stores.outbox.get(outboxId);
      if (entry === null) return notFound();
      switch (judgeActs(entry).sendAgain) {
        case "same-entry":
          return ok(release(entry, actor));
        case "new-entry":
          return ok(sendAnew(deps, entry, actor));
        case "look-first":
          return looked ? ok(entry) : err("must-reconcile", "It may already have arrived.");
        case null:
          return looked ? ok(entry) : wrongState(entry);
      }
    },

    restore(subject, actor) {
      const entry = stores.outbox.bySubject(subject)[0];
      if (entry === undefined) return notFound();
      const retraction = standingRetraction(stores.journal.ofRunner([subject]));
      if (retraction === null) return wrongState(entry);
      if (entry.state === "cancelled") {
        stores.outbox.patch(entry.id, beforeRetraction(entry, ports.clock.now()));
      }
      tellFacts(stores, entry, actor, [
        { kind: "walk-up.restored", payload: { undoes: entryIdOf(retraction) } },
      ]);
      return ok(requireEntry(stores, entry.id));
    },

    release(outboxId, actor) {
      const entry = stores.outbox.get(outboxId);
      if (entry === null) return notFound();
      const isReleasable =
        isOpen(entry) ||
        (entry.state === "needs-attention" && reasonBefore(entry) !== "key-conflict");
      return isReleasable ? ok(release(entry, actor)) : wrongState(entry);
    },
  };
}

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

function backFromAside(entry: OutboxRecord, nowMs: number): OutboxChange {
  if (entry.state === "sending") return { asideFrom: null };
  return entry.asideFrom?.state === "needs-attention"
    ? { reason: entry.asideFrom.reason, asideFrom: null }
    : dueNow(entry, nowMs);
}

/** The columns of an entry whose walk-up is no longer retracted. */
function beforeRetraction(entry: OutboxRecord, nowMs: number): OutboxChange {
  const reopened = { finishedAtMs: null, asideFrom: null };
  // Reconcile an entry that may have arrived before anything is sent (O10).
  if (entry.everMaybe) {
    return { ...reopened, state: "waiting", reason: "reconcile", nextTryAtMs: nowMs };
  }
  return entry.certainty === "refused"
    ? { ...reopened, state: "needs-attention", reason: "refused" }
    : { ...reopened, state: "pending", reason: null };
}

/** The last retraction in a walk-up's journal entries that was not undone. */
function standingRetraction(facts: readonly JournalEntry[]): JournalEntry | null {
  const undone = new Set(
    facts.flatMap((entry) => {
      const fact = parseFact(entry);
      return fact?.kind === "walk-up.restored" ? [fact.payload.undoes] : [];
    }),
  );
  const standing = facts.filter(
    (entry) => entry.kind === "walk-up.taken-back" && !undone.has(entryIdOf(entry)),
  );
  return standing.at(-1) ?? null;
}

/** The columns of an entry that is sent as soon as the outbox may send. */
function dueNow(entry: OutboxRecord, nowMs: number): OutboxChange {
  return {
    state: entry.everMaybe ? "waiting" : "pending",
    // A pending entry has no retry time: with a clock that is set back, the time would lie in the future
    // (J7).
    nextTryAtMs: entry.everMaybe ? nowMs : null,
    reason: needsLooking(reasonBefore(entry)) ? "reconcile" : null,
    asideFrom: null,
  };
}

/** After such an outcome the organizer's list is read again; the entry is never sent to find out. */
const needsLooking = (reason: OutboxRecord["reason"]): boolean =>
  reason === "reconcile" ||
  reason === "several-matches" ||
  reason === "not-found-again" ||
  reason === "unknown-answer";
