import { bibKey } from "#shared/domain/search/text-folding.ts";
import { boundLimit } from "./bound-limit.ts";
import type { Db } from "#core/db/open/database.ts";
import { rememberUntilChange } from "./search-cache.ts";
import { passesFilter, type Filter, type Group } from "./search-filter.ts";

interface BibRow {
  readonly rowid: number;
  readonly bib_length: number;
  readonly bib_fold: string | null;
}

interface PaddedRow {
  readonly rowid: number;
  readonly bib_key: string;
}

/** Matches, best first. */
export interface BibMatches {
  /** Exactly this folded bib. */
  readonly exact: readonly number[];
  /** Bibs that differ only by leading zeros. */
  readonly alike: readonly number[];
  /** Longer bibs that start with the typed text, with or without leading zeros. */
  readonly longer: readonly number[];
}

export const noBibs: BibMatches = { exact: [], alike: [], longer: [] };

/** Limits of a search. */
interface WantedBibs {
  /** Maximum number of each kind. */
  readonly limit: number;
  /** Maximum number of longer bibs without counting those with leading zeros. */
  readonly mostLonger: number;
  /** Total number of possible matches, at which the search stops. */
  readonly mostInAll: number;
}

/** Maximum number of cached bibs with leading zeros. In an event, all bibs have them or very few. */
const fewPadded = 50;

/** Appended to a text, it sorts after every text that starts with that text. */
export const afterAll = "\u{10FFFF}";

/**
 * Finds runners by bib through indexes in bib order, shorter bibs first, so that 9 comes before 10. Each statement names
 * its index, which determines the order of the rows.
 */
export function createBibSearch(db: Db) {
  const walks = createBibWalks(db);
  const { between, nextLength } = walks;

  const exactly = (eventId: string, filter: Filter | null, bib: string, limit: number): number[] =>
    between(eventId, filter, lengthInSql(bib), [bib, `${bib}\0`], limit);

  const longer = (eventId: string, filter: Filter | null, bib: string, limit: number): number[] => {
    const rowids: number[] = [];
    if (limit === 0) return rowids;
    const bounds = [bib, bib + afterAll] as const;
    let length = nextLength(eventId, filter, lengthInSql(bib));
    while (length !== null && length < noBibLength && rowids.length < limit) {
      rowids.push(...between(eventId, filter, length, bounds, limit - rowids.length));
      length = nextLength(eventId, filter, length);
    }
    return rowids;
  };

  return {
    find(
      eventId: string,
      filter: Filter | null,
      bib: string,
      { limit, mostLonger, mostInAll }: WantedBibs,
    ): BibMatches {
      const key = bibKey(bib);
      const plain = key === bib ? [] : exactly(eventId, filter, key, limit);
      // The typed text is longer than every bib, as most e-mails and names are.
      const longest = nextLength(eventId, filter, lengthInSql(key) - 1);
      if (longest === null || longest === noBibLength) {
        return { exact: [], alike: plain, longer: [] };
      }
      const exact = exactly(eventId, filter, bib, limit);
      const known = plain.length + exact.length;
      const startingWith = longer(eventId, filter, bib, Math.min(mostLonger, mostInAll - known));
      if (known + startingWith.length >= mostInAll) {
        return { exact, alike: plain, longer: startingWith };
      }
      const padded = walks
        .paddedFrom(eventId, filter, key, limit)
        .toSorted((one, other) => one.bib_key.length - other.bib_key.length);
      const starts = padded.filter((row) => row.bib_key !== key && row.bib_key.startsWith(bib));
      const same = padded.filter((row) => row.bib_key === key);
      // After an early end, bibs that come before these may be missing.
      const isCut = mostLonger < limit && startingWith.length >= mostLonger;
      return {
        exact,
        alike: [...plain, ...same.map(rowidOf)],
        longer: isCut ? startingWith : [...startingWith, ...starts.map(rowidOf)],
      };
    },
    /** All runners that pass the filter, in bib order; runners without a bib last. */
    list: walks.list,
  };
}

