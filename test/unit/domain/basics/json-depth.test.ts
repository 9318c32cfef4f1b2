import fc from "fast-check";
import { expect, test } from "vitest";
import { deepestLevel, depthOfJson, leaveOutDeep } from "#shared/domain/basics/json-depth.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

test("D6 the depth of a JSON text is counted without brackets in strings", () => {
  expect(depthOfJson("1")).toBe(0);
  expect(depthOfJson('{"a":[1,{"b":"[[[[{{{"}]}')).toBe(3);
  expect(depthOfJson(String.raw`["\"[[[", "\\", [1]]`)).toBe(2);
  expect(depthOfJson(nested(1_000_000))).toBe(1_000_000);
});

test("D6 the depth of any JSON is what a recursive count says", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 9 }), (value) => {
      expect(depthOfJson(JSON.stringify(value))).toBe(depthOf(value));
    }),
  );
});

test("D6 of a row that is nested too deeply only its id is left; the rows beside it stay", () => {
  const deep = JSON.parse(nested(100_000)) as unknown;
  const fine = { _id: "r1", email: "a@mail.example", more: { some: [1] } };
  expect(leaveOutDeep({ data: [fine, { _id: "r2", deep }], nextCursor: "c" })).toEqual({
    data: [fine, { _id: "r2", nestedTooDeeply: true }],
    nextCursor: "c",
  });
  const atTheLimit = JSON.parse(nested(deepestLevel - 2)) as unknown;
  expect(leaveOutDeep({ data: [atTheLimit] })).toEqual({ data: [atTheLimit] });
});

test("D6 an empty field beside a row that is nested too deeply stays, and an id that is no text is left out", () => {
  const deep = JSON.parse(nested(5_000)) as unknown;
  const fine = { _id: "r1", bib: null, notes: undefined, run: { cap: null } };
  const body = { data: [fine, null, deep, { _id: deep }, { _id: 7, deep }], nextCursor: null };
  const left = { nestedTooDeeply: true };
  expect(leaveOutDeep(body)).toEqual({ data: [fine, null, left, left, left], nextCursor: null });
  expect(leaveOutDeep(null)).toBeNull();
});

test("O4 an id beside a field that is nested too deeply is still there", () => {
  const deep = JSON.parse(nested(5_000)) as unknown;
  expect(leaveOutDeep({ data: { participantId: "p1", deep } })).toEqual({
    data: { participantId: "p1", deep: { nestedTooDeeply: true } },
  });
});
