import type { Random } from "#core/ports.ts";

/** Chance that a seed repeats. Each purpose draws from a stream of its own, so that one more draw here moves nothing there. */
export interface Draws {
  /** Uniform in [0, 1). */
  number(): number;
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  /** A whole number, both ends included. */
  between(first: number, last: number): number;
  chance(probability: number): boolean;
  /** Undefined of an empty list. */
  pick<T>(values: readonly [T, ...T[]]): T;
  pick<T>(values: readonly T[]): T | undefined;
  /** One of the keys, by its weight. */
  weigh<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  split(purpose: string): Draws;
}

/** Repeatable by seed (sfc32, seeded by a hash of seed and purpose). */
export function createDraws(seed: number | string): Draws {
  let [a, b, c, d] = hash(String(seed));
  const number = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) number();
  const below = (end: number): number => Math.floor(number() * end);

  return {
    number,
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (probability) => number() < probability,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
    weigh<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
      const entries = Object.entries<number>(weights);
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key as Key;
      }
      return entries.at(-1)?.[0] as Key;
    },
    split: (purpose) => createDraws(`${seed}/${purpose}`),
  };
}

/** Randomness as the core asks for it. */
export function randomOf(draws: Draws): Random {
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => draws.below(256));
  return {
    number: draws.number,
    bytes,
    uuid() {
      const hex = Buffer.from(bytes(16)).toString("hex");
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
      return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
    },
  };
}

/** FNV-1a over the text, four times from different starts. */
function hash(text: string): [number, number, number, number] {
  const from = (start: number): number => {
    let value = start;
    for (let index = 0; index < text.length; index += 1) {
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    }
    return value;
  };
  return [from(0x811c9dc5), from(0x2545f491), from(0x9e3779b9), from(0x1b873593)];
}
