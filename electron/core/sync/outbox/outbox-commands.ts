import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { EventForm, WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { reasonBefore } from "#shared/domain/outbox/outbox-actions.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import { claimOf } from "./claim.ts";
import type { EntryFact } from "./entry-facts.ts";
import { takenBackFact, tellFacts } from "./entry-facts.ts";
import type { Changed, QueueActCommands } from "./outbox-actions.ts";
import { createQueueActCommands, notFound, wrongState } from "./outbox-actions.ts";
import type { OutboxTransitions } from "./outbox-transitions.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { NewEvent, NewWalkUp, OutboxDecision, SyncActor } from "#core/sync/sync-interface.ts";
import { createTakeUp } from "./import-outbox.ts";

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

/** The entry may have arrived, and no reconciliation has found it absent (W3). */
const inDoubt = (entry: OutboxRecord): boolean =>
  entry.state === "sending" || (entry.everMaybe && reasonBefore(entry) !== "not-found-again");

export function createOutboxCommands(
  deps: SyncDeps,
  transitions: OutboxTransitions,
): OutboxCommands {
  const { stores, ports } = deps;
  const encoder = new TextEncoder();

  const tell = (entry: OutboxRecord, actor: SyncActor, fact: EntryFact): void =>
    tellFacts(stores, entry, actor, [fact]);

  const insert = (
    made: Pick<OutboxRecord, "kind" | "endpoint" | "eventId" | "subject" | "path" | "form">,
    body: unknown,
    actor: SyncActor,
    more: Partial<OutboxRecord> = {},
  ): OutboxRecord => {
    const record: OutboxRecord = {
      ...made,
      id: ports.random.uuid(),
      method: "POST",
      body: encoder.encode(JSON.stringify(body)),
      idempotencyKey: ports.random.uuid(),
      state: "pending",
      certainty: "never-sent",
      everMaybe: false,
      reason: null,
      credential: null,
      dependsOn: null,
      predecessorId: null,
      successorId: null,
      savedAtMs: ports.clock.now(),
      savedBy: actor.operator,
      firstSentAtMs: null,
      lastTriedAtMs: null,
      tries: 0,
      definiteErrors: 0,
      firstDefiniteErrorAtMs: null,
      nextTryAtMs: null,
      finishedAtMs: null,
      replayFromMs: null,
      reconciledAtMs: null,
      remoteId: null,
      httpStatus: null,
      serverMessage: null,
      serverFields: {},
      asideFrom: null,
      candidates: [],
      ...more,
    };
    stores.outbox.insert(record);
    return record;
  };

  const insertWalkUp = (walkUp: NewWalkUp, more: Partial<OutboxRecord> = {}): OutboxRecord =>
    insert(
      {
        kind: "walk-up",
        endpoint: "registration.create",
        eventId: walkUp.eventId,
        subject: walkUp.runnerId,
        path: "/registration",
        form: walkUp.form,
      },
      bodyOf(walkUp.form),
      walkUp.actor,
      more,
    );

  const insertEvent = (
    { subject, body, actor }: NewEvent,
    more: Partial<OutboxRecord> = {},
  ): OutboxRecord =>
    insert(
      {
        kind: "event",
        endpoint: "events.create",
        eventId: null,
        subject,
        path: "/events",
        form: null,
      },
      body,
      actor,
      more,
    );

  const current = (subject: string): OutboxRecord | undefined =>
    stores.outbox.bySubject(subject)[0];

  const reread = (id: string): OutboxRecord => {
    const entry = stores.outbox.get(id);
    if (entry === null) throw new Error(`Outbox entry ${id} vanished`);
    return entry;
  };

  const cancel = (entry: OutboxRecord, successorId: string | null): void =>
    stores.outbox.patch(entry.id, {
      state: "cancelled",
      reason: null,
      nextTryAtMs: null,
      successorId,
      finishedAtMs: ports.clock.now(),
    });

  const takeUp = createTakeUp({ deps, insertWalkUp, insertEvent, cancel });

  return {
    ...createQueueActCommands({ deps, sendAnew, reread }),

    enqueueWalkUp: (walkUp) => insertWalkUp(walkUp),

    enqueueEvent: (event) => insertEvent(event),

    replaceWalkUp({ runnerId, form, actor }) {
      const entry = replaceable(runnerId);
      return entry.ok ? ok(succeed(entry.value, { form, body: bodyOf(form) }, actor)) : entry;
    },

    replaceEvent({ subject, body, actor }) {
      const entry = replaceable(subject);
      return entry.ok ? ok(succeed(entry.value, { form: null, body }, actor)) : entry;
    },

    takeBack({ subject, reason, actor }) {
      const entry = current(subject);
      if (entry === undefined) return notFound();
      if (entry.state === "cancelled") return wrongState(entry);
      const askOrganizer = entry.certainty === "confirmed";
      if (!askOrganizer) {
        if (inDoubt(entry)) return err("must-reconcile", "It may already have arrived.");
        cancel(entry, null);
      }
      tell(entry, actor, takenBackFact(entry, askOrganizer, reason));
      return ok({ askOrganizer });
    },

    decide(outboxId, decision, actor) {
      const entry = stores.outbox.get(outboxId);
      if (entry === null) return notFound();
      if (entry.state !== "needs-attention" || !entry.everMaybe) return wrongState(entry);
      if (decision.kind === "adopt" && !isFree(entry, decision.registrationId)) {
        return wrongState(entry);
      }
      const reason = decision.kind === "take-back" ? decision.reason : undefined;
      tell(entry, actor, {
        kind: "outbox.decided",
        payload: { outboxId, decision: decision.kind, ...(reason === undefined ? {} : { reason }) },
      });
      if (decision.kind === "adopt") {
        transitions.adopt(entry, decision.registrationId, "person");
      } else if (decision.kind === "send-again" && isKeySpent(entry)) {
        if (reasonBefore(entry) === "not-found-again") return ok(sendAnew(entry, actor));
        // This idempotency key can never create the entry (O7). Reconcile before another key may be used
        // (O10).
        stores.outbox.patch(outboxId, {
          state: "waiting",
          reason: "reconcile",
          nextTryAtMs: ports.clock.now(),
          asideFrom: null,
        });
      } else if (decision.kind === "send-again") {
        // This decision restarts the time window for blind replays, with whatever API key sends the entry
        // (O10).
        stores.outbox.patch(outboxId, {
          state: "waiting",
          reason: null,
          nextTryAtMs: ports.clock.now(),
          replayFromMs: null,
          credential: null,
          candidates: [],
          asideFrom: null,
        });
      } else {
        const askOrganizer = reasonBefore(entry) !== "not-found-again";
        cancel(entry, null);
        tell(entry, actor, takenBackFact(entry, askOrganizer, reason));
      }
      return ok(reread(outboxId));
    },

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

    takeUp,
  };

  /** The server has another body under this idempotency key, so the key must not be used again (O7). */
  function isKeySpent(entry: OutboxRecord): boolean {
    return stores.attempts.of(entry.id).some(({ outcome }) => outcome === "key-conflict");
  }

  /** The subject's current entry, if a successor may replace it (W3). */
  function replaceable(subject: string): Changed<"must-reconcile" | "already-confirmed"> {
    const entry = current(subject);
    if (entry === undefined) return notFound();
    if (entry.certainty === "confirmed") {
      return err("already-confirmed", "The organizer already has it.");
    }
    if (entry.state === "cancelled") return wrongState(entry);
    return inDoubt(entry) ? err("must-reconcile", "It may already have arrived.") : ok(entry);
  }

  /** Inserts a linked successor with a new idempotency key and cancels this entry (W3). */
  function succeed(
    entry: OutboxRecord,
    { form, body }: { readonly form: WalkUpForm | null; readonly body: unknown },
    actor: SyncActor,
  ): OutboxRecord {
    const { kind, endpoint, eventId, subject, path } = entry;
    const links = { predecessorId: entry.id, dependsOn: entry.dependsOn };
    const successor = insert({ kind, endpoint, eventId, subject, path, form }, body, actor, links);
    cancel(entry, successor.id);
    tell(entry, actor, editedFact(entry, successor));
    return successor;
  }

  /** The same body in a successor. */
  function sendAnew(entry: OutboxRecord, actor: SyncActor): OutboxRecord {
    return succeed(entry, { form: entry.form, body: orderOf(entry) }, actor);
  }

  /**
   * Whether a person may adopt this remote id: it is a candidate or in the roster, and no other entry here
   * claims it (O10).
   */
  function isFree(entry: OutboxRecord, remoteId: string): boolean {
    const isOffered = entry.candidates.some(({ id }) => id === remoteId);
    const isListed =
      entry.kind === "walk-up" && stores.registrations.get(remoteId)?.eventId === entry.eventId;
    return (isOffered || isListed) && claimOf(stores, entry, remoteId) !== "another";
  }
}

/** This program wrote the frozen bytes, so parsing needs no validation. */
const orderOf = ({ body }: OutboxRecord): unknown => JSON.parse(new TextDecoder().decode(body));

function editedFact(entry: OutboxRecord, successor: OutboxRecord): EntryFact {
  const links = { outboxId: successor.id, successorOf: entry.id };
  return successor.form === null
    ? { kind: "event.edited", payload: { form: orderOf(successor) as EventForm, ...links } }
    : { kind: "walk-up.edited", payload: { form: successor.form, ...links } };
}

/** Exactly the API's fields in the API's order; absent fields stay absent. */
function bodyOf(form: WalkUpForm): Record<string, string> {
  const { eventRunId, email, name, registrationType, status, paceGroup, notes } = form;
  const fields = { eventRunId, email, name, registrationType, status, paceGroup, notes };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}
