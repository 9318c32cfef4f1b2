import type { Ranks } from "./search-ranks.ts";

/** Matches of one kind, best first. */
export interface MatchSource {
  /** At least `most` rows, where there are as many; `isCut` says that a larger `most` may find more. */
  read(most: number): { readonly rowids: readonly number[]; readonly isCut: boolean };
  /** Whether the source can add nobody to those who are found already. */
  isSkipped?(found: ReadonlySet<number>): boolean;
}

/** How far the sources are read. */
interface Bounds {
  /** How many rows must be in their final order. */
  readonly wanted: number;
  /** At most so many rows of each source. */
  readonly most: number;
}

/**
 * `head` as it is, then everybody else: whoever can be checked in first, and within a rank the order of the sources. Reading
 * stops as soon as the first `wanted` rows are settled, because nobody behind can come before them.
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
