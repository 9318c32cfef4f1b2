import { expect, test } from "vitest";
import type { Claim } from "#shared/domain/podium/contradictions.ts";
import type { PlacedSlot } from "#shared/domain/podium/explain-place.ts";
import { findContradictions } from "#shared/domain/podium/contradictions.ts";

/** Lines from their short form: `A`, or `=B` for a tie, with an optional time after `@`. */
function sheet(...typed: readonly string[]): PlacedSlot[] {
  const lines: PlacedSlot[] = [];
  for (const [index, text] of typed.entries()) {
    const [bib = "", time] = text.replace("=", "").split("@");
    const place = text.startsWith("=") ? (lines.at(-1)?.place ?? 1) : index + 1;
    lines.push({ place, bib, name: null, hundredths: time === undefined ? null : Number(time) });
  }
  return lines;
}

/** The claims of the other list about the runners of this sheet. */
const claimsOf = (lines: readonly PlacedSlot[], other: readonly PlacedSlot[]) =>
  lines.map(({ bib }): Claim | null => {
    const there = other.find((line) => line.bib === bib);
    return there === undefined ? null : { rank: there.place, hundredths: there.hundredths };
  });

const told = (
  lines: readonly PlacedSlot[],
  other: readonly PlacedSlot[],
  segmentLabel: string | null = "Men",
) =>
  findContradictions(lines, [{ segmentLabel, claims: claimsOf(lines, other) }]).map((warnings) =>
    warnings.map((warning) =>
      warning.kind === "order-differs"
        ? `${warning.there} ${warning.bib}`
        : `other time ${warning.hundredths}`,
    ),
  );

test("P4 two segments that put the same people in another order: the lower line says so, in both", () => {
  expect(told(sheet("A", "B", "C"), sheet("B", "A"))).toEqual([[], ["ahead A"], []]);
  expect(told(sheet("B", "A"), sheet("A", "B", "C"))).toEqual([[], ["ahead B"]]);
  expect(told(sheet("A", "X", "B", "Y", "C"), sheet("A", "B", "C"))).toEqual([[], [], [], [], []]);
});

test("P4 whoever another list has last of all better places is named at every line below", () => {
  expect(told(sheet("A", "B", "C"), sheet("B", "C", "A"))).toEqual([[], ["ahead A"], ["ahead A"]]);
  expect(told(sheet("A", "B", "C"), sheet("C", "B", "A"))).toEqual([[], ["ahead A"], ["ahead A"]]);
});

test("P4 a tie in one segment is a tie in the other", () => {
  expect(told(sheet("A", "=B"), sheet("A", "B"))).toEqual([[], ["apart A"]]);
  expect(told(sheet("A", "B"), sheet("A", "=B"))).toEqual([[], ["tied A"]]);
  expect(told(sheet("A", "=B"), sheet("B", "=A"))).toEqual([[], []]);
});

test("P4 somebody who is twice on the sheet does not tie with themselves", () => {
  expect(told(sheet("A", "B", "A"), sheet("A", "B"))).toEqual([[], [], ["ahead B"]]);
  expect(told(sheet("A", "A"), sheet("A"))).toEqual([[], []]);
});

test("P4 another time of the same runner is said; a missing one is not", () => {
  expect(told(sheet("A@100", "B@200", "C"), sheet("A@100", "B@201", "C@300"))).toEqual([
    [],
    ["other time 201"],
    [],
  ]);
  expect(told(sheet("A@100", "B@200"), sheet("A", "B@200"))).toEqual([[], []]);
});

test("P4 the finish log contradicts by its order and its times, and knows no marked ties", () => {
  expect(told(sheet("A", "B"), sheet("B", "A"), null)).toEqual([[], ["ahead A"]]);
  expect(told(sheet("A", "B"), sheet("B@100", "A@101"), null)).toEqual([[], ["ahead A"]]);
  expect(told(sheet("A", "=B"), sheet("B", "A"), null)).toEqual([[], []]);
  expect(told(sheet("A@100", "B@100"), sheet("B@100", "A@100"), null)).toEqual([[], []]);
});
