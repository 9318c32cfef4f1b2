import fc from "fast-check";
import { expect, test } from "vitest";
import { isOrderKey, keyBetween, stampKey } from "#shared/domain/finish-log/order-key.ts";

/** Inserts before the item at each of these positions, and returns the keys in the order of the list. */
function insertAt(positions: readonly number[], keys: string[] = []): string[] {
  for (const position of positions) {
    const at = position % (keys.length + 1);
    const key = keyBetween(keys[at - 1] ?? null, keys[at] ?? null);
    keys.splice(at, 0, key);
  }
  return keys;
}

function expectOrdered(keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    expect(isOrderKey(key), key).toBe(true);
    if (index > 0) expect((keys[index - 1] ?? "") < key).toBe(true);
  }
}

const longest = (keys: readonly string[]): number => Math.max(...keys.map(({ length }) => length));

test("J4 a key is strictly between its neighbours, after thousands of insertions anywhere", () => {
  const positions = fc.array(fc.nat(), { minLength: 3_000, maxLength: 3_000 });
  fc.assert(
    fc.property(positions, (list) => {
      const keys = insertAt(list);
      expectOrdered(keys);
      expect(longest(keys)).toBeLessThanOrEqual(24);
    }),
    { numRuns: 10 },
  );
});

test("J4 at the end and at the start of a list keys do not grow", () => {
  const appended = insertAt(Array.from({ length: 10_000 }, (_, index) => index));
  expectOrdered(appended);
  expect(longest(appended)).toBe(12);
  const prepended = insertAt(Array.from({ length: 10_000 }, () => 0));
  expectOrdered(prepended);
  expect(longest(prepended)).toBe(12);
});

test("J4 a thousand insertions into one gap cost a digit for five", () => {
  const before = insertAt(
    Array.from({ length: 1_000 }, (_, index) => index + 1),
    ["a1", "a2"],
  );
  expectOrdered(before);
  expect(longest(before)).toBeLessThanOrEqual(2 + 1_000 / 5 + 12);
  const behind = insertAt(
    Array.from({ length: 1_000 }, () => 1),
    ["a1", "a2"],
  );
  expectOrdered(behind);
  expect(longest(behind)).toBeLessThanOrEqual(2 + 1_000 / 5 + 12);
});

test("J4 between any two keys of any origin another key fits", () => {
  const key = fc.oneof(
    fc.stringMatching(/^[0-9a-z]{0,14}[1-9a-z]$/),
    fc.stringMatching(/^0{9,13}[1-9a-z]$/),
    fc.stringMatching(/^z{9,14}$/),
    fc.nat({ max: 4_102_444_800_000 }).map((atMs) => stampKey(atMs)),
  );
  fc.assert(
    fc.property(key, key, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      for (const [before, after] of [
        [null, low],
        [low, high],
        [high, null],
      ] as const) {
        const between = keyBetween(before, after);
        expect(isOrderKey(between)).toBe(true);
        if (before !== null) expect(between > before).toBe(true);
        if (after !== null && before !== after) expect(between < after).toBe(true);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("J4 behind two items of one key, which a merge may bring, a third finds its place", () => {
  const [same, next] = insertAt([0, 1]);
  const third = keyBetween(same ?? null, same ?? null);
  expectOrdered([same ?? "", third, next ?? ""]);
});

test("P1 finish times sort as they were pressed, whichever device pressed them", () => {
  const press = fc.record({ atMs: fc.nat({ max: 8_640_000_000_000 }), id: fc.uuid() });
  fc.assert(
    fc.property(press, press, (one, other) => {
      const [key, otherKey] = [stampKey(one.atMs, one.id), stampKey(other.atMs, other.id)];
      if (one.atMs !== other.atMs) expect(key < otherKey).toBe(one.atMs < other.atMs);
      else expect(key === otherKey).toBe(one.id === other.id);
      expect(isOrderKey(key)).toBe(true);
    }),
  );
  expect(stampKey(Number.MAX_SAFE_INTEGER)).toHaveLength(12);
  expect(stampKey(-5)).toBe(stampKey(0));
});

test.each([
  ["letters alone", "ab", "cd"],
  ["capitals alone", "AB", "CD"],
])("P1 two presses of one millisecond have two keys: %s", (_what, one, other) => {
  expect(stampKey(5, one)).not.toBe(stampKey(5, other));
});
