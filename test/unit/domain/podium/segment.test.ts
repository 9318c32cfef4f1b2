import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareSegmentIds,
  defaultClockOf,
  groupsSubject,
  readSegmentId,
  segmentIdOf,
  segmentsFromTemplate,
  segmentSubject,
} from "#shared/domain/podium/segment.ts";

test("P3 the API's four forms are read", () => {
  expect(readSegmentId("overall")).toEqual({ kind: "overall" });
  expect(readSegmentId("sex:female")).toEqual({ kind: "sex", sex: "female" });
  expect(readSegmentId("sex:X~age:5-9")).toEqual({
    kind: "sex-age",
    sex: "X",
    fromAge: 5,
    toAge: 9,
  });
  expect(readSegmentId("sex:female~age:18-18")).toMatchObject({ fromAge: 18, toAge: 18 });
  expect(readSegmentId("special:First local~age:1-2")).toEqual({
    kind: "special",
    name: "First local~age:1-2",
  });
});

test("P3 any other form is kept letter by letter", () => {
  for (const id of [
    "",
    "Overall",
    "overall ",
    "sex:",
    "sex:male~age:",
    "sex:male~age:20",
    "sex:male~age:29-20",
    "sex:male~age:020-29",
    "sex:male~age:20-29-30",
    "sex:male~team:7",
    "special:",
    "age:20-29",
    "wheelchair",
    "نساء",
    "__proto__",
  ]) {
    expect(readSegmentId(id), id).toEqual({ kind: "unknown", id });
  }
});

test("P3 the id of what was read is the id again", () => {
  const part = fc.string({ unit: "binary", maxLength: 8 });
  const id = fc.oneof(
    part,
    part.map((sex) => `sex:${sex}`),
    part.map((name) => `special:${name}`),
    fc
      .tuple(part, fc.nat(120), fc.nat(120))
      .map(([sex, from, to]) => `sex:${sex}~age:${from}-${to}`),
    fc.tuple(part, part).map(([sex, ages]) => `sex:${sex}~age:${ages}`),
  );
  fc.assert(
    fc.property(id, (text) => {
      expect(segmentIdOf(readSegmentId(text))).toBe(text);
    }),
  );
});

test("P2 gun time is the usual clock of overall places, chip time of age groups and special prizes", () => {
  expect(
    ["overall", "sex:male", "sex:male~age:20-29", "special:local", "odd"].map(defaultClockOf),
  ).toEqual(["gun", "gun", "chip", "chip", "gun"]);
});

test("P3 segments stand in the order of a ceremony, however they came", () => {
  const ordered = [
    "overall",
    "sex:female",
    "sex:male",
    "sex:female~age:5-9",
    "sex:female~age:20-29",
    "sex:female~age:20-39",
    "sex:female~age:100-120",
    "sex:male~age:0-19",
    "special:Costume",
    "special:local",
    "something else",
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (mixed) => {
      expect(mixed.toSorted(compareSegmentIds)).toEqual(ordered);
    }),
  );
});

test("P3 a template gives each segment once, in the API's forms", () => {
  const template = {
    overall: true,
    sexes: ["female", " male ", "female", ""],
    bands: [
      { from: 30, to: 39 },
      { from: 20, to: 29 },
    ],
    specials: ["First local"],
    depth: 3,
  };
  const segments = segmentsFromTemplate(template);
  expect(segments.map(({ segmentId, clock }) => [segmentId, clock])).toEqual([
    ["overall", "gun"],
    ["sex:female", "gun"],
    ["sex:male", "gun"],
    ["sex:female~age:20-29", "chip"],
    ["sex:female~age:30-39", "chip"],
    ["sex:male~age:20-29", "chip"],
    ["sex:male~age:30-39", "chip"],
    ["special:First local", "chip"],
  ]);
  expect(segments.every(({ depth }) => depth === 3)).toBe(true);
  const chip = segmentsFromTemplate({ ...template, clock: "chip" });
  expect(new Set(chip.map(({ clock }) => clock))).toEqual(new Set(["chip"]));
  expect(segmentsFromTemplate({ ...template, overall: false, sexes: [], specials: [] })).toEqual(
    [],
  );
});

test("P3 a subject names one segment of one run, whatever the ids hold", () => {
  const id = fc.string({ unit: "binary", maxLength: 6 });
  fc.assert(
    fc.property(id, id, id, id, (run, segment, otherRun, otherSegment) => {
      expect(segmentSubject(run, segment) === segmentSubject(otherRun, otherSegment)).toBe(
        run === otherRun && segment === otherSegment,
      );
      expect(groupsSubject(run)).not.toBe(segmentSubject(run, segment));
      expect(groupsSubject(run) === groupsSubject(otherRun)).toBe(run === otherRun);
    }),
  );
});
