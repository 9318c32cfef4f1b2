import { boundLimit } from "./bound-limit.ts";
import type { Db } from "#core/db/open/database.ts";

/** The order of runners in a list: 0 = can be checked in, 1 = checked in, 2 = not confirmed, 3 = retracted walk-up. */
export type Rank = number;
export const retractedRank: Rank = 3;
/** The value of a row that is not cached. */
const unread = 255;

/** Ranks of runner rows, cached until the row changes. */
export interface Ranks {
  of(rowid: number): Rank;
  /** Sorts rows by rank; keeps the order within a rank. */
  order(rowids: readonly number[]): number[];
}

/** Maximum rowid in the cache, which has one byte per row. */
const maxKept = 4_000_000;

const ranksOf = new WeakMap<Db, Ranks>();

/** One cache per database, because triggers of its connection invalidate it. */
export function readRanks(db: Db): Ranks {
  const known = ranksOf.get(db);
  if (known !== undefined) return known;
  const made = createRanks(db);
  ranksOf.set(db, made);
  return made;
}

function createRanks(db: Db): Ranks {
  const { raw } = db;
  let ranks = new Uint8Array(1_024).fill(unread);
  const select = raw
    .prepare<[number, number], number>(
      `SELECT iif(taken_back, ${retractedRank}, min(desk_state, 2)) FROM runner WHERE rowid = ? ${boundLimit}`,
    )
    .pluck();
  raw.function("forget_rank", { deterministic: false }, (rowid) => {
    if (typeof rowid === "number") ranks[rowid] = unread;
    return null;
  });
  // Temporary triggers exist only in this connection, so other connections do not need the function.
  raw.exec(`
    CREATE TEMP TRIGGER rank_changed AFTER UPDATE OF standing, check_in_entry, api_checked_in, taken_back ON main.runner
    BEGIN SELECT forget_rank(old.rowid); END;
    CREATE TEMP TRIGGER rank_gone AFTER DELETE ON main.runner BEGIN SELECT forget_rank(old.rowid); END;
  `);
  db.onRollback(() => void ranks.fill(unread));

  const of = (rowid: number): Rank => {
    const kept = ranks[rowid] ?? unread;
    if (kept !== unread) return kept;
    const rank = select.get(rowid, 1) ?? retractedRank;
    if (rowid < maxKept) {
      if (rowid >= ranks.length) {
        const longer = new Uint8Array(rowid * 2).fill(unread);
        longer.set(ranks);
        ranks = longer;
      }
      ranks[rowid] = rank;
    }
    return rank;
  };

  return {
    of,
    order(rowids) {
      const groups: number[][] = [[], [], [], []];
      for (const rowid of rowids) groups[of(rowid)]?.push(rowid);
      return groups.flat();
    },
  };
}
