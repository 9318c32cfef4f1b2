import { seededNumbers } from "#test/support/seeded-numbers.ts";

/** The seeded random numbers of a season: the same seed draws the same commands and the same moments. */
export interface Chance {
  /** A number from 0 to less than 1. */
  number(): number;
  /** A whole number from 0 to less than `count`. */
  below(count: number): number;
  /** True with the probability `share`. */
  hits(share: number): boolean;
  /** One item of the list; undefined if the list is empty. */
  pick<T>(from: readonly T[]): T | undefined;
  /** A name that was not drawn before with this seed. */
  id(): string;
  /** Another seed, for a part that must not depend on how many numbers were drawn before. */
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
