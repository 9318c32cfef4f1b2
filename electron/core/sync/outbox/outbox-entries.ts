import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import type { Stores } from "#core/db/stores.ts";
import type { OutboxChange, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { NewEvent, NewWalkUp, RequestIds } from "#core/sync/sync-interface.ts";

/** An entry after a change, or why it could not be changed. */
export type Changed<Code extends string> = Result<
  OutboxRecord,
  Failure<Code | "not-found" | "wrong-state">
>;

export const notFound = () => err("not-found", "There is no such entry in the queue.");
export const mustReconcile = () => err("must-reconcile", "It may already have arrived.");
export const wrongState = ({ state, certainty, reason }: OutboxRecord) =>
  err("wrong-state", "The entry's state does not allow this.", {
    details: { state, certainty, reason },
  });

/** What distinguishes one entry from another, apart from its bytes. */
export type EntrySubject = Pick<
  OutboxRecord,
  "kind" | "endpoint" | "eventId" | "subject" | "path" | "form"
>;

/** Inserts an entry with a new idempotency key; `body` is frozen as bytes (O2). In a transaction. */
export function insertEntry(
  { stores, ports }: SyncDeps,
  subject: EntrySubject,
  body: unknown,
  author: EntryAuthor,
  more: Partial<OutboxRecord> = {},
): OutboxRecord {
  const record: OutboxRecord = {
    ...subject,
    id: ports.random.uuid(),
    method: "POST",
    body: new TextEncoder().encode(JSON.stringify(body)),
    idempotencyKey: ports.random.uuid(),
    state: "pending",
    certainty: "never-sent",
    everMaybe: false,
    reason: null,
    credential: null,
    predecessorId: null,
    successorId: null,
    savedAtMs: ports.clock.now(),
    savedBy: author.operator,
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
}

const idsOf = (request: RequestIds | undefined): Partial<OutboxRecord> =>
  request === undefined ? {} : { id: request.outboxId, idempotencyKey: request.key };

export const insertWalkUp = (
  deps: SyncDeps,
  { eventId, runnerId: subject, form, author, request }: NewWalkUp,
  more: Partial<OutboxRecord> = idsOf(request),
): OutboxRecord =>
  insertEntry(
    deps,
    {
      kind: "walk-up",
      endpoint: "registration.create",
      eventId,
      subject,
      path: "/registration",
      form,
    },
    walkUpBody(form),
    author,
    more,
  );

export const insertEvent = (
  deps: SyncDeps,
  { subject, body, author, request }: NewEvent,
  more: Partial<OutboxRecord> = idsOf(request),
): OutboxRecord =>
  insertEntry(
    deps,
    {
      kind: "event",
      endpoint: "events.create",
      eventId: null,
      subject,
      path: "/events",
      form: null,
    },
    body,
    author,
    more,
  );

/** The columns of an entry that the organizer has under this id. */
export const confirmedAs = (remoteId: string | null, nowMs: number): OutboxChange => ({
  state: "done",
  certainty: "confirmed",
  reason: null,
  nextTryAtMs: null,
  remoteId,
  finishedAtMs: nowMs,
  candidates: [],
  asideFrom: null,
});

/** Cancels an entry, which is never sent again. In a transaction. */
export const cancelEntry = (
  { stores, ports }: SyncDeps,
  entry: OutboxRecord,
  successorId: string | null,
): void =>
  stores.outbox.patch(entry.id, {
    state: "cancelled",
    reason: null,
    nextTryAtMs: null,
    successorId,
    finishedAtMs: ports.clock.now(),
  });

/** The columns of an entry whose walk-up is no longer retracted. */
export function beforeRetraction(entry: OutboxRecord, nowMs: number): OutboxChange {
  const reopened = { finishedAtMs: null, asideFrom: null };
  // Reconcile an entry that may have arrived before anything is sent (O10).
  if (entry.everMaybe) {
    return { ...reopened, state: "waiting", reason: "reconcile", nextTryAtMs: nowMs };
  }
  return entry.certainty === "refused"
    ? { ...reopened, state: "needs-attention", reason: "refused" }
    : { ...reopened, state: "pending", reason: null };
}

/** The entry as it is now. Throws if it does not exist. */
export function requireEntry({ outbox }: Stores, id: string): OutboxRecord {
  const entry = outbox.get(id);
  if (entry === null) throw new Error(`Outbox entry ${id} vanished`);
  return entry;
}

/** Exactly the API's fields in the API's order; absent fields stay absent. */
export function walkUpBody(form: WalkUpForm): Record<string, string> {
  const { eventRunId, email, name, registrationType, status, paceGroup, notes } = form;
  const fields = { eventRunId, email, name, registrationType, status, paceGroup, notes };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}
