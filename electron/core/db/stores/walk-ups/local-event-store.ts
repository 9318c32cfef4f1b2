import type { Database } from "better-sqlite3";
import { isLocalEventId } from "#shared/domain/basics/ids.ts";
import type { LocalEventProjection } from "#shared/domain/local-events/local-event-projection.ts";
import { projectLocalEvent } from "#shared/domain/local-events/local-event-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable } from "#core/db/table.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";

/** A local event: a row of the projection. */
export type LocalEventRecord = LocalEventProjection;

const localEventTable = defineTable<LocalEventRecord>("made_event", {
  localId: column.plain(),
  outboxId: column.plain(),
  form: column.json(),
  delivery: column.plain(),
  takenBack: column.flag,
  askOrganizer: column.flag,
  eventId: column.plain(),
  savedAtMs: column.plain(),
  savedBy: column.plain(),
  savedDesk: column.plain(),
});

const savedOrder = "ORDER BY saved_at_ms, local_id";

export type LocalEventStore = ReturnType<typeof createLocalEventStore>;

export function createLocalEventStore({ raw }: Db, journal: JournalReader) {
  const put = localEventTable.upsert(raw, ["localId"]);
  const remove = raw.prepare<[string]>("DELETE FROM made_event WHERE local_id = ?");
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    localEventTable.select<Parameters>(raw, rest);
  return {
    get: rows<[localId: string]>("WHERE local_id = ?").get,
    /** The local event that the organizer confirmed as this event; the earliest one if there are several. */
    byEvent: rows<[eventId: string]>(`WHERE event_id = ? ${savedOrder} LIMIT 1`).get,
    /** All local events, in the order in which they were saved. */
    all: rows<[]>(savedOrder).all,
    /** Confirmed local events whose event was not downloaded yet. */
    unread: rows<[]>(
      `WHERE event_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM event WHERE event.id = made_event.event_id) ${savedOrder}`,
    ).all,
    /** Local events without an outbox entry, because another computer's journal was imported (J9). */
    withoutEntry: rows<[]>(
      `WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = made_event.outbox_id) ${savedOrder}`,
    ).all,
    /** Projects a local event from the journal, in the transaction that appends its entries. Null if it has none. */
    refresh(localId: string): LocalEventRecord | null {
      const projection = projectLocalEvent(localId, journal.ofSubjects([localId]));
      if (projection === null) remove.run(localId);
      else put(projection);
      return projection;
    },
  };
}

/** Compares the stored rows with the projection of the journal (J5). */
export function compareLocalEvents(
  raw: Database,
  journal: JournalReader,
  compare: (id: string, stored: unknown, expected: unknown) => void,
): void {
  const rows = localEventTable.select<[]>(raw, "").all();
  const stored = new Map(rows.map((row) => [row.localId, row]));
  const saved = raw
    .prepare<[], string>("SELECT DISTINCT subject FROM journal WHERE kind = 'event.saved'")
    .pluck()
    .all()
    .filter(isLocalEventId);
  for (const id of new Set([...saved, ...stored.keys()])) {
    compare(id, stored.get(id) ?? null, projectLocalEvent(id, journal.ofSubjects([id])));
  }
}
