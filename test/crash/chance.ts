import { seededNumbers } from "#test/support/seeded-numbers.ts";

/** Seeded randomness of a season: the same seed draws the same orders and the same moments. */
export interface Chance {
  /** At least 0, less than 1. */
  number(): number;
  /** A whole number from 0 to less than `count`. */
  below(count: number): number;
  /** Whether something that happens `share` of the time happens now. */
  hits(share: number): boolean;
  /** One of them; undefined of none. */
  pick<T>(from: readonly T[]): T | undefined;
  /** A name nobody drew before with this seed. */
  id(): string;
  /** Another seed, for something that must not depend on how often this one is asked. */
  seed(): number;
}

export function createChance(seed: number): Chance {
  let drawnIds = 0;
  const number = seededNumbers(seed);
  const below = (count: number): number => Math.floor(number() * count);
  return {
    number,
    below,
    hits: (share) => number() < share,
    pick: (from) => from[below(from.length)],
    id: () => `s${seed >>> 0}-${(drawnIds += 1)}-${below(2 ** 32).toString(36)}`,
    seed: () => below(2 ** 32),
  };
}
