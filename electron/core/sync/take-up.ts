import { addBibNote } from "#shared/domain/walk-up.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";
import type { OutboxRecord } from "../db/stores/outbox-store.ts";
import { sentFact, tellFacts } from "./entry-facts.ts";
import type { SyncDeps } from "./sync-deps.ts";
import type { NewEvent, NewWalkUp } from "./sync-interface.ts";
import { takenUp } from "./taken-up.ts";

export interface TakeUpParts {
  readonly deps: SyncDeps;
  readonly insertWalkUp: (walkUp: NewWalkUp, more: Partial<OutboxRecord>) => OutboxRecord;
  readonly insertEvent: (event: NewEvent, more: Partial<OutboxRecord>) => OutboxRecord;
  readonly cancel: (entry: OutboxRecord, successorId: string | null) => void;
}

/**
 * Entries for what the journal tells of and the queue does not know, and an end to those of which it tells the end (J9).
 * In a transaction; a second time changes nothing. How many new ones are in doubt.
 */
export function createTakeUp({ deps, insertWalkUp, insertEvent, cancel }: TakeUpParts) {
  const { stores, ports } = deps;

  const predecessorOf = (subject: string): Partial<OutboxRecord> => ({
    predecessorId: stores.outbox.bySubject(subject)[0]?.id ?? null,
  });

  const takeNew = (nowMs: number): OutboxRecord[] => {
    const made: OutboxRecord[] = [];
    for (const told of stores.walkUps.withoutEntry()) {
      if (told.takenBack) continue;
      const { localId: runnerId, eventId, form, typedBib } = told;
      const actor = { operator: told.savedBy, desk: told.savedDesk };
      const walkUp = { eventId, runnerId, form: addBibNote(form, typedBib), actor };
      const state = takenUp(told, told.wantedRegistrationId, nowMs);
      made.push(insertWalkUp(walkUp, { ...state, ...predecessorOf(runnerId) }));
    }
    for (const told of stores.madeEvents.withoutEntry()) {
      const body = createEventBodySchema.safeParse(told.form);
      if (told.takenBack || !body.success) continue;
      const { localId: subject } = told;
      const actor = { operator: told.savedBy, desk: told.savedDesk };
      const state = takenUp(told, told.eventId, nowMs);
      made.push(
        insertEvent({ subject, body: body.data, actor }, { ...state, ...predecessorOf(subject) }),
      );
    }
    return made;
  };

  /** What nobody sent from here ends as it ended where it was saved. */
  const follow = (entry: OutboxRecord): void => {
    const told = tellingOf(entry);
    if (told === null || entry.firstSentAtMs !== null) return;
    if (told.outboxId !== entry.id) cancel(entry, told.outboxId);
    else if (told.delivery === "taken-back") cancel(entry, null);
    else if (told.delivery === "confirmed") {
      stores.outbox.patch(entry.id, {
        state: "done",
        certainty: "confirmed",
        reason: null,
        nextTryAtMs: null,
        remoteId: told.remoteId,
        finishedAtMs: ports.clock.now(),
        candidates: [],
      });
    }
  };

  const tellingOf = ({ kind, subject }: OutboxRecord) => {
    if (kind === "event") {
      const event = stores.madeEvents.get(subject);
      return event && { ...event, remoteId: event.eventId };
    }
    const walkUp = stores.walkUps.get(subject);
    return walkUp && { ...walkUp, remoteId: walkUp.wantedRegistrationId };
  };

  return (): number => {
    const made = takeNew(ports.clock.now());
    for (const state of ["pending", "waiting", "needs-attention"] as const) {
      stores.outbox.inState(state).forEach(follow);
    }
    for (const entry of made) {
      if (entry.certainty === "maybe-sent") {
        tellFacts(stores, entry, deps.actor(), [sentFact(entry, "")]);
      }
    }
    return made.filter(({ state }) => state !== "done").length;
  };
}
