import type { Database } from "better-sqlite3";
import { bibKey } from "#shared/domain/search/text-folding.ts";
import { filterCondition, type Filter } from "./search-filter.ts";

interface PaddedRow {
  readonly rowid: number;
  readonly bib_key: string;
}

/** The rowids of the matching runners. The groups are ordered from the best to the worst match. */
export interface BibMatches {
  /** The folded bib equals the typed text. */
  readonly exact: readonly number[];
  /** The bib differs from the typed text only by leading zeros. */
  readonly alike: readonly number[];
  /** The bib is longer and starts with the typed text, with or without its leading zeros. */
  readonly longer: readonly number[];
}

export const noBibs: BibMatches = { exact: [], alike: [], longer: [] };

/** A text plus this character sorts after all other texts that start with the text. */
export const afterAll = "\u{10FFFF}";

/**
 * Finds runners by bib. Shorter bibs come first, so that 9 comes before 10. The statements that find bibs have no ORDER
 * BY: each names its index (`INDEXED BY`), and the index determines the order of the rows.
 */
export function createBibSearch(raw: Database) {
  const query = prepareStatements(raw);

  return {
    /** Each group has at most `limit` rowids. */
    find(eventId: string, { runId, states }: Filter, bib: string, limit: number): BibMatches {
      const key = bibKey(bib);
      const findInRange = (length: number, from: string, to: string): number[] =>
        query.inRange.all(eventId, length, from, to, runId, states, limit);
      /** The range contains only the bib itself. */
      const findExact = (text: string): number[] =>
        findInRange(lengthInSql(text), text, `${text}\0`);

      const longer: number[] = [];
      let length = query.nextLength.get(eventId, lengthInSql(bib)) ?? null;
      while (length !== null && longer.length < limit) {
        longer.push(...findInRange(length, bib, bib + afterAll));
        length = query.nextLength.get(eventId, length) ?? null;
      }
      const padded = query.padded
        .all(eventId, key, key + afterAll, runId, states, limit)
        .toSorted((one, other) => one.bib_key.length - other.bib_key.length);
      const samePadded = padded.filter((row) => row.bib_key === key);
      const longerPadded = padded.filter(
        (row) => row.bib_key !== key && row.bib_key.startsWith(bib),
      );
      return {
        exact: findExact(bib),
        alike: [...(key === bib ? [] : findExact(key)), ...samePadded.map(rowidOf)],
        longer: [...longer, ...longerPadded.map(rowidOf)],
      };
    },
    /** Returns up to `limit` runners that pass the filter, in bib order. Runners without a bib come last. */
    list: (eventId: string, { runId, states }: Filter, limit: number): number[] =>
      query.list.all(eventId, runId, states, limit),
  };
}

function prepareStatements(raw: Database) {
  const ofEvent =
    "FROM runner INDEXED BY runner_of_bib_length WHERE event_id = ? AND bib_fold IS NOT NULL";
  return {
    /** The smallest bib length of the event that is greater than a length. */
    nextLength: raw
      .prepare<[string, number], number | null>(
        `SELECT min(bib_length) ${ofEvent} AND bib_length > ?`,
      )
      .pluck(),
    /** Folded bibs of one length, at least the first and less than the second text. */
    inRange: raw
      .prepare<[string, number, string, string, string | null, string, number], number>(
        `SELECT rowid ${ofEvent} AND bib_length = ? AND bib_fold >= ? AND bib_fold < ?
           AND ${filterCondition} LIMIT ?`,
      )
      .pluck(),
    /** Bibs with leading zeros, by the bib without them. */
    padded: raw.prepare<[string, string, string, string | null, string, number], PaddedRow>(
      `SELECT rowid, bib_key FROM runner INDEXED BY runner_of_padded_bib
       WHERE event_id = ? AND bib_key <> bib_fold AND bib_key >= ? AND bib_key < ?
         AND ${filterCondition} LIMIT ?`,
    ),
    list: raw
      .prepare<[string, string | null, string, number], number>(
        `SELECT rowid FROM runner INDEXED BY runner_of_desk WHERE event_id = ? AND ${filterCondition}
         ORDER BY bib_length, bib_fold, rowid LIMIT ?`,
      )
      .pluck(),
  };
}

const rowidOf = ({ rowid }: { readonly rowid: number }): number => rowid;

/** The length that SQL's `length()` returns: SQLite counts code points, not UTF-16 units. */
const lengthInSql = (text: string): number => Array.from(text).length;
