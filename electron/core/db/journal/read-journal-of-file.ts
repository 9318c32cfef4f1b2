import type { Database } from "better-sqlite3";
import type { MirrorItem } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { openDamagedReader } from "#core/db/open/connection.ts";
import { errorCode } from "#core/db/files/file-errors.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import type { SqlRow } from "#core/db/table.ts";

const batchRows = 200;
/** Reading ends after this number of consecutive unreadable rows. A damaged page has about ten rows. */
const maxUnread = 20_000;

/**
 * Reads the journal of a damaged database and skips the rows that cannot be read. Yields nothing if the file is not a
 * database. The entries are not verified; the merge does that (J11).
 */
export function* journalOfFile(path: string): Generator<MirrorItem> {
  let raw: Database | null = null;
  try {
    raw = openDamagedReader(path);
    yield* entriesOf(raw);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  } finally {
    raw?.close();
  }
}

function* entriesOf(raw: Database): Generator<MirrorItem> {
  const rows = raw.prepare<[number, number, number], SqlRow>(
    `SELECT rowid AS row, ${journalTable.columns} FROM journal
     WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ?`,
  );
  let after = 0;
  let unread = 0;
  while (unread < maxUnread) {
    // After an unreadable row, rows are read one at a time.
    const isSingle = unread > 0;
    try {
      const until = isSingle ? after + 1 : Number.MAX_SAFE_INTEGER;
      const found = rows.all(after, until, batchRows);
      for (const { row, ...stored } of found) {
        const entry = journalTable.read(stored);
        after = Number(row);
        unread = 0;
        yield { kind: "entry", entry, bytes: JSON.stringify(entry.payload).length, signer: null };
      }
      if (found.length > 0) continue;
      if (!isSingle) return;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // The error hides the readable rows of the batch, so the batch is read again, one row at a time.
      if (!isSingle) {
        unread = 1;
        continue;
      }
    }
    after += 1;
    unread += 1;
  }
}

/** A row of a damaged page may also contain invalid JSON. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || errorCode(error)?.startsWith("SQLITE_") === true;
