import type { Database } from "better-sqlite3";
import { bibKey, foldBib, foldEmail, foldText } from "#shared/domain/search/text-folding.ts";
import { readNameKey } from "#shared/domain/search/name-keys.ts";
import { pairsOf, readRow, type Tokens } from "#shared/domain/search/tokenizer.ts";
import type { Db } from "#core/db/open/database.ts";
import { createNearWords } from "./near-words.ts";

/**
 * Tables of the search, made by migration 1 after `runner`.
 *
 * - Every token in `runner_fts` starts with a character that stands for its event, so a prefix is
 *   looked up within one event only. The tokens are made here; the `ascii` tokenizer leaves them be.
 * - Contentless: it answers row numbers, the texts stay in `runner`.
 * - `desk_state`: 0 confirmed and not here, 1 confirmed and here, 2 not confirmed, 3 not confirmed yet here.
 * - A row whose `indexed` turns 0, or that vanishes, leaves the index at once by trigger.
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

/** What the runner row keeps to be found by. */
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

/** First of the private-use characters that stand for an event; folding leaves none in a text. */
const firstScope = 0xe000;
const scopesInFirstPlane = 0x1900;

/** The character of the event with this number. */
const scopeChar = (scope: number): string =>
  String.fromCodePoint(
    scope < scopesInFirstPlane ? firstScope + scope : 0xf0000 + scope - scopesInFirstPlane,
  );

/** The number that stands for an event in the index; null while it has none. */
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
    // One that is not on disk yet may be undone.
    if (!raw.inTransaction) known.set(eventId, char);
    return char;
  };
  return { find, obtain: (eventId) => find(eventId) ?? scopeChar(insert.get(eventId) ?? 0) };
}

/** Keeps the index up with the runner rows, in steps that never hold the loop for long. */
export interface SearchIndex {
  /**
   * Indexes at most `limit` rows of an event that are not indexed yet, in a transaction.
   *
   * @returns how many it took; fewer than `limit` means none is left.
   */
  indexChunk(eventId: string, limit: number): number;
  /** The same for whichever event; false when none waited. */
  indexSome(limit: number): boolean;
  /** Each chunk leaves a segment that every search looks into: whether they should be merged, at once or in a calm moment. */
  mergeDue(): "now" | "when-calm" | null;
  /** A small step of merging; false when that was all. */
  mergeSome(): boolean;
}

/** So many new segments are merged even while more come; searches do not notice as many. */
const mostNewSegments = 400;
/** Segments of a like size are merged two and more at a time, the large one is left alone. */
const fewestMerged = 2;
/** What is left of that: more than this are merged into one. */
export const fewSegments = 4;
/** Work of one merging step, in pages of about 4 kB. */
const mergePages = 32;

interface Unindexed {
  readonly rowid: number;
  readonly name_fold: string;
  readonly email_fold: string;
  readonly bib_fold: string | null;
}

export function createSearchIndex(db: Db): SearchIndex {
  const { raw } = db;
  const scopes = createScopes(raw);
  const nearWords = createNearWords(db);
  const query = prepareIndex(raw);
  let segmentCount = query.segments.get() ?? 0;
  /** Those that came since the last time that all of a like size were merged. */
  let newSegments = segmentCount;
  let isMerging = false;
  let isSetUp = false;

  // The index holds nothing that the rows do not: it need not wait for the disk. A power cut loses a step's rows together
  // with their marks, and they are indexed again.
  const indexChunk = (eventId: string, limit: number): number =>
    db.transactionSoon(() => {
      const rows = query.unindexed.all(eventId, limit);
      if (rows.length === 0) return 0;
      const scope = scopes.obtain(eventId);
      // Other tables first: a statement that opens a savepoint makes FTS5 end a segment, and 2,000 of them are its end.
      for (const row of rows) {
        query.insertName.run(row.rowid, eventId, readNameKey(row.name_fold));
        nearWords.add(scope, row.name_fold);
      }
      for (const row of rows) {
        const { bib, name, email } = readRow({
          bibFold: row.bib_fold,
          nameFold: row.name_fold,
          emailFold: row.email_fold,
        });
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

  /** One step of a merge; false when there was nothing left to merge. A negative number starts to merge all there is. */
  const mergePart = (pages: number): boolean => {
    const isMore = db.transactionSoon(() => {
      if (!isSetUp) query.setFewestMerged.run();
      const before = query.written.get() ?? 0;
      query.merge.run(pages);
      // FTS5's word: fewer than two changes mean that there was nothing to merge.
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
  const unindexed = raw.prepare<[string, number], Unindexed>(
    "SELECT rowid, name_fold, email_fold, bib_fold FROM runner WHERE event_id = ? AND indexed = 0 ORDER BY rowid LIMIT ?",
  );
  const insert = raw.prepare<[number, string, string, string]>(
    "INSERT INTO runner_fts (rowid, bib, name, email) VALUES (?, ?, ?, ?)",
  );
  const insertName = raw.prepare<[number, string, string]>(
    "INSERT INTO runner_name (rowid, event_id, name_key) VALUES (?, ?, ?)",
  );
  // One statement for the chunk: each one that could fire a trigger on the index ends a segment.
  const mark = raw.prepare<[string, number]>(
    "UPDATE runner SET indexed = 1 WHERE event_id = ? AND indexed = 0 AND rowid <= ?",
  );
  const dueEvent = raw
    .prepare<[], string>("SELECT event_id FROM runner WHERE indexed = 0 LIMIT 1")
    .pluck();
  const merge = raw.prepare<[number]>(
    "INSERT INTO runner_fts (runner_fts, rank) VALUES ('merge', ?)",
  );
  const setFewestMerged = raw.prepare(
    `INSERT INTO runner_fts (runner_fts, rank) VALUES ('usermerge', ${fewestMerged})`,
  );
  const segments = raw
    .prepare<[], number>("SELECT count(DISTINCT segid) FROM runner_fts_idx")
    .pluck();
  const written = raw.prepare<[], number>("SELECT total_changes()").pluck();
  return {
    unindexed,
    insert,
    insertName,
    mark,
    dueEvent,
    merge,
    setFewestMerged,
    segments,
    written,
  };
}

/** A field as the tokenizer reads it: tokens with their event's character, parted by spaces. */
function indexed(scope: string, { words, runs }: Tokens): string {
  const tokens = words.map(({ text }) => scope + text);
  for (const { text } of runs) for (const pair of pairsOf(text)) tokens.push(scope + pair);
  return tokens.join(" ");
}
