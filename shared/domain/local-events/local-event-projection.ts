import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { EventForm } from "#shared/domain/journal/journal-facts.ts";
import type { LocalRecord } from "#shared/domain/outbox/local-record.ts";
import { projectRecord, recordFacts } from "#shared/domain/outbox/local-record.ts";

/** An event that was made in Chute, computed from its journal entries (W3). */
export interface LocalEventProjection extends LocalRecord<EventForm> {
  /** The id that the organizer gave the event; the first id if there are several, null while the id is unknown. */
  readonly eventId: string | null;
}

/** Returns null if the event was never saved, or if its payload was wiped. `entries` are in journal order. */
export function projectLocalEvent(
  localId: string,
  entries: readonly JournalEntry[],
): LocalEventProjection | null {
  const facts = recordFacts("event", localId, entries);
  if (facts === null) return null;
  const eventId = facts.of("event.confirmed", "event.adopted")[0]?.fact.payload.eventId ?? null;
  return { ...projectRecord(facts, eventId !== null), eventId };
}
