import type { Database } from "better-sqlite3";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { inSeenOrder } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { column, defineTable } from "#core/db/table.ts";

export const journalTable = defineTable<JournalEntry>("journal", {
  device: column.plain(),
  epoch: column.plain(),
  sequence: column.plain(),
  hlc: column.plain(),
  wallAtMs: column.plain(),
  operator: column.plain(),
  desk: column.plain(),
  kind: column.plain(),
  eventId: column.plain(),
  subject: column.plain(),
  otherSubject: column.plain(),
  payload: column.json(),
  salt: column.plain(),
  payloadHash: column.plain(),
  previousHash: column.plain(),
  hash: column.plain(),
  commandId: column.plain(),
});

/** The journal's order in SQL. `compareEntries` is the same order; `inSeenOrder` also respects `seen` of the entries. */
export const journalOrder = "hlc, device, epoch, sequence";

/** Reads the journal; workers use it too. */
export type JournalReader = ReturnType<typeof createJournalReader>;

export function createJournalReader(raw: Database) {
  // Without ORDER BY: with it, SQLite plans the statement again for each runner (see `boundLimit`).
  const ofTwo = journalTable.select<[string, string, string, string]>(
    raw,
    "WHERE subject IN (?, ?) OR other_subject IN (?, ?)",
  );
  const subjects = raw
    .prepare<[string, string], string>(
      `SELECT subject FROM journal WHERE event_id = ?
       UNION SELECT other_subject FROM journal WHERE event_id = ? AND other_subject IS NOT NULL`,
    )
    .pluck();
  const any = raw.prepare<[string], number>("SELECT 1 FROM journal WHERE event_id = ? LIMIT 1");
  const anyAbout = raw.prepare<[string, string], number>(
    `SELECT 1 FROM journal WHERE subject = ?
     UNION ALL SELECT 1 FROM journal WHERE other_subject = ? LIMIT 1`,
  );
  return {
    /** All entries with one of these ids (at most two) as subject or other subject, in `inSeenOrder`. */
    ofSubjects([id = "", alias = id, ...more]: readonly string[]): JournalEntry[] {
      if (more.length > 0) throw new RangeError("At most two ids");
      return inSeenOrder(ofTwo.all(id, alias, id, alias));
    },
    /** The distinct subjects and other subjects of an event's entries. */
    subjects: (eventId: string) => subjects.all(eventId, eventId),
    hasAny: (eventId: string) => any.get(eventId) !== undefined,
    /** Whether any entry has this id as subject or other subject. */
    hasSubject: (id: string) => anyAbout.get(id, id) !== undefined,
  };
}

/** The time zone that a person last chose for an event (D8); null if nobody did. */
export function askedTimeZone(journal: JournalReader, eventId: string): string | null {
  const facts = journal.ofSubjects([eventId]).map((entry) => parseFact(entry));
  const last = facts.findLast((fact) => fact?.kind === "time-zone.set");
  return last?.kind === "time-zone.set" ? last.payload.timeZone : null;
}
