import type { Database } from "better-sqlite3";

/** The rank of a runner in a list (C7): 0 = can be checked in, 1 = checked in, 2 = not confirmed, 3 = retracted walk-up. */
export const rankSql = "iif(taken_back, 3, min(desk_state, 2))";

/** Returns a function that sorts rows by rank; rows of one rank keep their order. */
export function createRankOrder(raw: Database): (rowids: readonly number[]) => number[] {
  const sorted = raw
    .prepare<[string], number>(
      `SELECT runner.rowid FROM json_each(?) AS found CROSS JOIN runner ON runner.rowid = found.value
       ORDER BY ${rankSql}, found.key`,
    )
    .pluck();
  return (rowids) => sorted.all(JSON.stringify(rowids));
}
