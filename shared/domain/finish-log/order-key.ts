/**
 * Order keys: texts whose order is the order of a list, so that an item can be inserted between two others without changing
 * them (fractional indexing; D. Greenspan, "Implementing Fractional Indexing", 2020). Digits are `0`–`9`, `a`–`z`, compared
 * as SQLite compares them; the last digit is never `0`, so that a key between two others always exists.
 */
const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
const base = digits.length;

/** The number of digits for a time in milliseconds: enough for every safe integer. */
const headWidth = 11;
const middle = "i";
const firstHead = middle.padEnd(headWidth, "0");

const keyForm = /^[0-9a-z]*[1-9a-z]$/;

export const isOrderKey = (text: string): boolean => keyForm.test(text);

/**
 * The key of a finish time: times sort by the moment of the press, on whichever device it was pressed. `id`, the
 * stamp's id, separates two presses of one millisecond.
 */
export function stampKey(atMs: number, id = ""): string {
  const head = Math.max(0, Math.floor(atMs)).toString(base).padStart(headWidth, "0");
  return `${head}${id.toLowerCase().replace(/[^0-9a-z]/g, "")}${middle}`;
}

/**
 * A key strictly between two keys; null is the start or the end of the list. At either end the key does not grow; between two
 * keys it grows by one digit for about five insertions into the same gap.
 *
 * After a merge two items may have the same key. No key is between them, so the new key is directly behind both.
 */
export function keyBetween(before: string | null, after: string | null): string {
  if (before === null) return after === null ? `${firstHead}${middle}` : keyBefore(after);
  if (after === null) return keyAfter(before);
  return before < after ? midpoint(before, after) : `${before}${middle}`;
}

const headOf = (key: string): string => key.slice(0, headWidth).padEnd(headWidth, "0");

function keyAfter(key: string): string {
  const head = headOf(key);
  const turn = head.search(/[^z]z*$/);
  if (turn < 0) return midpoint(key, null);
  return `${step(head, turn, 1).padEnd(headWidth, "0")}${middle}`;
}

function keyBefore(key: string): string {
  const head = headOf(key);
  const turn = head.search(/[^0]0*$/);
  if (turn < 0) return midpoint("", key);
  return `${step(head, turn, -1).padEnd(headWidth, "z")}${middle}`;
}

/** The digits up to `at`; the last one is increased or decreased by one. */
const step = (head: string, at: number, by: 1 | -1): string =>
  head.slice(0, at) + digitAt(valueAt(head, at) + by);

const digitAt = (value: number): string => digits.charAt(value);

/** The fraction halfway between two fractions, with as few digits as possible. */
function midpoint(low: string, high: string | null): string {
  if (high !== null) {
    let shared = 0;
    while (shared < high.length && (low[shared] ?? "0") === high[shared]) shared += 1;
    if (shared > 0) {
      return high.slice(0, shared) + midpoint(low.slice(shared), high.slice(shared));
    }
  }
  const lowest = valueAt(low, 0);
  const highest = high === null ? base : valueAt(high, 0);
  if (highest - lowest > 1) return digitAt(Math.round((lowest + highest) / 2));
  if (high !== null && high.length > 1) return high.slice(0, 1);
  return digitAt(lowest) + midpoint(low.slice(1), null);
}

/** After its last digit a key has implicit zeros. */
const valueAt = (key: string, at: number): number =>
  at < key.length ? digits.indexOf(key.charAt(at)) : 0;
