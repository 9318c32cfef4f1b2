import { bibKey } from "#shared/domain/fold.ts";
import { readQuery, matchesQuery, type FoldedTexts, type Query } from "#shared/domain/tokens.ts";
import type { Db } from "./database.ts";
import { createBibSearch } from "./search-bibs.ts";
import { createEmailSearch } from "./search-emails.ts";
import { createFilters, type Filter, type StateFilter } from "./search-filter.ts";
import { rememberUntilChange } from "./search-memory.ts";
import { closenesses, createWordSearch, type Closeness, type TextPart } from "./search-words.ts";

export interface SearchRequest {
  readonly eventId: string;
  readonly text: string;
  readonly runId?: string | undefined;
  readonly state?: StateFilter | undefined;
  readonly limit?: number | undefined;
}

export interface SearchAnswer {
  /** Best first: exact bib, equal but for leading zeros, bib goes on, name, e-mail. */
  readonly rowids: number[];
  /** How many at the top hold exactly the bib that was typed. */
  readonly exactBibs: number;
  /** How many match, up to {@link mostCounted}. */
  readonly total: number;
  /** There are more than `total`. */
  readonly more: boolean;
}

export interface Search {
  /** Runners by bib, name parts and e-mail. An empty text finds nobody, or lists whom the filter lets through. */
  search(request: SearchRequest): SearchAnswer;
}

/** Counting stops here: nobody reads further, and a one-letter text would count the whole event. */
export const mostCounted = 1_000;
const enough = mostCounted + 1;
const defaultLimit = 50;
/** How many rows that wait to be indexed are read one by one. They wait for moments only. */
const mostUnindexed = 1_000;

interface UnindexedRow {
  readonly rowid: number;
  readonly bib_fold: string | null;
  readonly name_fold: string;
  readonly email_fold: string;
  readonly run_id: string;
  readonly desk_state: number;
}

/** Every statement is prepared once, here. */
export function createSearch(db: Db): Search {
  const { raw } = db;
  const readFilter = createFilters(raw);
  const bibs = createBibSearch(db);
  const words = createWordSearch(raw);
  const emails = createEmailSearch(raw);
  const unindexed = raw.prepare<[string, number], UnindexedRow>(
    `SELECT rowid, bib_fold, name_fold, email_fold, run_id, desk_state FROM runner
     WHERE event_id = ? AND indexed = 0 ORDER BY rowid LIMIT ?`,
  );

  const waiting = rememberUntilChange(db, (eventId) => unindexed.all(eventId, mostUnindexed));

  const notYetIndexed = (eventId: string, filter: Filter | null, query: Query): number[] =>
    waiting(eventId)
      .filter((row) => passes(row, filter) && matchesQuery(textsOf(row), query))
      .map(({ rowid }) => rowid);

  const listed = (filter: Filter, limit: number): SearchAnswer => ({
    rowids: bibs.list(filter, limit),
    exactBibs: 0,
    total: Math.min(filter.size, mostCounted),
    more: filter.size > mostCounted,
  });

  return {
    search({ eventId, text, runId, state = "all", limit = defaultLimit }) {
      const query = readQuery(text);
      const filter = readFilter(eventId, runId, state);
      if (query.bib === "" && query.parts.length === 0) {
        return filter === null ? nobody : listed(filter, limit);
      }
      const parts = query.parts.filter((part): part is TextPart => part.kind !== "email");
      const isEmail = parts.length < query.parts.length;
      const anywhere = isEmail ? [] : words.find(eventId, filter, parts, "any", enough);
      /** Then nobody else is found, and only the order of the first `limit` is still asked for. */
      const isComplete = isBibInWords(query) && waiting(eventId).length === 0;
      const found = new Set<number>();
      const take = (rowids: readonly number[], most = Infinity): void => {
        for (const rowid of rowids) {
          if (found.size >= most) return;
          found.add(rowid);
        }
      };
      let exactBibs = 0;
      if (query.bib !== "") {
        const { exact, others } = bibs.find(eventId, filter, query.bib, {
          limit: enough,
          mostGoingOn: isComplete ? Math.min(limit, enough) : enough,
          mostInAll: isComplete && anywhere.length < enough ? anywhere.length : Infinity,
        });
        exactBibs = Math.min(exact.length, limit);
        take(exact);
        take(others);
      }
      if (isEmail) {
        take(emails.find(eventId, filter, query, enough));
      } else {
        const isOrdered = (): boolean =>
          found.size >= limit ||
          anywhere.every((rowid) => found.has(rowid)) ||
          // Hardly a name has what starts bibs here: one question instead of three.
          (found.size > 0 && words.find(eventId, filter, parts, "name", 1).length === 0);
        for (const closeness of isOrdered() ? [] : closenesses) {
          if (found.size >= limit) break;
          if (closeness !== "name" && !saysMore(closeness, parts)) continue;
          const wanted = Math.min(limit + found.size, enough);
          take(words.find(eventId, filter, parts, closeness, wanted));
        }
        if (!isComplete) take(notYetIndexed(eventId, filter, query));
        take(anywhere, isComplete ? limit : Infinity);
      }
      const count = isComplete ? anywhere.length : found.size;
      return {
        rowids: [...found].slice(0, limit),
        exactBibs,
        total: Math.min(count, mostCounted),
        more: count > mostCounted,
      };
    },
  };
}

/** Whether the full-text index finds by the text every row that the walk of bibs finds, as long as all are indexed. */
const isBibInWords = ({ bib, parts: [part] }: Query): boolean =>
  part?.kind === "word" && part.text === bib && bibKey(bib) === bib;

/** Whether asking for whole words asks for anything else than the looser question that comes after it. */
const saysMore = (closeness: Closeness, parts: readonly TextPart[]): boolean =>
  closeness === "last-open"
    ? parts.slice(0, -1).some(({ kind }) => kind === "word")
    : parts.some(({ kind }) => kind === "word");

const nobody: SearchAnswer = { rowids: [], exactBibs: 0, total: 0, more: false };

const textsOf = (row: UnindexedRow): FoldedTexts => ({
  bibFold: row.bib_fold,
  nameFold: row.name_fold,
  emailFold: row.email_fold,
});

const passes = (row: UnindexedRow, filter: Filter | null): boolean =>
  filter === null ||
  filter.groups.some(({ runId, state }) => runId === row.run_id && state === row.desk_state);
