import { bibKey } from "#shared/domain/fold.ts";
import { boundLimit } from "./bound-limit.ts";
import type { Db } from "./database.ts";
import { rememberUntilChange } from "./search-memory.ts";
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
  /** The same but for leading zeros, then bibs that go on after what was typed, zeros left out or not. */
  readonly others: readonly number[];
}

/**
 * Runners by bib: walks of indexes that are in bib order, shorter bibs first, so 9 stands before 10. Every statement names
 * its index, whose order is the rows' order.
 */
export interface BibSearch {
  find(eventId: string, filter: Filter | null, bib: string, limit: number): BibMatches;
  /** Everybody who passes the filter, by bib; those without one last. */
  list(filter: Filter, limit: number): number[];
}

/** So many are read and sorted at once, rather than length by length. */
const few = 150;

/** Sorts after every text that starts with what it is put behind. */
const afterAll = "\u{10FFFF}";

export function createBibSearch(db: Db): BibSearch {
  const { raw } = db;
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
  const rangeOf = raw.prepare<[string, number, string, string, number], BibRow>(
    `SELECT ${columns} ${every} ${range} ${boundLimit}`,
  );
  const rangeOfAny = raw.prepare<[string, string, string, number], BibRow>(
    `SELECT rowid, length(bib_fold) AS bib_length, bib_fold FROM runner INDEXED BY runner_of_bib
     WHERE event_id = ? AND bib_fold >= ? AND bib_fold < ? ${boundLimit}`,
  );
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

  /** Which lengths bibs have here, ascending. */
  const lengthsOf = rememberUntilChange(db, (eventId: string): readonly number[] => {
    const lengths: number[] = [];
    let next = lengthOf.get(eventId, -1);
    while (typeof next === "number") {
      lengths.push(next);
      next = lengthOf.get(eventId, next);
    }
    return lengths;
  });

  const within = (filter: Filter, read: (group: Group) => BibRow[], limit: number): BibRow[] =>
    filter.groups.flatMap(read).toSorted(inBibOrder).slice(0, limit);

  const between = (
    eventId: string,
    filter: Filter | null,
    length: number,
    [from, to]: readonly [string, string],
    limit: number,
  ): BibRow[] =>
    filter === null
      ? rangeOf.all(eventId, length, from, to, limit)
      : within(
          filter,
          ({ runId, state }) => rangeIn.all(eventId, runId, state, length, from, to, limit),
          limit,
        );

  const nextLength = (eventId: string, filter: Filter | null, length: number): number | null => {
    if (filter === null) return lengthsOf(eventId).find((each) => each > length) ?? null;
    const lengths = filter.groups.flatMap(
      ({ runId, state }) => lengthIn.get(eventId, runId, state, length) ?? [],
    );
    return lengths.length === 0 ? null : Math.min(...lengths);
  };

  const paddedBetween = (
    eventId: string,
    filter: Filter | null,
    [from, to]: readonly [string, string],
    limit: number,
  ): PaddedRow[] => {
    const rows =
      filter === null
        ? paddedOf.all(eventId, from, to, limit)
        : paddedIn.all(eventId, from, to, filter.runs, filter.states, limit);
    return rows.toSorted((one, other) => one.bib_key.length - other.bib_key.length);
  };

  const exactly = (
    eventId: string,
    filter: Filter | null,
    bib: string,
    limit: number,
  ): readonly number[] =>
    between(eventId, filter, lengthInSql(bib), [bib, `${bib}\0`], limit).map(rowidOf);

  const goingOn = (
    eventId: string,
    filter: Filter | null,
    bib: string,
    limit: number,
  ): readonly number[] => {
    const rowids: number[] = [];
    let length = nextLength(eventId, filter, lengthInSql(bib));
    while (length !== null && length < noBibLength && rowids.length < limit) {
      const bounds = [bib, bib + afterAll] as const;
      for (const row of between(eventId, filter, length, bounds, limit - rowids.length)) {
        rowids.push(row.rowid);
      }
      length = nextLength(eventId, filter, length);
    }
    return rowids;
  };

  /** Who holds exactly this bib, and whose go on after it: in one walk where they are few enough to be sorted here. */
  const starting = (
    eventId: string,
    filter: Filter | null,
    bib: string,
    limit: number,
  ): { readonly exact: readonly number[]; readonly on: readonly number[] } => {
    const rows = filter === null ? rangeOfAny.all(eventId, bib, bib + afterAll, few + 1) : null;
    if (rows === null || rows.length > few) {
      return {
        exact: exactly(eventId, filter, bib, limit),
        on: goingOn(eventId, filter, bib, limit),
      };
    }
    // In order of their text: the exact ones stand first, and the sort keeps that order within a length.
    const exact = rows.filter((row) => row.bib_fold === bib);
    const on = rows.slice(exact.length).toSorted((one, other) => one.bib_length - other.bib_length);
    return { exact: exact.map(rowidOf), on: on.map(rowidOf) };
  };

  return {
    find(eventId, filter, bib, limit) {
      const key = bibKey(bib);
      const plain = key === bib ? [] : exactly(eventId, filter, key, limit);
      // Longer than every bib here, as an e-mail or a name mostly is: nothing to look for.
      const longest = nextLength(eventId, filter, lengthInSql(bib) - 1);
      if (longest === null || longest === noBibLength) return { exact: [], others: plain };
      const padded = paddedBetween(eventId, filter, [key, key + afterAll], limit);
      const starts = padded.filter((row) => row.bib_key !== key && row.bib_key.startsWith(bib));
      const { exact, on } = starting(eventId, filter, bib, limit);
      const same = padded.filter((row) => row.bib_key === key);
      return {
        exact,
        others: [...plain, ...same.map(rowidOf), ...on, ...starts.map(rowidOf)],
      };
    },
    list: (filter, limit) =>
      within(
        filter,
        ({ eventId, runId, state }) => listIn.all(eventId, runId, state, limit),
        limit,
      ).map(rowidOf),
  };
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
