import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { projectMadeEvent } from "#shared/domain/local-events/local-event-projection.ts";
import type { Delivery } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { addBibNote } from "#shared/domain/walk-ups/walk-up.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import { sentFact, tellFacts } from "./entry-facts.ts";
import { cancelEntry, insertEvent, insertWalkUp } from "./outbox-entries.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { inDoubt, takenUp } from "./imported-entry.ts";

/**
 * Inserts outbox entries for journal subjects that have none, and finishes outbox entries that the journal
 * says are finished (J9). Call in a transaction; idempotent. Returns how many entries are in doubt because of
 * it.
 */
export function createTakeUp(deps: SyncDeps) {
  const { stores, ports } = deps;

  /**
   * An entry that this computer never sent takes the outcome that its making computer recorded. An outcome
   * from any other computer only puts the entry in doubt, so that it is reconciled before it may be sent
   * (O10, J11). Otherwise a forged journal file that says "done" would prevent a walk-up from ever being
   * sent. Returns whether the entry is newly in doubt.
   */
  const follow = (entry: OutboxRecord): boolean => {
    if (entry.firstSentAtMs !== null) return false;
    const told = tellingOf(entry, (facts) => facts);
    if (told === null || !isSettled(entry, told)) return false;
    const byMaker = tellingOf(entry, (facts) => toldByMaker(entry, facts));
    if (byMaker === null || !isSettled(entry, byMaker)) return raiseDoubt(entry);
    if (byMaker.outboxId !== entry.id) cancelEntry(deps, entry, byMaker.outboxId);
    else if (byMaker.delivery === "taken-back") cancelEntry(deps, entry, null);
    else {
      stores.outbox.patch(entry.id, {
        state: "done",
        certainty: "confirmed",
        reason: null,
        nextTryAtMs: null,
        remoteId: byMaker.remoteId,
        finishedAtMs: ports.clock.now(),
        candidates: [],
      });
    }
    return false;
  };

  const raiseDoubt = (entry: OutboxRecord): boolean => {
    if (entry.certainty !== "never-sent") return false;
    stores.outbox.patch(entry.id, inDoubt(ports.clock.now()));
    tellFacts(stores, entry, deps.actor(), [sentFact(entry, "")]);
    return true;
  };

  const tellingOf = (
    { kind, subject }: OutboxRecord,
    choose: (facts: readonly JournalEntry[]) => readonly JournalEntry[],
  ) => {
    const facts = choose(stores.journal.ofRunner([subject]));
    if (kind === "event") {
      const event = projectMadeEvent(subject, facts);
      return event && { ...event, remoteId: event.eventId };
    }
    const walkUp = projectWalkUp(subject, facts);
    return walkUp && { ...walkUp, remoteId: walkUp.wantedRegistrationId };
  };

  return (): number => {
    const made = insertMissing(deps, ports.clock.now());
    let doubted = 0;
    for (const state of ["pending", "waiting", "needs-attention"] as const) {
      for (const entry of stores.outbox.inState(state)) doubted += Number(follow(entry));
    }
    for (const entry of made) {
      if (entry.certainty === "maybe-sent") {
        tellFacts(stores, entry, deps.actor(), [sentFact(entry, "")]);
      }
    }
    return made.filter(({ state }) => state !== "done").length + doubted;
  };
}

/** Inserts outbox entries for journal subjects that have none. */
function insertMissing(deps: SyncDeps, nowMs: number): OutboxRecord[] {
  const { stores } = deps;
  const predecessorOf = (subject: string): Partial<OutboxRecord> => ({
    predecessorId: stores.outbox.bySubject(subject)[0]?.id ?? null,
  });
  const made: OutboxRecord[] = [];
  for (const told of stores.walkUps.withoutEntry()) {
    if (told.takenBack) continue;
    const { localId: runnerId, eventId, form, typedBib } = told;
    const actor = { operator: told.savedBy, desk: told.savedDesk };
    const walkUp = { eventId, runnerId, form: addBibNote(form, typedBib), actor };
    const state = takenUp(told, told.wantedRegistrationId, nowMs);
    made.push(insertWalkUp(deps, walkUp, { ...state, ...predecessorOf(runnerId) }));
  }
  for (const told of stores.localEvents.withoutEntry()) {
    const body = createEventBodySchema.safeParse(told.form);
    if (told.takenBack || !body.success) continue;
    const { localId: subject } = told;
    const actor = { operator: told.savedBy, desk: told.savedDesk };
    const state = takenUp(told, told.eventId, nowMs);
    made.push(
      insertEvent(
        deps,
        { subject, body: body.data, actor },
        { ...state, ...predecessorOf(subject) },
      ),
    );
  }
  return made;
}

interface Told {
  readonly outboxId: string;
  readonly delivery: Delivery;
}

/** Whether the entry is finished: replaced by a successor, retracted, or confirmed. */
const isSettled = ({ id }: OutboxRecord, { outboxId, delivery }: Told): boolean =>
  outboxId !== id || delivery === "taken-back" || delivery === "confirmed";

/**
 * Of a subject's journal entries: those that saved it, and those of the computer that made this outbox entry.
 */
function toldByMaker(
  { id }: OutboxRecord,
  facts: readonly JournalEntry[],
): readonly JournalEntry[] {
  const isMaking = ({ kind }: JournalEntry): boolean =>
    /^(walk-up|event)[.](saved|edited)$/.test(kind);
  const maker = facts.find((fact) => isMaking(fact) && fact.payload?.["outboxId"] === id)?.device;
  return facts.filter(
    ({ kind, device }) => device === maker || kind === "walk-up.saved" || kind === "event.saved",
  );
}