function createBibWalks(db: Db) {
  const query = prepareBibs(db.raw);
  /** The lengths of the event's bibs, ascending. */
  const lengthsOf = rememberUntilChange(db, (eventId: string): readonly number[] => {
    const lengths: number[] = [];
    let next = query.lengthOf.get(eventId, -1);
    while (typeof next === "number") {
      lengths.push(next);
      next = query.lengthOf.get(eventId, next);
    }
    return lengths;
  });

  const firstPadded = rememberUntilChange(db, (eventId: string): readonly PaddedRow[] =>
    query.paddedOf.all(eventId, "", afterAll, fewPadded + 1),
  );

  const within = (filter: Filter, read: (group: Group) => BibRow[], limit: number): number[] =>
    filter.groups.flatMap(read).toSorted(inBibOrder).slice(0, limit).map(rowidOf);

  /** Runners with a folded bib of this length that is >= the first and < the second of the range. */
  const between = (
    eventId: string,
    filter: Filter | null,
    length: number,
    [from, to]: readonly [string, string],
    limit: number,
  ): number[] =>
    filter === null
      ? query.rangeOf.all(eventId, length, from, to, limit)
      : within(
          filter,
          ({ runId, state }) => query.rangeIn.all(eventId, runId, state, length, from, to, limit),
          limit,
        );

  /** The smallest bib length above this one; null if there is none. */
  const nextLength = (eventId: string, filter: Filter | null, length: number): number | null => {
    if (filter === null) return lengthsOf(eventId).find((each) => each > length) ?? null;
    const lengths = filter.groups.flatMap(
      ({ runId, state }) => query.lengthIn.get(eventId, runId, state, length) ?? [],
    );
    return lengths.length === 0 ? null : Math.min(...lengths);
  };

  /** Bibs with leading zeros whose key starts with this one. */
  const paddedFrom = (
    eventId: string,
    filter: Filter | null,
    key: string,
    limit: number,
  ): readonly PaddedRow[] => {
    const to = key + afterAll;
    if (filter !== null) {
      return query.paddedIn.all(eventId, key, to, filter.runs, filter.states, limit);
    }
    const first = firstPadded(eventId);
    return first.length > fewPadded
      ? query.paddedOf.all(eventId, key, to, limit)
      : first.filter((row) => row.bib_key.startsWith(key));
  };

  return {
    between,
    nextLength,
    paddedFrom,
    list: (filter: Filter, limit: number) =>
      within(
        filter,
        ({ eventId, runId, state }) => query.listIn.all(eventId, runId, state, limit),
        limit,
      ),
  };
}

function prepareBibs(raw: Db["raw"]) {
  const every =
    "FROM runner INDEXED BY runner_of_bib_length WHERE event_id = ? AND bib_fold IS NOT NULL";
  const grouped =
    "FROM runner INDEXED BY runner_of_desk WHERE event_id = ? AND run_id = ? AND desk_state = ?";
  const columns = "rowid, bib_length, bib_fold";
  const range = "AND bib_length = ? AND bib_fold >= ? AND bib_fold < ?";

  const padded =
    "FROM runner INDEXED BY runner_of_padded_bib WHERE event_id = ? AND bib_key <> bib_fold";
  return {
    lengthOf: raw
      .prepare<[string, number], number | null>(
        `SELECT min(bib_length) ${every} AND bib_length > ?`,
      )
      .pluck(),
    lengthIn: raw
      .prepare<[string, string, number, number], number | null>(
        `SELECT min(bib_length) ${grouped} AND bib_length > ?`,
      )
      .pluck(),
    // Only row numbers: hundreds of bibs may start with a short text, and creating an object for each doubles the time.
    rangeOf: raw
      .prepare<[string, number, string, string, number], number>(
        `SELECT rowid ${every} ${range} ${boundLimit}`,
      )
      .pluck(),
    rangeIn: raw.prepare<[string, string, number, number, string, string, number], BibRow>(
      `SELECT ${columns} ${grouped} ${range} ${boundLimit}`,
    ),
    listIn: raw.prepare<[string, string, number, number], BibRow>(
      `SELECT ${columns} ${grouped} ${boundLimit}`,
    ),
    paddedOf: raw.prepare<[string, string, string, number], PaddedRow>(
      `SELECT rowid, bib_key ${padded} AND bib_key >= ? AND bib_key < ? ${boundLimit}`,
    ),
    paddedIn: raw.prepare<[string, string, string, string, string, number], PaddedRow>(
      `SELECT rowid, bib_key ${padded} AND bib_key >= ? AND bib_key < ? AND ${passesFilter} ${boundLimit}`,
    ),
  };
}

/** `bib_length` of a runner without a bib; longer than every bib. */
const noBibLength = 100_000;

const rowidOf = ({ rowid }: { readonly rowid: number }): number => rowid;

/** SQLite counts code points, not UTF-16 units. */
const lengthInSql = (text: string): number => Array.from(text).length;

function inBibOrder(one: BibRow, other: BibRow): number {
  if (one.bib_length !== other.bib_length) return one.bib_length - other.bib_length;
  const [left, right] = [one.bib_fold ?? "", other.bib_fold ?? ""];
  if (left !== right) return left < right ? -1 : 1;
  return one.rowid - other.rowid;
}
