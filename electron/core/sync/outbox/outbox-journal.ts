import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { Stores } from "#core/db/stores.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { ServerMessage } from "#core/partner/classify-response.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";

/** The journal entries about the subject of an outbox entry: a walk-up or a local event (J5). */
export type EntryFact = Extract<Fact, { kind: `${"walk-up" | "event" | "outbox"}.${string}` }>;

type Subject = Pick<OutboxRecord, "kind" | "eventId" | "subject">;
type Carrier = Pick<OutboxRecord, "id" | "kind">;

/** Appends the entries and refreshes the projection of the subject. Call in the transaction of the change. */
export function appendEntries(
  stores: Stores,
  { kind, eventId, subject }: Subject,
  author: EntryAuthor,
  facts: readonly EntryFact[],
): void {
  if (facts.length === 0) return;
  for (const fact of facts) {
    stores.journal.append({ ...fact, eventId, subject, ...author } satisfies NewEntry);
  }
  if (kind === "event") stores.localEvents.refresh(subject);
  else if (eventId !== null) stores.runners.refresh(eventId, subject);
}

export const sentFact = ({ id: outboxId, kind }: Carrier, credential: string): EntryFact => ({
  kind: `${kind}.sent`,
  payload: { outboxId, credential },
});

export const refusedFact = (
  { id: outboxId, kind }: Carrier,
  { status, code, message, fields }: ServerMessage,
): EntryFact => ({
  kind: `${kind}.refused`,
  payload: {
    outboxId,
    httpStatus: status,
    code,
    message: message ?? "",
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  },
});

type Refusal = Pick<OutboxRecord, "httpStatus" | "serverMessage" | "serverFields">;

export const noRefusal: Refusal = { httpStatus: null, serverMessage: null, serverFields: {} };

/** The server's words in the last refusal of this request that the journal holds; empty columns without one. */
export function refusalIn(outboxId: string, entries: readonly JournalEntry[]): Refusal {
  for (const entry of entries.toReversed()) {
    const fact = parseFact(entry);
    if (fact?.kind !== "walk-up.refused" && fact?.kind !== "event.refused") continue;
    const { payload } = fact;
    if (payload.outboxId !== outboxId) continue;
    const { httpStatus, message, fields } = payload;
    return {
      httpStatus,
      serverMessage: message === "" ? null : message,
      serverFields: fields ?? {},
    };
  }
  return noRefusal;
}

export const confirmedFact = ({ id: outboxId, kind }: Carrier, remoteId: string): EntryFact =>
  kind === "event"
    ? { kind: "event.confirmed", payload: { outboxId, eventId: remoteId } }
    : { kind: "walk-up.confirmed", payload: { outboxId, participantId: remoteId } };

export const adoptedFact = (
  { id: outboxId, kind }: Carrier,
  remoteId: string,
  by: "reconcile" | "person",
): EntryFact =>
  kind === "event"
    ? { kind: "event.adopted", payload: { outboxId, eventId: remoteId, by } }
    : { kind: "walk-up.adopted", payload: { outboxId, registrationId: remoteId, by } };

export const retractedFact = (
  { kind }: Pick<OutboxRecord, "kind">,
  askOrganizer: boolean,
  reason: string | undefined,
): EntryFact => ({
  kind: `${kind}.taken-back`,
  payload: withoutUndefined({ askOrganizer, reason }),
});
