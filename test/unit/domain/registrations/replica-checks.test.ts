import { expect, test } from "vitest";
import {
  bibDrift,
  compareCounts,
  holdsSweep,
} from "#shared/domain/registrations/replica-checks.ts";

test.each([
  ["another bib", "12", "7", { here: "12", there: "7" }],
  ["none at the organizer", "12", null, { here: "12", there: null }],
  ["none here, after a swap", null, "7", { here: null, there: "7" }],
  ["the same bib", "7", "7", null],
])(
  "B3 a bib that was given here and differs from the organizer's is shown: %s",
  (_what, here, there, shown) => {
    expect(bibDrift({ bib: here, given: true }, there)).toEqual(shown);
  },
);

test("B3 without a bib that was given here there is no difference", () => {
  expect(bibDrift({ bib: "12", given: false }, "7")).toBeNull();
});

test.each([
  ["all rows are as many", 10, "agree"],
  ["the confirmed rows are as many", 8, "agree"],
  ["neither number fits", 9, "differ"],
  ["the organizer counts none", 0, "differ"],
  ["the run has no count", null, "cannot-compare"],
] as const)("D4 the counts of a run: %s", (_what, registrationCount, verdict) => {
  expect(compareCounts({ all: 10, confirmed: 8 }, registrationCount)).toBe(verdict);
});

test.each([
  ["no row is missing, although the counts differ", 0, 100, true, false],
  ["one row is missing, and the counts agree", 1, 100, false, false],
  ["one row is missing, and the counts differ", 1, 100, true, true],
  ["a fifth of the roster is missing", 20, 100, false, false],
  ["more than a fifth is missing", 21, 100, false, true],
])(
  "D3 whether missing rows wait for a person: %s",
  (_what, unseen, listed, countsDiffer, waits) => {
    expect(holdsSweep({ unseen, listed, countsDiffer })).toBe(waits);
  },
);
