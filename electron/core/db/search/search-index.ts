import type { Database } from "better-sqlite3";
import { bibKey, foldBib, foldEmail, foldText } from "#shared/domain/search/text-folding.ts";
import { readNameKey } from "#shared/domain/search/name-keys.ts";
import {
  pairsOf,
  readRow,
  type FoldedTexts,
  type Tokens,
} from "#shared/domain/search/tokenizer.ts";
import type { Db } from "#core/db/open/database.ts";
import { createNearWords } from "./near-words.ts";

/**
 * The SQL for the tables of the search. Migration 1 runs it after it has created the table `runner`.
 *
 * - Each token in `runner_fts` starts with a character that identifies the event, so that a prefix query reads one event
 *   only. `tokensForFts` makes the tokens; the `ascii` tokenizer does not change them.
 * - The FTS5 table is contentless: it stores no text. A query returns rowids, and the text is read from `runner`.
 * - `desk_state`: 0 = confirmed, not checked in; 1 = confirmed, checked in; 2 = not confirmed, not checked in; 3 = not
 *   confirmed, checked in. A check-in by the organizer counts, too.
 * - `bib_fold` is the folded bib; `bib_key` is the folded bib without leading zeros.
 * - `scope` is the number of an event in the index; `charOfScope` makes the event's character from this number.
 * - `automerge` and `crisismerge`: Chute merges the segments of the index in separate small steps, so that FTS5 does not
 *   merge within the transaction of a command. FTS5 allows 2,000 segments; it merges by itself only just below that limit.
 * - When a row of `runner` is deleted, or its column `indexed` becomes 0, a trigger removes the row from the index.
 *
 * A released migration is never edited (`migrations.test.ts`), so this text stays as it is.
 */
export const searchDdl = `
ALTER TABLE runner ADD COLUMN desk_state INTEGER NOT NULL
  GENERATED ALWAYS AS ((standing <> 'confirmed') * 2 + (check_in_entry IS NOT NULL OR api_checked_in = 1)) VIRTUAL;
ALTER TABLE runner ADD COLUMN bib_length INTEGER NOT NULL
  GENERATED ALWAYS AS (ifnull(length(bib_fold), 100000)) VIRTUAL;
CREATE INDEX runner_of_desk ON runner (event_id, run_id, desk_state, bib_length, bib_fold);
CREATE INDEX runner_of_bib_length ON runner (event_id, bib_length, bib_fold) WHERE bib_fold IS NOT NULL;
CREATE INDEX runner_of_padded_bib ON runner (event_id, bib_key) WHERE bib_key <> bib_fold;

CREATE TABLE search_scope (
  event_id TEXT PRIMARY KEY,
  scope INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE runner_fts USING fts5 (
  bib, name, email,
  content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3 4'
);
-- Merging is done in small steps of its own, never by chance within somebody's commit.
INSERT INTO runner_fts (runner_fts, rank) VALUES ('automerge', 0);
INSERT INTO runner_fts (runner_fts, rank) VALUES ('crisismerge', 1999);

CREATE TRIGGER runner_fts_stale AFTER UPDATE OF indexed ON runner WHEN old.indexed = 1 AND new.indexed = 0 BEGIN
  DELETE FROM runner_fts WHERE rowid = old.rowid;
END;
CREATE TRIGGER runner_fts_gone AFTER DELETE ON runner WHEN old.indexed = 1 BEGIN
  DELETE FROM runner_fts WHERE rowid = old.rowid;
END;
`;

export interface SearchKeys {
  readonly nameFold: string;
  readonly emailFold: string;
  readonly bibFold: string | null;
  readonly bibKey: string | null;
}

/** The folded texts by which the search finds a runner. */
export function searchKeys(runner: {
  readonly name: string | null;
  readonly email: string;
  readonly bib: string | null;
}): SearchKeys {
  const bibFold = runner.bib === null ? null : foldBib(runner.bib);
  return {
    nameFold: foldText(runner.name ?? ""),
    emailFold: foldEmail(runner.email),
    bibFold,
    bibKey: bibFold === null ? null : bibKey(bibFold),
  };
}

/** The first of the private-use characters that identify the events. A folded text contains no such character. */
const firstScope = 0xe000;
const scopesInFirstPlane = 0x1900;

const charOfScope = (scope: number): string =>
  String.fromCodePoint(
    scope < scopesInFirstPlane ? firstScope + scope : 0xf0000 + scope - scopesInFirstPlane,
  );

/** Looks up the character that identifies an event in the index. */
export function createEventChars(raw: Database): {
  /** Returns null if the event has no character yet. */
  find(eventId: string): string | null;
  /** Creates the character if the event has none yet. */
  obtain(eventId: string): string;
} {
  const select = raw
    .prepare<[string], number>("SELECT scope FROM search_scope WHERE event_id = ?")
    .pluck();
  const insert = raw
    .prepare<[string], number>(
      "INSERT INTO search_scope (event_id, scope) SELECT ?, ifnull(max(scope) + 1, 0) FROM search_scope RETURNING scope",
    )
    .pluck();
  const find = (eventId: string): string | null => {
    const scope = select.get(eventId);
    return scope === undefined ? null : charOfScope(scope);
  };
  return { find, obtain: (eventId) => find(eventId) ?? charOfScope(insert.get(eventId) ?? 0) };
}

/** Up to this number, new segments do not slow down a search. If there are more, they are merged without a delay. */
const maxNewSegments = 400;
/** FTS5's option `usermerge`: a merge joins at least two segments of similar size and does not rewrite a single large one. */
const minMergedSegments = 2;
/** If more segments than this remain after the merge steps, all segments are merged into one. */
export const fewSegments = 4;
/** Size of one merge step, in pages of about 4 kB. */
const mergePages = 32;

