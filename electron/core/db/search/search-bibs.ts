import { bibKey } from "#shared/domain/search/text-folding.ts";
import { boundLimit } from "./bound-limit.ts";
import type { Db } from "#core/db/open/database.ts";
import { rememberUntilChange } from "./search-cache.ts";
import type { Filter, Group } from "./search-filter.ts";

interface BibRow {
  readonly rowid: number;
  readonly bib_length: number;
  readonly bib_fold: string | null;
}

interface PaddedRow {
  readonly rowid: number;
  readonly bib_key: string;
}

/** What was found, best first. */
export interface BibMatches {
  /** Exactly this bib, folded. */
  readonly exact: readonly number[];
  /** The same but for leading zeros. */
  readonly alike: readonly number[];
  /** Bibs that go on after what was typed, zeros left out or not. */
  readonly goingOn: readonly number[];
}

export const noBibs: BibMatches = { exact: [], alike: [], goingOn: [] };

/** How far the walks go. */
interface WantedBibs {
  /** At most so many of each kind. */
  readonly limit: number;
  /** At most so many that go on after what was typed with no zeros left out. */
  readonly mostGoingOn: number;
  /** How many there can be in all: once they are found, nothing more is looked for. */
  readonly mostInAll: number;
}

/**
 * Runners by bib: walks of indexes that are in bib order, shorter bibs first, so 9 stands before 10. Every statement names
 * its index, whose order is the rows' order.
 */
export interface BibSearch {
  find(eventId: string, filter: Filter | null, bib: string, wanted: WantedBibs): BibMatches;
  /** Everybody who passes the filter, by bib; those without one last. */
  list(filter: Filter, limit: number): number[];
}

/** Zeros stand before every bib of an event or before hardly any: up to so many are kept in memory. */
const fewPadded = 50;

/** Sorts after every text that starts with what it is put behind. */
const afterAll = "\u{10FFFF}";

export function createBibSearch(db: Db): BibSearch {
  const walks = createBibWalks(db);
  const { between, nextLength } = walks;

  const exactly = (
    eventId: string,
    filter: Filter | null,
    bib: string,
    limit: number,
  ): readonly number[] => between(eventId, filter, lengthInSql(bib), [bib, `${bib}\0`], limit);

  const goingOn = (
    eventId: string,
    filter: Filter | null,
    bib: string,
    limit: number,
  ): readonly number[] => {
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
    find(eventId, filter, bib, { limit, mostGoingOn, mostInAll }) {
      const key = bibKey(bib);
      const plain = key === bib ? [] : exactly(eventId, filter, key, limit);
      // Longer than every bib here, as an e-mail or a name mostly is: nothing to look for.
      const longest = nextLength(eventId, filter, lengthInSql(key) - 1);
      if (longest === null || longest === noBibLength) {
        return { exact: [], alike: plain, goingOn: [] };
      }
      const exact = exactly(eventId, filter, bib, limit);
      const known = plain.length + exact.length;
      const goOn = goingOn(eventId, filter, bib, Math.min(mostGoingOn, mostInAll - known));
      if (known + goOn.length >= mostInAll) {
        return { exact, alike: plain, goingOn: goOn };
      }
      const padded = walks
        .paddedFrom(eventId, filter, key, limit)
        .toSorted((one, other) => one.bib_key.length - other.bib_key.length);
      const starts = padded.filter((row) => row.bib_key !== key && row.bib_key.startsWith(bib));
      const same = padded.filter((row) => row.bib_key === key);
      // Where the walk ended early, bibs that come before these are not there yet.
      const isCut = mostGoingOn < limit && goOn.length >= mostGoingOn;
      return {
        exact,
        alike: [...plain, ...same.map(rowidOf)],
        goingOn: isCut ? goOn : [...goOn, ...starts.map(rowidOf)],
      };
    },
    list: walks.list,
  };
}

interface BibWalks {
  /** Runners with bibs of this length in a range of folded bibs: from the first, before the second. */
  between(
    eventId: string,
    filter: Filter | null,
    length: number,
    range: readonly [string, string],
    limit: number,
  ): number[];
  /** The next length above this one that a bib has; null if there is none. */
  nextLength(eventId: string, filter: Filter | null, length: number): number | null;
  /** Bibs with leading zeros whose key starts like this. */
  paddedFrom(
    eventId: string,
    filter: Filter | null,
    key: string,
    limit: number,
  ): readonly PaddedRow[];
  list: BibSearch["list"];
}

function createBibWalks(db: Db): BibWalks {
  const query = prepareBibs(db.raw);
  /** Which lengths bibs have here, ascending. */
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

  const nextLength = (eventId: string, filter: Filter | null, length: number): number | null => {
    if (filter === null) return lengthsOf(eventId).find((each) => each > length) ?? null;
    const lengths = filter.groups.flatMap(
      ({ runId, state }) => query.lengthIn.get(eventId, runId, state, length) ?? [],
    );
    return lengths.length === 0 ? null : Math.min(...lengths);
  };

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
    list: (filter, limit) =>
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

  const lengthOf = raw.prepare<[string, number], number | null>(
    `SELECT min(bib_length) ${every} AND bib_length > ?`,
  );
  const lengthIn = raw.prepare<[string, string, number, number], number | null>(
    `SELECT min(bib_length) ${grouped} AND bib_length > ?`,
  );
  // Row numbers alone: a short bib starts a hundred others, and an object for each takes as long as their whole walk.
  const rangeOf = raw
    .prepare<[string, number, string, string, number], number>(
      `SELECT rowid ${every} ${range} ${boundLimit}`,
    )
    .pluck();
  const rangeIn = raw.prepare<[string, string, number, number, string, string, number], BibRow>(
    `SELECT ${columns} ${grouped} ${range} ${boundLimit}`,
  );
  const listIn = raw.prepare<[string, string, number, number], BibRow>(
    `SELECT ${columns} ${grouped} ${boundLimit}`,
  );
  const padded =
    "FROM runner INDEXED BY runner_of_padded_bib WHERE event_id = ? AND bib_key <> bib_fold";
  const paddedOf = raw.prepare<[string, string, string, number], PaddedRow>(
    `SELECT rowid, bib_key ${padded} AND bib_key >= ? AND bib_key < ? ${boundLimit}`,
  );
  const paddedIn = raw.prepare<[string, string, string, string, string, number], PaddedRow>(
    `SELECT rowid, bib_key ${padded} AND bib_key >= ? AND bib_key < ?
       AND run_id IN (SELECT value FROM json_each(?)) AND desk_state IN (SELECT value FROM json_each(?))
     ${boundLimit}`,
  );
  lengthOf.pluck();
  lengthIn.pluck();
  return { lengthOf, lengthIn, rangeOf, rangeIn, listIn, paddedOf, paddedIn };
}

/** `bib_length` of those who have none; no bib is as long. */
const noBibLength = 100_000;

const rowidOf = ({ rowid }: { readonly rowid: number }): number => rowid;

/** SQLite counts characters, not UTF-16 units. */
const lengthInSql = (text: string): number => Array.from(text).length;

function inBibOrder(one: BibRow, other: BibRow): number {
  if (one.bib_length !== other.bib_length) return one.bib_length - other.bib_length;
  const [left, right] = [one.bib_fold ?? "", other.bib_fold ?? ""];
  if (left !== right) return left < right ? -1 : 1;
  return one.rowid - other.rowid;
}
