import { bibKey } from "#shared/domain/search/text-folding.ts";
import { boundLimit } from "./bound-limit.ts";
import type { Db } from "#core/db/open/database.ts";
import { rememberUntilChange } from "./search-cache.ts";

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

/** Limits of a search. */
interface WantedBibs {
  /** Maximum number of rowids in each group. */
  readonly limit: number;
  /** Maximum number of longer bibs. Bibs with leading zeros are not counted. */
  readonly maxLonger: number;
  /** When the search has found this number of matches, it looks no further. */
  readonly maxTotal: number;
}

/**
 * Maximum number of bibs with leading zeros that are cached for an event. An event with more of them is not cached: in
 * practice, either almost no bib of an event has leading zeros, or every bib has.
 */
const maxCachedPadded = 50;

/** A text plus this character sorts after all other texts that start with the text. */
export const afterAll = "\u{10FFFF}";

/**
 * Finds runners by bib. Shorter bibs come first, so that 9 comes before 10. The statements have no ORDER BY: each statement
 * names its index (`INDEXED BY`), and the index determines the order of the rows.
 */
export function createBibSearch(db: Db) {
  const queries = createBibQueries(db);
  const { findInRange, nextLength } = queries;

  /** The range contains only the bib itself. */
  const findExact = (eventId: string, bib: string, limit: number): number[] =>
    findInRange(eventId, lengthInSql(bib), [bib, `${bib}\0`], limit);

  const findLonger = (eventId: string, bib: string, limit: number): number[] => {
    const rowids: number[] = [];
    if (limit === 0) return rowids;
    const bounds = [bib, bib + afterAll] as const;
    let length = nextLength(eventId, lengthInSql(bib));
    while (length !== null && rowids.length < limit) {
      rowids.push(...findInRange(eventId, length, bounds, limit - rowids.length));
      length = nextLength(eventId, length);
    }
    return rowids;
  };

  return {
    find(eventId: string, bib: string, { limit, maxLonger, maxTotal }: WantedBibs): BibMatches {
      const key = bibKey(bib);
      const sameUnpadded = key === bib ? [] : findExact(eventId, key, limit);
      // No bib can match a key that is longer than every bib, as most typed e-mails and names are.
      const shortestPossible = nextLength(eventId, lengthInSql(key) - 1);
      if (shortestPossible === null) return { exact: [], alike: sameUnpadded, longer: [] };
      const exact = findExact(eventId, bib, limit);
      const matchCount = sameUnpadded.length + exact.length;
      const longerUnpadded = findLonger(eventId, bib, Math.min(maxLonger, maxTotal - matchCount));
      if (matchCount + longerUnpadded.length >= maxTotal) {
        return { exact, alike: sameUnpadded, longer: longerUnpadded };
      }
      const padded = queries
        .findPadded(eventId, key, limit)
        .toSorted((one, other) => one.bib_key.length - other.bib_key.length);
      const longerPadded = padded.filter(
        (row) => row.bib_key !== key && row.bib_key.startsWith(bib),
      );
      const samePadded = padded.filter((row) => row.bib_key === key);
      // If the unpadded bibs were cut at `maxLonger`, bibs that belong before the padded ones may be missing. Then the
      // padded ones are left out.
      const isCut = maxLonger < limit && longerUnpadded.length >= maxLonger;
      return {
        exact,
        alike: [...sameUnpadded, ...samePadded.map(rowidOf)],
        longer: isCut ? longerUnpadded : [...longerUnpadded, ...longerPadded.map(rowidOf)],
      };
    },
  };
}

function createBibQueries(db: Db) {
  const query = prepareStatements(db.raw);
  /** The lengths of the event's bibs, ascending. */
  const bibLengths = rememberUntilChange(db, (eventId: string): readonly number[] => {
    const lengths: number[] = [];
    let next = query.nextLengthInEvent.get(eventId, -1);
    while (typeof next === "number") {
      lengths.push(next);
      next = query.nextLengthInEvent.get(eventId, next);
    }
    return lengths;
  });

  const firstPadded = rememberUntilChange(db, (eventId: string): readonly PaddedRow[] =>
    query.paddedInEvent.all(eventId, "", afterAll, maxCachedPadded + 1),
  );

  /** Runners whose folded bib has this length, and is at least `from` and less than `to`. */
  const findInRange = (
    eventId: string,
    length: number,
    [from, to]: readonly [string, string],
    limit: number,
  ): number[] => query.rangeInEvent.all(eventId, length, from, to, limit);

  /** The smallest bib length that is greater than `length`; null if there is none. */
  const nextLength = (eventId: string, length: number): number | null =>
    bibLengths(eventId).find((each) => each > length) ?? null;

  /** Bibs with leading zeros that start with `key` if their leading zeros are removed. */
  const findPadded = (eventId: string, key: string, limit: number): readonly PaddedRow[] => {
    const to = key + afterAll;
    const first = firstPadded(eventId);
    return first.length > maxCachedPadded
      ? query.paddedInEvent.all(eventId, key, to, limit)
      : first.filter((row) => row.bib_key.startsWith(key));
  };

  return {
    findInRange,
    nextLength,
    findPadded,
  };
}

function prepareStatements(raw: Db["raw"]) {
  const ofEvent =
    "FROM runner INDEXED BY runner_of_bib_length WHERE event_id = ? AND bib_fold IS NOT NULL";
  const range = "AND bib_length = ? AND bib_fold >= ? AND bib_fold < ?";

  const padded =
    "FROM runner INDEXED BY runner_of_padded_bib WHERE event_id = ? AND bib_key <> bib_fold";
  return {
    nextLengthInEvent: raw
      .prepare<[string, number], number | null>(
        `SELECT min(bib_length) ${ofEvent} AND bib_length > ?`,
      )
      .pluck(),
    // The statement returns only rowids. Hundreds of bibs may start with a short text, and an object per row would double
    // the time.
    rangeInEvent: raw
      .prepare<[string, number, string, string, number], number>(
        `SELECT rowid ${ofEvent} ${range} ${boundLimit}`,
      )
      .pluck(),
    paddedInEvent: raw.prepare<[string, string, string, number], PaddedRow>(
      `SELECT rowid, bib_key ${padded} AND bib_key >= ? AND bib_key < ? ${boundLimit}`,
    ),
  };
}

const rowidOf = ({ rowid }: { readonly rowid: number }): number => rowid;

/** The length that SQL's `length()` returns: SQLite counts code points, not UTF-16 units. */
const lengthInSql = (text: string): number => Array.from(text).length;
