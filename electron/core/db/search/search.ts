import { bibKey } from "#shared/domain/search/text-folding.ts";
import { findMeant, type Candidate } from "#shared/domain/search/meant-runner.ts";
import { readQuery, matchesQuery, type Query } from "#shared/domain/search/tokenizer.ts";
import type { Db } from "#core/db/open/database.ts";
import { createBibSearch, noBibs, type BibMatches } from "./search-bibs.ts";
import { createEmailSearch } from "./search-emails.ts";
import { rememberUntilChange } from "./search-cache.ts";
import { foldedColumns, type FoldedRow } from "./search-index.ts";
import { createNearSearch } from "./search-near.ts";
import { createNameSearch } from "./search-names.ts";
import { collectInOrder, type MatchSource } from "./search-order.ts";
import { readRanks, retractedRank } from "./search-ranks.ts";
import { closenesses, createWordSearch, type Closeness, type TextPart } from "./search-words.ts";

export interface SearchRequest {
  readonly eventId: string;
  readonly text: string;
  readonly limit?: number | undefined;
  /** Number of results to skip. */
  readonly offset?: number | undefined;
}

export interface SearchAnswer {
  /**
   * The best match first: the exact bib, then the bib with other leading zeros, then the exact whole name, then all
   * others by rank.
   */
  readonly rowids: number[];
  /** Number of runners with exactly the typed bib; they come first. */
  readonly exactBibs: number;
  /** Number of runners with exactly the typed whole name; they come after the bibs that are equal but for leading zeros. */
  readonly exactNames: number;
  /** The runner that the text identifies (C6). */
  readonly meant: number | null;
  /** True if nothing matched and the rows are those with the most similar names. */
  readonly near: boolean;
  /** Number of matches, up to {@link mostCounted}. */
  readonly total: number;
  /** True if there are more than `total`. */
  readonly more: boolean;
}

/** Counting stops at this number, because a text of one letter would count the whole event. */
export const mostCounted = 1_000;
const enough = mostCounted + 1;
const defaultLimit = 50;
/**
 * Maximum number of unindexed rows that a search reads one by one. A row usually stays unindexed for less than a
 * second.
 */
const maxUnindexed = 1_000;

export type Search = ReturnType<typeof createSearch>;

export function createSearch(db: Db) {
  const index = openIndex(db);
  const { names, near, waiting } = index;
  return {
    /** Runners with exactly this whole name, in any order of its parts; then runners with a similar name. */
    similarNames(eventId: string, name: string, limit: number): number[] {
      const exact = names.find(eventId, name, waiting(eventId), limit);
      const nearest = near.find(eventId, readQuery(name), true);
      return [...new Set([...exact, ...nearest])].slice(0, limit);
    },

    /** Finds runners by bib, name parts and e-mail. An empty text finds nobody. */
    search({
      eventId,
      text,
      limit: pageSize = defaultLimit,
      offset = 0,
    }: SearchRequest): SearchAnswer {
      const limit = offset + pageSize;
      const query = readQuery(text);
      if (query.bib === "" && query.parts.length === 0) return nobody;
      const found = findMatches(index, { eventId, text, query, limit });
      if (found.count === 0) return nearAnswer(near.find(eventId, query), pageSize, offset);
      return answer(index, found, limit, offset);
    },
  };
}

type Index = ReturnType<typeof openIndex>;

function openIndex(db: Db) {
  const { raw } = db;
  const words = createWordSearch(raw);
  const ranks = readRanks(db);
  const unindexed = raw.prepare<[string, number], FoldedRow>(
    `SELECT ${foldedColumns} FROM runner
     WHERE event_id = ? AND indexed = 0 ORDER BY rowid LIMIT ?`,
  );
  return {
    bibs: createBibSearch(db),
    words,
    names: createNameSearch(raw),
    emails: createEmailSearch(raw),
    ranks,
    near: createNearSearch(db, words, ranks),
    /** Rows that are not in the full-text index yet. */
    waiting: rememberUntilChange(db, (eventId) => unindexed.all(eventId, maxUnindexed)),
  };
}

interface Asked {
  readonly eventId: string;
  readonly text: string;
  readonly query: Query;
  /** Number of results that must be in order. */
  readonly limit: number;
}

interface Matches {
  readonly count: number;
  /** At most `limit` rowids, in their order. */
  readonly rowids: readonly number[];
  readonly exactBibs: readonly number[];
  readonly exactNames: readonly number[];
}

