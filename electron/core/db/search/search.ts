import { findMeant, type Candidate } from "#shared/domain/search/meant-runner.ts";
import { readQuery, matchesQuery, type Query } from "#shared/domain/search/tokenizer.ts";
import type { Db } from "#core/db/open/database.ts";
import { createBibSearch, noBibs, type BibMatches } from "./search-bibs.ts";
import { createEmailSearch } from "./search-emails.ts";
import { filterCondition, readFilter, type Filter, type StateFilter } from "./search-filter.ts";
import { foldedTexts, type FoldedRow } from "./search-index.ts";
import { createNearSearch } from "./search-near.ts";
import { createNameSearch } from "./search-names.ts";
import { createRankOrder } from "./search-ranks.ts";
import { closenesses, createWordSearch, type TextPart } from "./search-words.ts";

export interface SearchRequest {
  readonly eventId: string;
  readonly text: string;
  readonly runId?: string | undefined;
  readonly state?: StateFilter | undefined;
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

export function createSearch(db: Db) {
  const index = openIndex(db);
  const { bibs, names, near, unindexed, countFiltered } = index;
  return {
    /** Runners with exactly this whole name, in any order of its parts; then runners with a similar name. */
    similarNames(eventId: string, name: string, limit: number): number[] {
      const everybody = readFilter(null, "all");
      const fresh = unindexed.all(eventId, everybody.runId, everybody.states, maxUnindexed);
      const exact = names.find(eventId, everybody, name, fresh, limit);
      const nearest = near.find(eventId, everybody, readQuery(name), true);
      return [...new Set([...exact, ...nearest])].slice(0, limit);
    },

    /** Finds runners by bib, name parts and e-mail. An empty text lists the filtered runners; without a filter, none. */
    search({
      eventId,
      text,
      runId,
      state = "all",
      limit: pageSize = defaultLimit,
      offset = 0,
    }: SearchRequest): SearchAnswer {
      const limit = offset + pageSize;
      const query = readQuery(text);
      const filter = readFilter(runId ?? null, state);
      if (query.bib === "" && query.parts.length === 0) {
        if (filter.isOpen) return nobody;
        const size = countFiltered.get(eventId, filter.runId, filter.states, enough) ?? 0;
        return {
          ...nobody,
          rowids: bibs.list(eventId, filter, limit).slice(offset),
          total: Math.min(size, mostCounted),
          more: size > mostCounted,
        };
      }
      const found = findMatches(index, { eventId, text, query, filter });
      if (found.rowids.length === 0) {
        return nearAnswer(near.find(eventId, filter, query), pageSize, offset);
      }
      return answer(index, found, limit, offset);
    },
  };
}

export type Search = ReturnType<typeof createSearch>;

type Index = ReturnType<typeof openIndex>;

function openIndex({ raw }: Db) {
  const words = createWordSearch(raw);
  return {
    bibs: createBibSearch(raw),
    words,
    names: createNameSearch(raw),
    emails: createEmailSearch(raw),
    near: createNearSearch(raw, words),
    inOrder: createRankOrder(raw),
    isRetracted: raw
      .prepare<[number], number>("SELECT taken_back FROM runner WHERE rowid = ?")
      .pluck(),
    /** Rows that pass a filter and are not in the full-text index yet. */
    unindexed: raw.prepare<[string, string | null, string, number], FoldedRow>(
      `SELECT rowid, bib_fold, name_fold, email_fold FROM runner
       WHERE event_id = ? AND indexed = 0 AND ${filterCondition} ORDER BY rowid LIMIT ?`,
    ),
    countFiltered: raw
      .prepare<[string, string | null, string, number], number>(
        `SELECT count(*) FROM (SELECT 1 FROM runner INDEXED BY runner_of_desk
           WHERE event_id = ? AND ${filterCondition} LIMIT ?)`,
      )
      .pluck(),
  };
}

interface Asked {
  readonly eventId: string;
  readonly text: string;
  readonly query: Query;
  readonly filter: Filter;
}

interface Matches {
  /** All matches in their order, of each kind at most {@link enough}. */
  readonly rowids: readonly number[];
  readonly exactBibs: readonly number[];
  readonly exactNames: readonly number[];
}

function findMatches(index: Index, { eventId, text, query, filter }: Asked): Matches {
  const { bibs, words, names, emails, inOrder, unindexed } = index;
  const parts = query.parts.filter((part): part is TextPart => part.kind !== "email");
  const isEmail = parts.length < query.parts.length;
  const fresh = unindexed.all(eventId, filter.runId, filter.states, maxUnindexed);
  const byBibOf = (bib: string | null): BibMatches =>
    bib === null || bib === "" ? noBibs : bibs.find(eventId, filter, bib, enough);
  const byBib = byBibOf(query.bib);
  const bySpokenBib = byBibOf(query.spokenBib);
  const namesakes = isEmail ? [] : names.find(eventId, filter, text, fresh, enough);
  // The literal text wins: a phrase like "no 7" may be a bib or a name.
  const isSpoken = byBib.exact.length === 0 && namesakes.length === 0;
  const exactBibs = inOrder(isSpoken ? bySpokenBib.exact : byBib.exact);
  const exactNames = inOrder(namesakes.filter((rowid) => !exactBibs.includes(rowid)));

  const byWords = isEmail
    ? []
    : closenesses.map((closeness) => words.find(eventId, filter, parts, closeness, enough));
  const anywhere = byWords.pop() ?? [];
  const freshRowids = fresh
    .filter((row) => matchesQuery(foldedTexts(row), query))
    .map(({ rowid }) => rowid);
  const byEmail = isEmail ? emails.find(eventId, filter, query, enough) : [];
  const rest = new Set([
    ...byBib.longer,
    ...bySpokenBib.longer,
    ...byWords.flat(),
    ...freshRowids,
    ...byEmail,
    ...anywhere,
  ]);
  const rowids = new Set([
    ...exactBibs,
    ...byBib.alike,
    ...exactNames,
    ...bySpokenBib.exact,
    ...bySpokenBib.alike,
    ...inOrder([...rest]),
  ]);
  return { rowids: [...rowids], exactBibs, exactNames };
}

function answer(
  { isRetracted }: Index,
  { rowids, exactBibs, exactNames }: Matches,
  limit: number,
  offset: number,
): SearchAnswer {
  const candidate = (rowid: number): Candidate<number> => ({
    id: rowid,
    isRetracted: isRetracted.get(rowid) === 1,
  });
  return {
    rowids: rowids.slice(offset, limit),
    exactBibs: exactBibs.length,
    exactNames: exactNames.length,
    meant: findMeant({
      exactBibs: exactBibs.map(candidate),
      exactNames: exactNames.map(candidate),
      onlyResult: rowids.length === 1 ? (rowids[0] ?? null) : null,
      isNear: false,
    }),
    near: false,
    total: Math.min(rowids.length, mostCounted),
    more: rowids.length > mostCounted,
  };
}

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
