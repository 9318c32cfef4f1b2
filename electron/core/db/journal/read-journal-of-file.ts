import type { Database } from "better-sqlite3";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { MirrorItem } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { openReader } from "#core/db/open/connection.ts";
import { errorCode } from "#core/db/open/folder-lock.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import { prepareRows } from "#core/db/table.ts";

const batch = 200;
/** Rows in a row that cannot be read: then nothing behind them is looked for. One damaged page has about ten. */
const mostUnread = 20_000;

/**
 * The journal of a database that was set aside, as far as it can be read; whether its entries can be believed is for the
 * merge to say (J11). Rows that cannot be read are passed over, one by one. Nothing of a file that is no database.
 */
export function* journalOfFile(path: string): Generator<MirrorItem> {
  let raw: Database | null = null;
  try {
    raw = openReader(path);
    yield* entriesOf(raw);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  } finally {
    raw?.close();
  }
}

function* entriesOf(raw: Database): Generator<MirrorItem> {
  const rows = prepareRows<JournalEntry & { readonly row: number }, [number, number, number]>(
    raw,
    { read: (stored) => ({ ...journalTable.read(stored), row: Number(stored["row"]) }) },
    `SELECT rowid AS row, ${journalTable.columns} FROM journal
     WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ?`,
  );
  let after = 0;
  let unread = 0;
  while (unread < mostUnread) {
    // Behind a row that cannot be read they are asked for one by one.
    const isWary = unread > 0;
    try {
      const until = isWary ? after + 1 : Number.MAX_SAFE_INTEGER;
      const found = rows.all(after, until, batch);
      for (const { row, ...entry } of found) {
        after = row;
        unread = 0;
        yield { kind: "entry", entry, bytes: JSON.stringify(entry.payload).length, signer: null };
      }
      if (found.length > 0) continue;
      if (!isWary) return;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // The first time the rows before it are still to be had.
      if (!isWary) {
        unread = 1;
        continue;
      }
    }
    after += 1;
    unread += 1;
  }
}

/** Rows of damaged pages may also hold what is no JSON. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || errorCode(error)?.startsWith("SQLITE_") === true;
