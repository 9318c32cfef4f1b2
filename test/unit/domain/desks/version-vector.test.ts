import { expect, test } from "vitest";
import { chainOf, countMissing } from "#shared/domain/desks/version-vector.ts";

test("M4 a journal lacks what the other one has more of each chain, and whole chains that it does not know", () => {
  const ours = { "a.e": 7, "a.f": 2, "b.e": 4 };
  expect(countMissing(ours, {})).toBe(13);
  expect(countMissing(ours, { "a.e": 5, "a.f": 2 })).toBe(6);
  expect(countMissing(ours, ours)).toBe(0);
});

test("M4 what only the other journal has makes up for nothing that it lacks", () => {
  expect(countMissing({ "a.e": 3 }, { "a.e": 9, "c.e": 5 })).toBe(0);
  expect(countMissing({ "a.e": 9, "b.e": 1 }, { "a.e": 8, "b.e": 6 })).toBe(1);
});

test("M4 each start of each database has a chain of its own", () => {
  const chains = [
    { device: "a", epoch: "e" },
    { device: "a", epoch: "f" },
    { device: "b", epoch: "e" },
  ].map(chainOf);
  expect(new Set(chains).size).toBe(3);
});
