import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { NewEvent, NewWalkUp, OutboxDecision, SyncActor } from "#core/sync/sync-interface.ts";
import { takenBackFact, tellFacts } from "./entry-facts.ts";
import { createTakeUp } from "./import-outbox.ts";
import type { QueueActCommands } from "./outbox-actions.ts";
import { createQueueActCommands } from "./outbox-actions.ts";
import { decideEntry } from "./outbox-decision.ts";
import type { Changed } from "./outbox-entries.ts";
import {
  cancelEntry,
  insertEvent,
  insertWalkUp,
  notFound,
  walkUpBody,
  wrongState,
} from "./outbox-entries.ts";
import { inDoubt, replaceable, succeed } from "./outbox-successors.ts";
import type { OutboxTransitions } from "./outbox-transitions.ts";

/** What people do to the outbox. Every function runs in a transaction. */
export interface OutboxCommands extends QueueActCommands {
  enqueueWalkUp(walkUp: NewWalkUp): OutboxRecord;
  enqueueEvent(event: NewEvent): OutboxRecord;
  replaceWalkUp(change: {
    readonly runnerId: string;
    readonly form: WalkUpForm;
    readonly actor: SyncActor;
  }): Changed<"must-reconcile" | "already-confirmed">;
  replaceEvent(change: NewEvent): Changed<"must-reconcile" | "already-confirmed">;
  takeBack(change: {
    readonly subject: string;
    readonly reason?: string | undefined;
    readonly actor: SyncActor;
  }): Result<
    { readonly askOrganizer: boolean },
    Failure<"not-found" | "wrong-state" | "must-reconcile">
  >;
  decide(outboxId: string, decision: OutboxDecision, actor: SyncActor): Changed<never>;
  /**
   * Makes all entries with a retry time due now; with `reasons`, only entries that wait for one of these
   * reasons.
   */
  releaseAll(reasons?: ReadonlySet<OutboxRecord["reason"]>): void;
  /**
   * The same for entries whose last attempt lies in the future, because the clock was set back while the
   * program was closed.
   */
  releaseFromFuture(): void;
  /**
   * Updates the outbox from an imported journal (J9); returns how many entries are new and not done, or newly
   * in doubt.
   */
  takeUp(): number;
}

/** Smaller differences are normal clock drift. */
const clockStepMs = 5_000;

export function createOutboxCommands(
  deps: SyncDeps,
  transitions: OutboxTransitions,
): OutboxCommands {
  const { stores, ports } = deps;
  return {
    ...createQueueActCommands(deps),

    enqueueWalkUp: (walkUp) => insertWalkUp(deps, walkUp),

    enqueueEvent: (event) => insertEvent(deps, event),

    replaceWalkUp({ runnerId, form, actor }) {
      const entry = replaceable(deps, runnerId);
      if (!entry.ok) return entry;
      return ok(succeed(deps, entry.value, { form, body: walkUpBody(form) }, actor));
    },

    replaceEvent({ subject, body, actor }) {
      const entry = replaceable(deps, subject);
      return entry.ok ? ok(succeed(deps, entry.value, { form: null, body }, actor)) : entry;
    },

    takeBack({ subject, reason, actor }) {
      const [entry] = stores.outbox.bySubject(subject);
      if (entry === undefined) return notFound();
      if (entry.state === "cancelled") return wrongState(entry);
      const askOrganizer = entry.certainty === "confirmed";
      if (!askOrganizer) {
        if (inDoubt(entry)) return err("must-reconcile", "It may already have arrived.");
        cancelEntry(deps, entry, null);
      }
      tellFacts(stores, entry, actor, [takenBackFact(entry, askOrganizer, reason)]);
      return ok({ askOrganizer });
    },

    decide: (outboxId, decision, actor) =>
      decideEntry(deps, transitions, { outboxId, decision, actor }),

    releaseAll(reasons) {
      for (const entry of stores.outbox.inState("waiting")) {
        if (entry.nextTryAtMs === null || reasons?.has(entry.reason) === false) continue;
        stores.outbox.patch(entry.id, { nextTryAtMs: ports.clock.now() });
      }
    },

    releaseFromFuture() {
      const nowMs = ports.clock.now();
      for (const entry of stores.outbox.inState("waiting")) {
        const triedAtMs = entry.lastTriedAtMs ?? nowMs;
        if (entry.nextTryAtMs === null || triedAtMs <= nowMs + clockStepMs) continue;
        stores.outbox.patch(entry.id, { nextTryAtMs: nowMs });
      }
    },

    takeUp: createTakeUp(deps),
  };
}
