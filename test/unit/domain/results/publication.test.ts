import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlacedPerson } from "#shared/domain/results/publication.ts";
import { comparePodiums } from "#shared/domain/results/publication.ts";
import { person } from "./placed-person.ts";

const all = { depth: null };

const told = (before: PlacedPerson[], after: PlacedPerson[], depth: number | null = null) =>
  comparePodiums(before, after, { depth }).map(({ kind, before: one, after: other, recall }) => [
    (one ?? other)?.participantId,
    kind,
    recall,
  ]);

test("P6 who moved, who is new, and whose medal must be recalled", () => {
  const before = [person(1, "a"), person(2, "b"), person(3, "c"), person(4, "d")];
  const after = [person(1, "a"), person(2, "c"), person(3, "e"), person(4, "b")];
  expect(told(before, after, 3)).toEqual([
    ["a", "same", false],
    ["c", "moved", false],
    ["e", "new", false],
    ["b", "moved", true],
    ["d", "missing", false],
  ]);
  expect(told(before, after, 3).filter(([, , recall]) => recall)).toHaveLength(1);
  expect(told(before, [], 2).map(([id, , recall]) => [id, recall])).toEqual([
    ["a", true],
    ["b", true],
    ["c", false],
    ["d", false],
  ]);
});

test("P6 of several at one place, the later podium's order counts, also for one who was missing before", () => {
  const before = [person(1, "a"), person(2, "b"), person(2, "c")];
  const after = [person(1, "a"), person(2, "d"), person(2, "c"), person(2, "b")];
  expect(told(before, after).map(([id]) => id)).toEqual(["a", "d", "c", "b"]);
});

test("P6 who keeps an award for another place has a changed place, and gives nothing back", () => {
  const before = [person(1, "a"), person(2, "b"), person(3, "c"), person(4, "d")];
  const after = [person(1, "b"), person(2, "a"), person(3, "e"), person(4, "c"), person(5, "d")];
  const rows = comparePodiums(before, after, { depth: 4 });
  const of = (flag: "recall" | "changedPlace") =>
    rows.filter((row) => row[flag]).map((row) => row.before?.participantId);
  expect(of("changedPlace")).toEqual(["b", "a", "c"]);
  expect(of("recall")).toEqual(["d"]);
});

test("P6 who keeps an award for the same place has no changed place", () => {
  const [row] = comparePodiums([person(2, "a")], [person(2, "a")], { depth: 3 });
  expect(row).toMatchObject({ kind: "same", changedPlace: false, recall: false });
});

test("P6 the same place with another time is the same place", () => {
  const [row] = comparePodiums(
    [person(1, "a", { hundredths: 100 })],
    [person(1, "a", { hundredths: 101 })],
    all,
  );
  expect(row).toMatchObject({ kind: "same", timeDiffers: true, recall: false });
  const [moved] = comparePodiums(
    [person(1, "a", { hundredths: 1 })],
    [person(2, "a", { hundredths: 2 })],
    all,
  );
  expect(moved?.timeDiffers).toBe(false);
});

test.each([
  ["the earlier podium has none", null, 1],
  ["the later podium has none", 1, null],
  ["neither has one", null, null],
])("P6 a time that is missing does not differ: %s", (_what, before, after) => {
  const [row] = comparePodiums(
    [person(1, "a", { hundredths: before })],
    [person(1, "a", { hundredths: after })],
    all,
  );
  expect(row?.timeDiffers).toBe(false);
});

test("P6 those who share a place keep their order, and who is missing there comes after them", () => {
  const before = [person(1, "a"), person(1, "b"), person(1, "c")];
  const after = [person(1, "a"), person(1, "b"), person(1, "d")];
  expect(told(before, after).map(([id]) => id)).toEqual(["a", "b", "d", "c"]);
});

test("P6 a participant id goes before a bib that someone else wears by now", () => {
  const before = [person(1, "a", { bib: "7" }), person(2, null, { bib: "8" })];
  const after = [person(1, "a", { bib: "8" }), person(2, "b", { bib: "7" })];
  expect(told(before, after)).toEqual([
    ["a", "same", false],
    ["b", "new", false],
    [null, "missing", true],
  ]);
});

const podium = fc
  .array(
    fc.record({
      participantId: fc.option(fc.constantFrom("a", "b", "c", "d", "e", "f")),
      bib: fc.option(fc.constantFrom("1", "2", "3", "007")),
      name: fc.option(fc.constantFrom("Ana", "Wes")),
      hundredths: fc.option(fc.nat(50)),
    }),
    { maxLength: 15 },
  )
  .map((people) => people.map((one, index): PlacedPerson => ({ place: index + 1, ...one })));

test("P6 everybody of both podiums appears exactly once", () => {
  fc.assert(
    fc.property(podium, podium, fc.integer({ min: 1, max: 5 }), (before, after, depth) => {
      const rows = comparePodiums(before, after, { depth });
      const sides = (side: "before" | "after") =>
        rows.flatMap((row) => row[side] ?? []).toSorted((one, other) => one.place - other.place);
      expect(sides("before")).toEqual(before);
      expect(sides("after")).toEqual(after);
      for (const row of rows) {
        expect(row.before === null).toBe(row.kind === "new");
        expect(row.after === null).toBe(row.kind === "missing");
        if (row.recall || row.changedPlace) expect(row.before?.place).toBeLessThanOrEqual(depth);
        if (row.recall) expect(row.after?.place ?? depth + 1).toBeGreaterThan(depth);
        if (row.changedPlace) expect(row.after?.place).toBeLessThanOrEqual(depth);
      }
    }),
  );
});

test("P6 a podium against itself is the same everywhere", () => {
  const people = fc.uniqueArray(
    fc.record({ id: fc.string({ minLength: 1 }), hundredths: fc.option(fc.nat()) }),
    { selector: ({ id }) => id, maxLength: 20 },
  );
  fc.assert(
    fc.property(people, (list) => {
      const one = list.map(({ id, hundredths }, index) => person(index + 1, id, { hundredths }));
      const rows = comparePodiums(one, one, all);
      expect(rows).toHaveLength(one.length);
      expect(rows.every((row) => row.kind === "same" && !row.recall && !row.timeDiffers)).toBe(
        true,
      );
    }),
  );
});

test("P6 swapping the two podiums swaps new and missing, and leaves who they are", () => {
  const people = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 6 });
  fc.assert(
    fc.property(people, people, (one, other) => {
      const [before, after] = [one, other].map((ids) =>
        ids.map((id, index) => person(index + 1, id)),
      );
      const kinds = (left: PlacedPerson[] = [], right: PlacedPerson[] = []) =>
        new Map(
          comparePodiums(left, right, all).map((row) => [
            (row.before ?? row.after)?.participantId,
            row.kind,
          ]),
        );
      const there = kinds(before, after);
      const back = kinds(after, before);
      const mirror = { same: "same", moved: "moved", new: "missing", missing: "new" } as const;
      for (const [id, kind] of there) expect(back.get(id)).toBe(mirror[kind]);
      expect(back.size).toBe(there.size);
    }),
  );
});
