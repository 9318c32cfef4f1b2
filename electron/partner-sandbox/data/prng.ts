/** Hashes two 32-bit numbers into one. All randomness of the seeded data comes from here, so it is reproducible. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((b + 0x7f4a7c15) | 0, 0xc2b2ae35);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x846ca68b);
  hash ^= hash >>> 16;
  return hash >>> 0;
}

/** The value that a drawn number selects. */
export function pick<T>(values: readonly [T, ...T[]], drawn: number): T {
  return values[drawn % values.length] ?? values[0];
}

const hex8 = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");

/** The 24-digit id of the nth object of a kind. */
export function seededId(seed: number, kind: number, ordinal: number): string {
  const base = mix(seed, kind);
  return hex8(base) + hex8(mix(base, ordinal)) + hex8(mix(ordinal, base ^ 0x5bd1e995));
}

const scramble = 0x9e3779b1;
const unscramble = inverseOf(scramble);

/** Ids of a long list; the position is computed from the id, without a table. */
export function createPositionIds(seed: number, kind: number) {
  const base = mix(seed, kind);
  const idAt = (position: number): string =>
    hex8(base) + hex8(Math.imul(position ^ base, scramble)) + hex8(mix(base, position));
  return {
    idAt,
    positionOf(id: string): number | undefined {
      const position = (Math.imul(Number.parseInt(id.slice(8, 16), 16), unscramble) ^ base) >>> 0;
      return idAt(position) === id ? position : undefined;
    },
  };
}

/** The inverse of an odd number modulo 2^32, by Newton's iteration. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let round = 0; round < 5; round += 1) {
    inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  }
  return inverse;
}
