import fc from "fast-check";
import { expect, test } from "vitest";
import { bibIn } from "#shared/domain/desks/conflict-candidates.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryOf } from "../entry-of.ts";

const given = (
  device: string,
  sequence: number,
  hlc: string,
  bib: string,
  seen: string[] = [],
): JournalEntry =>
  entryOf(device, sequence, hlc, {
    bib,
    previousBib: null,
    ...(seen.length === 0 ? {} : { seen }),
  });

const ids = new Set(["r"]);

const bibsOf = (facts: readonly JournalEntry[]) =>
  conflictsOf(ids, facts)
    .filter(({ kind }) => kind === "bib")
    .flatMap(({ sides }) => sides.map((entry) => bibIn(entry, ids)));

test("J10 two computers that knew nothing of each other: both bibs stand, the one that counts first", () => {
  expect(bibsOf([given("a", 1, "1", "66"), given("b", 1, "2", "77")])).toEqual(["77", "66"]);
});

test("J10 one computer alone, the same bib from two, and one that knew of the other are no conflict", () => {
  expect(bibsOf([given("a", 1, "1", "66"), given("a", 2, "2", "67")])).toEqual([]);
  expect(bibsOf([given("a", 1, "1", "66"), given("b", 1, "2", "66")])).toEqual([]);
  expect(bibsOf([given("a", 1, "1", "66"), given("b", 1, "2", "77", ["a.e.1"])])).toEqual([]);
});

test("J10 a correction counts, however slow the clock of its computer is", () => {
  expect(bibsOf([given("fast", 1, "9", "66"), given("b", 1, "2", "77", ["fast.e.1"])])).toEqual([]);
});

test("J10 what a computer knew, whoever goes on from it knows too", () => {
  const chain = [
    given("a", 1, "1", "66"),
    given("b", 1, "2", "77", ["a.e.1"]),
    given("c", 1, "3", "88", ["b.e.1"]),
  ];
  expect(bibsOf(chain)).toEqual([]);
  // Knowledge also passes through an entry that gives no bib.
  const checkIn = entryOf("b", 1, "2", { seen: ["a.e.1"] }, "check-in.made");
  expect(bibsOf([given("a", 1, "1", "66"), checkIn, given("b", 2, "3", "77")])).toEqual([]);
});

test("J10 of what two desks knew of a computer, whoever goes on from both knows the more", () => {
  const corrected = [given("a", 1, "1", "66"), given("a", 2, "2", "67")];
  const both = [
    entryOf("b", 1, "3", { seen: ["a.e.2"] }, "check-in.made"),
    entryOf("d", 1, "4", { seen: ["a.e.1"] }, "check-in.made"),
  ];
  for (const seen of [
    ["b.e.1", "d.e.1"],
    ["d.e.1", "b.e.1"],
  ]) {
    expect(bibsOf([...corrected, ...both, given("c", 1, "5", "77", seen)])).toEqual([]);
  }
});

test("J10 a person settles it with an entry that follows all sides, or by undoing one", () => {
  const sides = [given("a", 1, "1", "66"), given("b", 1, "2", "77")];
  expect(bibsOf([...sides, given("a", 2, "3", "66", ["b.e.1"])])).toEqual([]);
  const undone = entryOf(
    "a",
    2,
    "3",
    { undoes: "b.e.1", bib: "66", seen: ["b.e.1"] },
    "bib.undone",
  );
  expect(bibsOf([...sides, undone])).toEqual([]);
  // An entry whose writer did not know both sides settles nothing.
  expect(bibsOf([...sides, given("b", 2, "3", "78")])).toEqual(["78", "66"]);
});

test("J10 a swap gives both of its runners a bib: each of them may be a rival", () => {
  const swap = { ...entryOf("b", 1, "2", { bib: "77", otherBib: "5" }, "bib.swapped") };
  const toFirst = [given("a", 1, "1", "66"), { ...swap, otherSubject: "o" }];
  expect(bibsOf(toFirst)).toEqual(["77", "66"]);
  const toOther = [given("a", 1, "1", "66"), { ...swap, subject: "o", otherSubject: "r" }];
  expect(bibsOf(toOther)).toEqual(["5", "66"]);
  expect(bibsOf([given("a", 1, "1", "77"), { ...swap, otherSubject: "o" }])).toEqual([]);
  const none = entryOf("b", 1, "2", { bib: null, otherBib: "5" }, "bib.swapped");
  expect(bibsOf([given("a", 1, "1", "66"), none])).toEqual([null, "66"]);
});

test("J4 J10 an entry that nobody can read here, or of another kind, gives no bib", () => {
  const entry = given("a", 1, "1", "66");
  expect(bibIn(entry, ids)).toBe("66");
  expect(bibIn({ ...entry, payload: { bib: { text: "66" } } }, ids)).toBeUndefined();
  expect(bibIn({ ...entry, kind: "bib.undone", payload: { undoes: "a", bib: "66" } }, ids)).toBe(
    undefined,
  );
});

test("J10 an entry that names what is not here knows no more than its own computer wrote", () => {
  expect(bibsOf([given("a", 1, "1", "66"), given("b", 1, "2", "77", ["z.e.9"])])).toEqual([
    "77",
    "66",
  ]);
});

test("J10 J4 in whatever order they came: the same rivals, and all of them are bibs that were given", () => {
  const entries = fc.array(
    fc.record({
      device: fc.constantFrom("a", "b", "c"),
      bib: fc.constantFrom("1", "2", "3"),
      seen: fc.array(fc.constantFrom("a.e.1", "b.e.2", "c.e.3", "z.e.1"), { maxLength: 2 }),
    }),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(entries, fc.infiniteStream(fc.nat()), (drawn, chance) => {
      const facts = drawn.map(({ device, bib, seen }, at) =>
        given(device, at + 1, String(at), bib, seen),
      );
      const shuffled = facts
        .map((fact) => ({ fact, at: chance.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ fact }) => fact);
      const found = bibsOf(facts);
      expect(bibsOf(shuffled)).toEqual(found);
      expect(found).toHaveLength(new Set(found).size);
      expect(found.every((bib) => drawn.some((one) => one.bib === bib))).toBe(true);
    }),
  );
});
