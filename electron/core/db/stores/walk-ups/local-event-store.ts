import type { Database } from "better-sqlite3";
import { isLocalEventId } from "#shared/domain/basics/ids.ts";
import type { LocalEventProjection } from "#shared/domain/local-events/local-event-projection.ts";
import { projectMadeEvent } from "#shared/domain/local-events/local-event-projection.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain, prepareRows } from "#core/db/table.ts";
import type { JournalReader } from "#core/db/stores/journal/journal-reader.ts";

/** A row of the projection. */
export type LocalEventRecord = LocalEventProjection;

export interface LocalEventStore {
  get(localId: string): LocalEventRecord | null;
  /** The one that became this event of the organizer's; of several the earliest. */
  byEvent(eventId: string): LocalEventRecord | null;
  /** In the order they were saved. */
  all(): LocalEventRecord[];
  /** Works one out anew from its facts, in the transaction of the facts. Null when nothing tells of it. */
  refresh(localId: string): LocalEventRecord | null;
  /** Confirmed ones whose event this computer has not read yet. */
  unread(): LocalEventRecord[];
  /** Those whose entry of the queue is not here: the journal came from another computer (J9). */
  withoutEntry(): LocalEventRecord[];
}

const localEventTable = defineTable<LocalEventRecord>("made_event", {
  localId: plain("local_id"),
  outboxId: plain("outbox_id"),
  form: json("form"),
  delivery: plain("delivery"),
  takenBack: flag("taken_back"),
  askOrganizer: flag("ask_organizer"),
  eventId: plain("event_id"),
  savedAtMs: plain("saved_at_ms"),
  savedBy: plain("saved_by"),
  savedDesk: plain("saved_desk"),
});

const select = `SELECT ${localEventTable.columns} FROM made_event`;
const savedOrder = "ORDER BY saved_at_ms, local_id";

export function createMadeEventStore(
  { raw }: Pick<Db, "raw">,
  journal: JournalReader,
): LocalEventStore {
  const put = raw.prepare(localEventTable.upsertSql(["localId"]));
  const remove = raw.prepare<[string]>("DELETE FROM made_event WHERE local_id = ?");
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<LocalEventRecord, Parameters>(raw, localEventTable, `${select} ${rest}`);
  const one = rows<[string]>("WHERE local_id = ?");
  const byEvent = rows<[string]>(`WHERE event_id = ? ${savedOrder} LIMIT 1`);
  const all = rows<[]>(savedOrder);
  const unread = rows<[]>(
    `WHERE event_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM event WHERE event.id = made_event.event_id) ${savedOrder}`,
  );
  const withoutEntry = rows<[]>(
    `WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = made_event.outbox_id) ${savedOrder}`,
  );
  return {
    get: (localId) => one.get(localId),
    byEvent: (eventId) => byEvent.get(eventId),
    all: () => all.all(),
    unread: () => unread.all(),
    withoutEntry: () => withoutEntry.all(),
    refresh(localId) {
      const made = projectMadeEvent(localId, journal.ofRunner([localId]));
      if (made === null) remove.run(localId);
      else put.run(localEventTable.bind(made));
      return made;
    },
  };
}

/** Kept rows, and those the journal alone makes, by local id; for comparing them (J5). */
export function compareMadeEvents(
  raw: Database,
  journal: JournalReader,
  compare: (id: string, kept: unknown, expected: unknown) => void,
): void {
  const kept = new Map(
    prepareRows<LocalEventRecord, []>(raw, localEventTable, select)
      .all()
      .map((made) => [made.localId, made]),
  );
  const told = raw
    .prepare<[], string>("SELECT DISTINCT subject FROM journal WHERE kind = 'event.saved'")
    .pluck()
    .all()
    .filter(isLocalEventId);
  for (const id of new Set([...told, ...kept.keys()])) {
    compare(id, kept.get(id) ?? null, projectMadeEvent(id, journal.ofRunner([id])));
  }
}
