import type { Ranks } from "./search-ranks.ts";

/** Matches of one kind, best first. */
export interface MatchSource {
  /** Reads about `most` rows. `isCut` is true if a larger `most` may return more rows. */
  read(most: number): { readonly rowids: readonly number[]; readonly isCut: boolean };
  /** Whether the source cannot add anything to the rows that are already found. */
  isSkipped?(found: ReadonlySet<number>): boolean;
}

/** Limits for reading the sources. */
interface Bounds {
  /** Number of rows that must be in their final order. */
  readonly wanted: number;
  /** Maximum number of rows from each source. */
  readonly most: number;
}

/**
 * Returns `head`, then all other rows by rank; rows of one rank are in the order of the sources. Reading stops as soon
 * as the first `wanted` rows cannot change any more.
 */
export function collectInOrder(
  ranks: Ranks,
  head: ReadonlySet<number>,
  sources: readonly MatchSource[],
  { wanted, most }: Bounds,
): number[] {
  const found = new Set(head);
  const rest: number[] = [];
  let settled = head.size;
  const add = (rowids: readonly number[]): void => {
    for (const rowid of rowids) {
      if (found.has(rowid)) continue;
      found.add(rowid);
      rest.push(rowid);
      if (ranks.of(rowid) === 0) settled += 1;
    }
  };
  for (const source of sources) {
    if (settled >= wanted) break;
    if (source.isSkipped?.(found) === true) continue;
    const { rowids, isCut } = source.read(Math.min(most, wanted + found.size));
    add(rowids);
    if (isCut && settled < wanted) add(source.read(most).rowids);
  }
  return [...head, ...ranks.order(rest)];
}
