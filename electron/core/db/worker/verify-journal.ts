import type { Database } from "better-sqlite3";
import type { EntryIdentity } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { hashesMatch } from "#core/db/stores/journal/journal-merge.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import type { SqlRow } from "#core/db/table.ts";

const maxReported = 1_000;

/**
 * Checks the hash chain of every epoch from its first entry (J6): each hash is correct, each entry names the previous
 * hash, and no sequence number is missing.
 */
export function verifyJournal(raw: Database) {
  const statement = raw.prepare<[], SqlRow>(
    `SELECT ${journalTable.columns} FROM journal ORDER BY device, epoch, sequence`,
  );
  const brokenAt: EntryIdentity[] = [];
  let entries = 0;
  let before: JournalEntry | null = null;
  for (const stored of statement.iterate()) {
    const entry = journalTable.read(stored);
    entries += 1;
    if (!(follows(entry, before) && hashesMatch(entry)) && brokenAt.length < maxReported) {
      const { device, epoch, sequence } = entry;
      brokenAt.push({ device, epoch, sequence });
    }
    before = entry;
  }
  return {
    entries,
    /** The first 1,000 entries with a wrong hash, payload or predecessor. */
    brokenAt,
  };
}

function follows(entry: JournalEntry, before: JournalEntry | null): boolean {
  const sameChain = before?.device === entry.device && before.epoch === entry.epoch;
  if (!sameChain) return entry.sequence === 1 && entry.previousHash === "";
  return entry.sequence === before.sequence + 1 && entry.previousHash === before.hash;
}
