import fc from "fast-check";
import { expect, test } from "vitest";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { compareEntries, inSeenOrder } from "#shared/domain/journal/journal.ts";
import { entryOf } from "../entry-of.ts";

const entry = (device: string, sequence: number, hlc: string, seen: string[] = []): JournalEntry =>
  entryOf(device, sequence, hlc, seen.length === 0 ? {} : { seen });

const idsOf = (entries: readonly JournalEntry[]): string[] => entries.map((one) => entryIdOf(one));

test("J10 an entry counts after what its writer had seen, and the rest stands by the clock", () => {
  const ahead = entry("fast", 1, "9");
  const early = entry("here", 1, "1");
  const correction = entry("here", 2, "2", ["fast.e.1"]);
  const later = entry("here", 3, "3");
  expect(idsOf(inSeenOrder([correction, later, ahead, early]))).toEqual([
    "here.e.1",
    "here.e.3",
    "fast.e.1",
    "here.e.2",
  ]);
});

test("J4 entries with the same clock text are in the order of their identities", () => {
  const one = (device: string, epoch: string, sequence: number) => ({
    ...entry(device, sequence, "1"),
    epoch,
  });
  const inOrder = [one("a", "e", 2), one("a", "e", 10), one("a", "f", 1), one("b", "e", 1)];
  expect(inOrder.toReversed().toSorted(compareEntries)).toEqual(inOrder);
});

test("J10 what nobody can read as seen entries is no seen entry, and the clock decides", () => {
  for (const seen of ["here.e.2", { 0: "here.e.2" }, [2, null], null]) {
    const odd = { ...entry("here", 1, "1"), payload: { seen } };
    expect(idsOf(inSeenOrder([entry("here", 2, "2"), odd]))).toEqual(["here.e.1", "here.e.2"]);
  }
  const erased = { ...entry("here", 1, "1"), payload: null };
  expect(idsOf(inSeenOrder([entry("here", 2, "2"), erased]))).toEqual(["here.e.1", "here.e.2"]);
});

test("J10 of more than a thousand entries about one subject the clock alone decides the order", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      entry("a", at + 1, String(at).padStart(5, "0"), at === 0 ? ["a.e.2"] : []),
    );
  expect(idsOf(inSeenOrder(many(1_000))).slice(0, 2)).toEqual(["a.e.2", "a.e.1"]);
  expect(idsOf(inSeenOrder(many(1_001))).slice(0, 2)).toEqual(["a.e.1", "a.e.2"]);
});

/** Entries of three devices. Each may have seen any entry of another one, also entries that were never written. */
const journals = fc.array(
  fc.record({
    device: fc.constantFrom("a", "b", "c"),
    hlc: fc.integer({ min: 0, max: 9 }),
    seen: fc.array(fc.constantFrom("a.e.1", "b.e.2", "c.e.3", "z.e.1"), { maxLength: 2 }),
  }),
  { maxLength: 12 },
);

test("J10 J4 in whatever order they came: each entry once, in the same order, whatever was forged", () => {
  fc.assert(
    fc.property(journals, fc.infiniteStream(fc.nat()), (drawn, chance) => {
      const entries = drawn.map(({ device, hlc, seen }, at) =>
        entry(device, at + 1, String(hlc), seen),
      );
      const ordered = inSeenOrder(entries);
      const shuffled = entries
        .map((one) => ({ one, at: chance.next().value ?? 0 }))
        .toSorted((left, right) => left.at - right.at)
        .map(({ one }) => one);
      expect(idsOf(inSeenOrder(shuffled))).toEqual(idsOf(ordered));
      expect(idsOf(ordered).toSorted()).toEqual(idsOf(entries).toSorted());
      if (drawn.every(({ seen }) => seen.length === 0)) {
        expect(ordered).toEqual(entries.toSorted(compareEntries));
      }
    }),
  );
});
