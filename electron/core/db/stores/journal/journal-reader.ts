import type { Database } from "better-sqlite3";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { inSeenOrder } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";
import { defineTable, json, plain, prepareRows } from "#core/db/table.ts";

/** What reads the journal and writes nothing: also the workers' side. */
export interface JournalReader {
  /** Every entry with one of these ids as subject or other subject, in the order in which they count; two ids at most. */
  ofRunner(ids: readonly string[]): JournalEntry[];
  /** Subjects and other subjects of an event's entries, each once. */
  subjects(eventId: string): string[];
  hasAny(eventId: string): boolean;
  /** Whether any entry names this id. */
  names(id: string): boolean;
}

export const journalTable = defineTable<JournalEntry>("journal", {
  device: plain("device"),
  epoch: plain("epoch"),
  sequence: plain("sequence"),
  hlc: plain("hlc"),
  wallAtMs: plain("wall_at_ms"),
  operator: plain("operator"),
  desk: plain("desk"),
  kind: plain("kind"),
  eventId: plain("event_id"),
  subject: plain("subject"),
  otherSubject: plain("other_subject"),
  payload: json("payload"),
  salt: plain("salt"),
  payloadHash: plain("payload_hash"),
  previousHash: plain("previous_hash"),
  hash: plain("hash"),
  commandId: plain("command_id"),
});

/** The journal's order in SQL; `compareEntries` is the same in code, and `inSeenOrder` adds what clocks do not tell. */
export const journalOrder = "hlc, device, epoch, sequence";

export function createJournalReader(raw: Database): JournalReader {
  // Sorted here: an ORDER BY would have SQLite plan it anew for each runner (`boundLimit`).
  const ofTwo = prepareRows<JournalEntry, [string, string, string, string]>(
    raw,
    journalTable,
    `SELECT ${journalTable.columns} FROM journal
     WHERE subject IN (?, ?) OR other_subject IN (?, ?)`,
  );
  const subjects = raw
    .prepare<[string, string], string>(
      `SELECT subject FROM journal WHERE event_id = ?
       UNION SELECT other_subject FROM journal WHERE event_id = ? AND other_subject IS NOT NULL`,
    )
    .pluck();
  const any = raw.prepare<[string], number>("SELECT 1 FROM journal WHERE event_id = ? LIMIT 1");
  const names = raw.prepare<[string, string], number>(
    `SELECT 1 FROM journal WHERE subject = ?
     UNION ALL SELECT 1 FROM journal WHERE other_subject = ? LIMIT 1`,
  );
  return {
    ofRunner([id = "", alias = id, ...more]) {
      if (more.length > 0) throw new RangeError("A runner has two ids at most");
      return inSeenOrder(ofTwo.all(id, alias, id, alias));
    },
    subjects: (eventId) => subjects.all(eventId, eventId),
    hasAny: (eventId) => any.get(eventId) !== undefined,
    names: (id) => names.get(id, id) !== undefined,
  };
}

/** The time zone a person last gave an event (D8); null if nobody did. */
export function askedTimeZone(journal: JournalReader, eventId: string): string | null {
  const facts = journal.ofRunner([eventId]).map((entry) => parseFact(entry));
  const last = facts.findLast((fact) => fact?.kind === "time-zone.set");
  return last?.kind === "time-zone.set" ? last.payload.timeZone : null;
}
