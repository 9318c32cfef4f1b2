import type { Chance } from "../chance.ts";
import type { Cut } from "./disk.ts";
import { everything, nothing } from "./disk.ts";

const tornShare = 0.3;

/** Ways in which power may go, from losing all that was not flushed to losing a single sector of it. */
const ways: readonly ((chance: Chance) => Cut)[] = [
  () => nothing,
  () => everything,
  // Any subset, whole writes or torn ones.
  (chance) => {
    const share = chance.number();
    return {
      names: (pending) => chance.below(pending + 1),
      keeps: () => chance.hits(share),
      sectors: (count) => (chance.hits(tornShare) ? draw(chance, count) : null),
    };
  },
  // All but one.
  (chance) => {
    const lost = chance.number();
    return { ...everything, keeps: (index, of) => index !== Math.floor(lost * of) };
  },
  // The newest alone, the older ones lost: out of order.
  (chance) => {
    const from = chance.number();
    return { ...everything, keeps: (index, of) => index >= Math.floor(from * of) };
  },
  // In order, the last of them torn.
  (chance) => {
    const until = chance.number();
    let last = false;
    return {
      ...everything,
      keeps: (index, of) => {
        last = index === Math.floor(until * of);
        return index <= Math.floor(until * of);
      },
      sectors: (count) => (last ? draw(chance, count) : null),
    };
  },
];

const draw = (chance: Chance, count: number): boolean[] =>
  Array.from({ length: count }, () => chance.hits(0.5));

/** The n-th way, so that each comes as often as the others. */
export const cutOf = (chance: Chance, n: number): Cut =>
  (ways[n % ways.length] ?? (() => nothing))(chance);
