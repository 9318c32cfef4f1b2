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
 * Tables of the search, which migration 1 creates after `runner`.
 *
 * - Each token in `runner_fts` starts with a character that identifies the event, so that a prefix query reads one event
 *   only. The tokens are made here; the `ascii` tokenizer does not change them.
 * - The FTS5 table is contentless: it returns row numbers, and the texts are only in `runner`.
 * - `desk_state`: 0 confirmed and not here, 1 confirmed and here, 2 not confirmed, 3 not confirmed but here.
 * - Triggers remove a row from the index when it is deleted or its `indexed` becomes 0.
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

/** The folded texts that a runner row is found by. */
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

/** First of the private-use characters that identify an event; folded texts contain none. */
const firstScope = 0xe000;
const scopesInFirstPlane = 0x1900;

const scopeChar = (scope: number): string =>
  String.fromCodePoint(
    scope < scopesInFirstPlane ? firstScope + scope : 0xf0000 + scope - scopesInFirstPlane,
  );

/** Finds the character of an event in the index; null if the event has none yet. */
export function createScopes(raw: Database): {
  find(eventId: string): string | null;
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
  const known = new Map<string, string>();
  const find = (eventId: string): string | null => {
    const remembered = known.get(eventId);
    if (remembered !== undefined) return remembered;
    const scope = select.get(eventId);
    if (scope === undefined) return null;
    const char = scopeChar(scope);
    // A number that is not committed may be rolled back.
    if (!raw.inTransaction) known.set(eventId, char);
    return char;
  };
  return { find, obtain: (eventId) => find(eventId) ?? scopeChar(insert.get(eventId) ?? 0) };
}

/** Updates the index from the runner rows, in short steps that do not block the event loop. */
export interface SearchIndex {
  /** Indexes up to `limit` waiting rows of an event; returns their number, which is below `limit` when none is left. */
  indexChunk(eventId: string, limit: number): number;
  /** The same for any event; false if no row waits. */
  indexSome(limit: number): boolean;
  /** Whether the segments should be merged, now or in a pause. Each chunk adds a segment, which every search must read. */
  mergeDue(): "now" | "when-calm" | null;
  /** Runs a small merge step; false if nothing is left to merge. */
  mergeSome(): boolean;
}

/** More new segments than this are merged without waiting for a pause; up to this many do not slow down searches. */
const mostNewSegments = 400;
/** FTS5's `usermerge`: merges at least two segments of similar size, and leaves a large one alone. */
const fewestMerged = 2;
/** More segments than this are then merged into one. */
export const fewSegments = 4;
/** Size of one merge step, in pages of about 4 kB. */
const mergePages = 32;

export interface FoldedRow {
  readonly rowid: number;
  readonly name_fold: string;
  readonly email_fold: string;
  readonly bib_fold: string | null;
}

export const foldedTexts = (row: FoldedRow): FoldedTexts => ({
  bibFold: row.bib_fold,
  nameFold: row.name_fold,
  emailFold: row.email_fold,
});

export function createSearchIndex(db: Db): SearchIndex {
  const { raw } = db;
  const scopes = createScopes(raw);
  const nearWords = createNearWords(db);
  const query = prepareIndex(raw);
  let segmentCount = query.segments.get() ?? 0;
  /** Segments since the last complete merge. */
  let newSegments = segmentCount;
  let isMerging = false;
  let isSetUp = false;

  // Needs no flush, because the index is derived from the rows: if a power cut undoes a step, its `indexed` marks are
  // undone, too, and the rows are indexed again.
  const indexChunk = (eventId: string, limit: number): number =>
    db.transactionWithoutFlush(() => {
      const rows = query.unindexed.all(eventId, limit);
      if (rows.length === 0) return 0;
      const scope = scopes.obtain(eventId);
      // Other tables first: a statement with a savepoint makes FTS5 end a segment, and FTS5 allows 2,000 segments.
      for (const row of rows) {
        query.insertName.run(row.rowid, eventId, readNameKey(row.name_fold));
        nearWords.add(scope, row.name_fold);
      }
      for (const row of rows) {
        const { bib, name, email } = readRow(foldedTexts(row));
        query.insert.run(
          row.rowid,
          indexed(scope, bib),
          indexed(scope, name),
          indexed(scope, email),
        );
      }
      query.mark.run(eventId, rows.at(-1)?.rowid ?? 0);
      segmentCount += 1;
      newSegments += 1;
      return rows.length;
    });

  /** Runs a merge step; false if nothing was left to merge. A negative number starts to merge all segments. */
  const mergePart = (pages: number): boolean => {
    const isMore = db.transactionWithoutFlush(() => {
      if (!isSetUp) query.setFewestMerged.run();
      const before = query.written.get() ?? 0;
      query.merge.run(pages);
      // According to the documentation of FTS5, fewer than two changes mean that nothing was merged.
      return (query.written.get() ?? 0) - before >= 2;
    });
    isSetUp = true;
    return isMore;
  };

  return {
    indexChunk,
    indexSome(limit) {
      const eventId = query.dueEvent.get();
      return eventId !== undefined && indexChunk(eventId, limit) > 0;
    },
    mergeDue() {
      if (isMerging || newSegments > mostNewSegments) return "now";
      return newSegments > 0 && segmentCount > 1 ? "when-calm" : null;
    },
    mergeSome() {
      isMerging = mergePart(mergePages);
      if (isMerging) return true;
      newSegments = 0;
      segmentCount = query.segments.get() ?? 0;
      isMerging = segmentCount > fewSegments && mergePart(-mergePages);
      return isMerging;
    },
  };
}

function prepareIndex(raw: Database) {
  return {
    unindexed: raw.prepare<[string, number], FoldedRow>(
      "SELECT rowid, name_fold, email_fold, bib_fold FROM runner WHERE event_id = ? AND indexed = 0 ORDER BY rowid LIMIT ?",
    ),
    insert: raw.prepare<[number, string, string, string]>(
      "INSERT INTO runner_fts (rowid, bib, name, email) VALUES (?, ?, ?, ?)",
    ),
    insertName: raw.prepare<[number, string, string]>(
      "INSERT INTO runner_name (rowid, event_id, name_key) VALUES (?, ?, ?)",
    ),
    // One statement for the chunk, because each statement that can fire a trigger on the index ends a segment.
    mark: raw.prepare<[string, number]>(
      "UPDATE runner SET indexed = 1 WHERE event_id = ? AND indexed = 0 AND rowid <= ?",
    ),
    dueEvent: raw
      .prepare<[], string>("SELECT event_id FROM runner WHERE indexed = 0 LIMIT 1")
      .pluck(),
    merge: raw.prepare<[number]>("INSERT INTO runner_fts (runner_fts, rank) VALUES ('merge', ?)"),
    setFewestMerged: raw.prepare(
      `INSERT INTO runner_fts (runner_fts, rank) VALUES ('usermerge', ${fewestMerged})`,
    ),
    segments: raw.prepare<[], number>("SELECT count(DISTINCT segid) FROM runner_fts_idx").pluck(),
    written: raw.prepare<[], number>("SELECT total_changes()").pluck(),
  };
}

/** The tokens of a field with the event's character, separated by spaces. */
function indexed(scope: string, { words, runs }: Tokens): string {
  const tokens = words.map(({ text }) => scope + text);
  for (const { text } of runs) for (const pair of pairsOf(text)) tokens.push(scope + pair);
  return tokens.join(" ");
}
