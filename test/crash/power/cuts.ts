import type { Chance } from "../chance.ts";
import type { Cut } from "./disk.ts";
import { everything, nothing } from "./disk.ts";

const tornShare = 0.3;

/** The kinds of power cut, from losing everything that was not flushed to losing one sector of it. */
const ways: readonly ((chance: Chance) => Cut)[] = [
  () => nothing,
  () => everything,
  // Keeps any subset of the writes, complete or torn.
  (chance) => {
    const share = chance.number();
    return {
      names: (pending) => chance.below(pending + 1),
      keeps: () => chance.hits(share),
      sectors: (count) => (chance.hits(tornShare) ? draw(chance, count) : null),
    };
  },
  // Keeps all writes but one.
  (chance) => {
    const lost = chance.number();
    return { ...everything, keeps: (index, of) => index !== Math.floor(lost * of) };
  },
  // Keeps only the newest write and loses the older ones, so the writes are out of order.
  (chance) => {
    const from = chance.number();
    return { ...everything, keeps: (index, of) => index >= Math.floor(from * of) };
  },
  // Keeps the first writes in order, the last of them torn.
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

/** The n-th kind of cut, so that each kind occurs equally often. */
export const cutOf = (chance: Chance, n: number): Cut =>
  (ways[n % ways.length] ?? (() => nothing))(chance);