function findMatches(index: Index, asked: Asked): Matches {
  const { words, names, emails, ranks, waiting } = index;
  const { eventId, text, query, limit } = asked;
  const parts = query.parts.filter((part): part is TextPart => part.kind !== "email");
  const isEmail = parts.length < query.parts.length;
  const anywhere = isEmail ? [] : words.find(eventId, parts, "any", enough);
  const fresh = waiting(eventId);
  // If true, the words find all matches, and only the order of the first `limit` is needed.
  const isComplete = isBibInWords(query) && fresh.length === 0;

  const findBibs = (bib: string | null, maxLonger: number): BibMatches =>
    bib === null || bib === ""
      ? noBibs
      : index.bibs.find(eventId, bib, {
          limit: enough,
          maxLonger,
          maxTotal: isComplete && anywhere.length < enough ? anywhere.length : Infinity,
        });
  const byBib = findBibs(query.bib, isComplete ? Math.min(limit, enough) : enough);
  const bySpokenBib = findBibs(query.spokenBib, enough);
  const isFoundByBib = isComplete && byBib.exact.length === anywhere.length;
  const namesakes = isEmail || isFoundByBib ? [] : names.find(eventId, text, fresh, enough);
  // The literal text wins: a phrase like "no 7" may be a bib or a name.
  const isSpoken = byBib.exact.length === 0 && namesakes.length === 0;
  const exactBibs = ranks.order(isSpoken ? bySpokenBib.exact : byBib.exact);
  const exactNames = ranks.order(namesakes.filter((rowid) => !exactBibs.includes(rowid)));
  const head = new Set([
    ...exactBibs,
    ...byBib.alike,
    ...exactNames,
    ...bySpokenBib.exact,
    ...bySpokenBib.alike,
  ]);

  const freshRowids = fresh.filter((row) => matchesQuery(row, query)).map(({ rowid }) => rowid);
  const byEmail = isEmail ? emails.find(eventId, query, enough) : [];
  const isBibCut = isComplete && byBib.longer.length >= limit;
  const byLongerBib: MatchSource = {
    read: (most) =>
      isBibCut && most >= enough
        ? uncut(findBibs(query.bib, enough).longer)
        : { rowids: byBib.longer, isCut: isBibCut },
  };
  const others = [...bySpokenBib.longer, ...freshRowids, ...byEmail];
  const sources: MatchSource[] = [
    byLongerBib,
    { read: () => uncut(bySpokenBib.longer) },
    ...(isEmail ? [] : wordSources(index, asked, parts, fresh.length === 0 ? anywhere : null)),
    { read: () => uncut(others) },
    { read: () => uncut(anywhere) },
  ];
  const rowids = collectInOrder(ranks, head, sources, { wanted: limit, most: enough });
  const count = isComplete
    ? anywhere.length
    : new Set([...head, ...byBib.longer, ...others, ...anywhere]).size;
  return { count, rowids, exactBibs, exactNames };
}

/** Searches for words of the name, from strict to loose. `all`: all rows that the words find, if known. */
function wordSources(
  { words }: Index,
  { eventId }: Asked,
  parts: readonly TextPart[],
  all: readonly number[] | null,
): MatchSource[] {
  const isKnown = (found: ReadonlySet<number>): boolean =>
    (all !== null && all.every((rowid) => found.has(rowid))) ||
    // Few names contain text that also starts a bib: one query instead of three.
    (found.size > 0 && words.find(eventId, parts, "name", 1).length === 0);
  return closenesses
    .filter((closeness) => closeness === "name" || isStricter(closeness, parts))
    .map((closeness) => ({
      isSkipped: isKnown,
      read(most) {
        const rowids = words.find(eventId, parts, closeness, most);
        return { rowids, isCut: rowids.length === most && most < enough };
      },
    }));
}

function answer(
  { ranks }: Index,
  { count, rowids, exactBibs, exactNames }: Matches,
  limit: number,
  offset: number,
): SearchAnswer {
  const candidate = (rowid: number): Candidate<number> => ({
    id: rowid,
    isRetracted: ranks.of(rowid) === retractedRank,
  });
  return {
    rowids: rowids.slice(offset, limit),
    exactBibs: exactBibs.length,
    exactNames: exactNames.length,
    meant: findMeant({
      exactBibs: exactBibs.map(candidate),
      exactNames: exactNames.map(candidate),
      onlyResult: count === 1 ? (rowids[0] ?? null) : null,
      isNear: false,
    }),
    near: false,
    total: Math.min(count, mostCounted),
    more: count > mostCounted,
  };
}

/** Whether the full-text index finds all rows that the bib search finds, provided that all rows are indexed. */
const isBibInWords = ({ bib, spokenBib, parts: [part] }: Query): boolean =>
  part?.kind === "word" && part.text === bib && bibKey(bib) === bib && spokenBib === null;

/** Whether a search with this closeness differs from the next looser one. */
const isStricter = (closeness: Closeness, parts: readonly TextPart[]): boolean =>
  closeness === "last-open"
    ? parts.slice(0, -1).some(({ kind }) => kind === "word")
    : parts.some(({ kind }) => kind === "word");

const uncut = (rowids: readonly number[]) => ({ rowids, isCut: false });

const nobody: SearchAnswer = {
  rowids: [],
  exactBibs: 0,
  exactNames: 0,
  meant: null,
  near: false,
  total: 0,
  more: false,
};

const nearAnswer = (rowids: readonly number[], limit: number, offset: number): SearchAnswer => ({
  ...nobody,
  rowids: rowids.slice(offset, offset + limit),
  near: rowids.length > 0,
  total: rowids.length,
});
