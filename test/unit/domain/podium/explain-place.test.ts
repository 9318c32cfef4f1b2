import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlacedSegment, PlaceReason } from "#shared/domain/podium/explain-place.ts";
import { explainPlace } from "#shared/domain/podium/explain-place.ts";
import { placesByOrder } from "#shared/domain/podium/ranking.ts";

interface Typed {
  readonly tie?: boolean;
  readonly hundredths?: number | null;
}

function segment(typed: readonly Typed[], depth: number | null = null): PlacedSegment {
  const places = placesByOrder(typed.map(({ tie = false }) => tie));
  return {
    clock: "gun",
    depth,
    slots: typed.map(({ hundredths = null }, index) => ({
      place: places[index] ?? 0,
      bib: String(index + 1),
      name: null,
      hundredths,
    })),
  };
}

const kinds = (reasons: readonly PlaceReason[]) => reasons.map(({ kind }) => kind);

const bibsOf = (reason: PlaceReason | undefined) =>
  reason !== undefined && "others" in reason ? reason.others.map(({ bib }) => bib) : null;

const find = (reasons: readonly PlaceReason[], kind: PlaceReason["kind"]) =>
  reasons.find((reason) => reason.kind === kind);

test("P2 the clock that places the segment comes first", () => {
  expect(explainPlace({ ...segment([{}]), clock: "chip" }, 0)).toEqual([
    { kind: "clock", clock: "chip" },
    { kind: "ahead", place: 1, ahead: 0 },
  ]);
  expect(explainPlace(segment([{}]), 5)).toEqual([]);
  expect(explainPlace(segment([{}]), -1)).toEqual([]);
});

test("P1 a tie says with whom, and what the next place will be", () => {
  const tied = explainPlace(segment([{}, {}, { tie: true }, {}]), 1);
  expect(find(tied, "tied")).toMatchObject({ place: 2, with: [{ bib: "3" }] });
  expect(find(tied, "next-place")).toEqual({ kind: "next-place", next: 4, shared: 2 });
  expect(find(tied, "equal-times")).toBeUndefined();
});

test("P1 the place after a tie says which place nobody has, and why", () => {
  const reasons = explainPlace(segment([{}, {}, { tie: true }, { tie: true }, {}]), 4);
  expect(find(reasons, "after-tie")).toEqual({
    kind: "after-tie",
    place: 2,
    shared: 3,
    nobody: [3, 4],
  });
  expect(find(explainPlace(segment([{}, { tie: true }, {}]), 2), "after-tie")).toEqual({
    kind: "after-tie",
    place: 1,
    shared: 2,
    nobody: [2],
  });
  expect(kinds(explainPlace(segment([{}, {}]), 1))).not.toContain("after-tie");
});

test("P1 everybody who ties at the depth cut is kept, and the next line is not", () => {
  const typed = segment([{}, {}, {}, { tie: true }, {}], 3);
  expect(find(explainPlace(typed, 3), "kept-at-cut")).toEqual({
    kind: "kept-at-cut",
    depth: 3,
    kept: 4,
  });
  expect(find(explainPlace(typed, 2), "kept-at-cut")).toBeDefined();
  expect(find(explainPlace(typed, 1), "kept-at-cut")).toBeUndefined();
  expect(find(explainPlace(typed, 4), "beyond-depth")).toEqual({ kind: "beyond-depth", depth: 3 });
  expect(kinds(explainPlace(segment([{}, {}, {}], 3), 2))).toEqual(["clock", "ahead"]);
});

test("P2 a tie by the clock says so", () => {
  const equal = explainPlace(segment([{ hundredths: 6_001 }, { hundredths: 6_001, tie: true }]), 1);
  expect(find(equal, "equal-times")).toEqual({ kind: "equal-times", hundredths: 6_001 });
});

test("P1 the typed order stands against the time, on both sides, and the explainer says it", () => {
  const typed = segment([{ hundredths: 6_100 }, { hundredths: 6_000 }, { hundredths: 6_100 }]);
  expect(bibsOf(find(explainPlace(typed, 0), "order-against-time"))).toEqual(["2"]);
  expect(bibsOf(find(explainPlace(typed, 1), "order-against-time"))).toEqual(["1"]);
  expect(bibsOf(find(explainPlace(typed, 2), "equal-but-not-tied"))).toEqual(["1"]);
  const tie = segment([{ hundredths: 6_000 }, { hundredths: 6_001, tie: true }]);
  expect(bibsOf(find(explainPlace(tie, 0), "tie-against-time"))).toEqual(["2"]);
});

test("P1 a line without a time agrees with every time, in a tie and in the order", () => {
  const tie = segment([{ hundredths: 6_000 }, { tie: true }]);
  expect(kinds(explainPlace(tie, 0))).toEqual(["clock", "ahead", "tied", "next-place"]);
  expect(kinds(explainPlace(tie, 1))).toEqual(["clock", "ahead", "tied", "next-place"]);
  const order = segment([{}, { hundredths: 6_000 }, {}]);
  for (const index of order.slots.keys()) {
    expect(kinds(explainPlace(order, index))).toEqual(["clock", "ahead"]);
  }
  const three = segment([
    { hundredths: 6_000 },
    { hundredths: 6_000, tie: true },
    { hundredths: 6_001, tie: true },
  ]);
  expect(bibsOf(find(explainPlace(three, 0), "tie-against-time"))).toEqual(["3"]);
  expect(find(explainPlace(three, 0), "equal-times")).toBeUndefined();
});

test("P1 whatever was typed: the place is one more than the people ahead, and a tie is symmetric", () => {
  const typed = fc.array(
    fc.record({ tie: fc.boolean(), hundredths: fc.option(fc.integer({ min: 1, max: 400 })) }),
    { minLength: 1, maxLength: 25 },
  );
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 10 }), (lines, depth) => {
      const all = segment(lines, depth);
      const explained = all.slots.map((_, index) => explainPlace(all, index));
      for (const [index, reasons] of explained.entries()) {
        const place = all.slots[index]?.place ?? 0;
        expect(find(reasons, "ahead")).toEqual({ kind: "ahead", place, ahead: place - 1 });
        const tied = find(reasons, "tied");
        const mates = tied?.kind === "tied" ? tied.with.map(({ bib }) => Number(bib) - 1) : [];
        for (const mate of mates) {
          expect(find(explained[mate] ?? [], "tied")).toMatchObject({
            with: expect.arrayContaining([all.slots[index]]) as unknown,
          });
        }
        const beyond = place > depth;
        expect(find(reasons, "beyond-depth") !== undefined).toBe(beyond);
      }
    }),
  );
});