export interface FoldedRow extends FoldedTexts {
  readonly rowid: number;
}

/** The columns of a `FoldedRow`. */
export const foldedColumns =
  "rowid, bib_fold AS bibFold, name_fold AS nameFold, email_fold AS emailFold";

/** Updates the index from the rows of `runner`, in short steps that do not block Node's event loop. */
export function createSearchIndex(db: Db) {
  const { raw } = db;
  const eventChars = createEventChars(raw);
  const nearWords = createNearWords(raw);
  const query = prepareIndex(raw);
  let segmentCount = query.segments.get() ?? 0;
  /** Number of segments that were added since the last merge by steps was complete. At the start, all segments count. */
  let newSegments = segmentCount;
  let isMerging = false;
  let isUsermergeSet = false;

  // The transaction is not flushed to the disk. If a power cut undoes it, the column `indexed` of its rows is undone, too,
  // and the rows are indexed again.
  const indexChunk = (eventId: string, limit: number): number =>
    db.transactionWithoutFlush(() => {
      const rows = query.unindexed.all(eventId, limit);
      if (rows.length === 0) return 0;
      const eventChar = eventChars.obtain(eventId);
      // The other tables are written first: a statement that opens a savepoint makes FTS5 end a segment, and FTS5 allows
      // 2,000 segments.
      for (const row of rows) {
        query.insertName.run(row.rowid, eventId, readNameKey(row.nameFold));
        nearWords.add(eventChar, row.nameFold);
      }
      for (const row of rows) {
        const { bib, name, email } = readRow(row);
        query.insert.run(
          row.rowid,
          tokensForFts(eventChar, bib),
          tokensForFts(eventChar, name),
          tokensForFts(eventChar, email),
        );
      }
      query.mark.run(eventId, rows.at(-1)?.rowid ?? 0);
      segmentCount += 1;
      newSegments += 1;
      return rows.length;
    });

  /**
   * Runs a merge step; false if nothing was left to merge. With a negative number of pages, FTS5 starts to merge all
   * segments into one.
   */
  const mergeStep = (pages: number): boolean => {
    const hasMerged = db.transactionWithoutFlush(() => {
      if (!isUsermergeSet) query.setFewestMerged.run();
      const before = query.totalChanges.get() ?? 0;
      query.merge.run(pages);
      // According to the documentation of FTS5, fewer than two changes mean that nothing was merged.
      return (query.totalChanges.get() ?? 0) - before >= 2;
    });
    isUsermergeSet = true;
    return hasMerged;
  };

  return {
    /**
     * Indexes at most `limit` rows of the event that are not indexed yet; returns the number of these rows. If the number is
     * below `limit`, no such row is left.
     */
    indexChunk,
    /** Indexes at most `limit` rows of one event that has rows to index; returns their number, 0 if no event has any. */
    indexSome(limit: number): number {
      const eventId = query.unindexedEvent.get();
      return eventId === undefined ? 0 : indexChunk(eventId, limit);
    },
    /**
     * When the segments of the index should be merged: now, after a time without commits, or not at all (null). Each call of
     * `indexChunk` adds a segment, and every search reads all segments.
     */
    whenToMerge(): "now" | "when-calm" | null {
      if (isMerging || newSegments > maxNewSegments) return "now";
      return newSegments > 0 && segmentCount > 1 ? "when-calm" : null;
    },
    /** Runs a small merge step; returns false if nothing is left to merge. */
    mergeSome(): boolean {
      isMerging = mergeStep(mergePages);
      if (isMerging) return true;
      newSegments = 0;
      segmentCount = query.segments.get() ?? 0;
      isMerging = segmentCount > fewSegments && mergeStep(-mergePages);
      return isMerging;
    },
  };
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;

function prepareIndex(raw: Database) {
  return {
    unindexed: raw.prepare<[string, number], FoldedRow>(
      `SELECT ${foldedColumns} FROM runner WHERE event_id = ? AND indexed = 0 ORDER BY rowid LIMIT ?`,
    ),
    insert: raw.prepare<[number, string, string, string]>(
      "INSERT INTO runner_fts (rowid, bib, name, email) VALUES (?, ?, ?, ?)",
    ),
    // A row whose bib or e-mail changed still has its name.
    insertName: raw.prepare<[number, string, string]>(
      "INSERT OR IGNORE INTO runner_name (rowid, event_id, name_key) VALUES (?, ?, ?)",
    ),
    // One statement marks all rows, because each statement that can fire a trigger of the index ends a segment.
    mark: raw.prepare<[string, number]>(
      "UPDATE runner SET indexed = 1 WHERE event_id = ? AND indexed = 0 AND rowid <= ?",
    ),
    unindexedEvent: raw
      .prepare<[], string>("SELECT event_id FROM runner WHERE indexed = 0 LIMIT 1")
      .pluck(),
    merge: raw.prepare<[number]>("INSERT INTO runner_fts (runner_fts, rank) VALUES ('merge', ?)"),
    setFewestMerged: raw.prepare(
      `INSERT INTO runner_fts (runner_fts, rank) VALUES ('usermerge', ${minMergedSegments})`,
    ),
    segments: raw.prepare<[], number>("SELECT count(DISTINCT segid) FROM runner_fts_idx").pluck(),
    totalChanges: raw.prepare<[], number>("SELECT total_changes()").pluck(),
  };
}

/** The tokens of a field, separated by spaces. Each token starts with the event's character. */
function tokensForFts(eventChar: string, { words, runs }: Tokens): string {
  const tokens = words.map(({ text }) => eventChar + text);
  for (const { text } of runs) for (const pair of pairsOf(text)) tokens.push(eventChar + pair);
  return tokens.join(" ");
}
