import fc from "fast-check";
import { expect, test } from "vitest";
import { readNumberedBib } from "#shared/domain/bibs/bib-blocks.ts";
import type { BibRange } from "#shared/domain/bibs/desk-bib-ranges.ts";
import {
  nextBibInRange,
  rangesOverlap,
  readBibRange,
} from "#shared/domain/bibs/desk-bib-ranges.ts";

const read = (first: string, last: string) => {
  const range = readBibRange(first, last);
  return range.ok ? range.value : range.error.code;
};

const range = (from: number, to: number, prefix = ""): BibRange => ({ prefix, from, to, width: 0 });

const numbered = (bibs: readonly string[]) =>
  bibs.map((bib) => readNumberedBib(bib)).filter((bib) => bib !== null);

const next = (own: BibRange, given: readonly string[], earlier: readonly BibRange[] = []) =>
  nextBibInRange(own, { earlier, given: numbered(given), isTaken: () => false });

test("M12 a range is two numbers with the same letters before them", () => {
  expect(read("501", "600")).toEqual({ prefix: "", from: 501, to: 600, width: 0 });
  expect(read(" A001 ", "a100")).toEqual({ prefix: "A", from: 1, to: 100, width: 3 });
  expect(read("7", "7")).toMatchObject({ from: 7, to: 7 });
  for (const [first, last] of [
    ["600", "501"],
    ["A1", "B9"],
    ["", "9"],
    ["1", "12A"],
    ["one", "two"],
  ] as const) {
    expect(read(first, last)).toBe("range-invalid");
  }
  expect(read("1", "10000")).toMatchObject({ to: 10_000 });
  expect(read("1", "10001")).toBe("range-too-long");
});

test("M12 the next bib is the lowest free number of the range, with its leading zeros", () => {
  expect(next(range(501, 600), ["500", "501", "A502", "503"])).toEqual({ bib: "502", left: 98 });
  const padded = readBibRange("001", "100");
  expect(padded.ok && next(padded.value, ["1", "002"])).toEqual({ bib: "003", left: 98 });
  expect(next(range(1, 2), ["1", "2"])).toEqual({ bib: null, left: 0 });
  // `0501` would be reported as similar to `501` (B1).
  expect(next(range(501, 510), ["0501"]).bib).toBe("502");
});

test("M12 of two ranges that overlap, the earlier one has the common numbers", () => {
  expect(next(range(550, 650), [], [range(501, 600)])).toEqual({ bib: "601", left: 50 });
  expect(rangesOverlap(range(1, 9, "A"), range(9, 20, "a"))).toBe(true);
  expect(rangesOverlap(range(1, 9, "A"), range(1, 9))).toBe(false);
});

const ends = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 20 }))
  .map(([from, more]) => range(from, from + more));

test("M12 desks with ranges never give the same number, whichever they know of", () => {
  fc.assert(
    fc.property(fc.array(ends, { minLength: 2, maxLength: 5 }), (ranges) => {
      const given = ranges.flatMap((own, at) => {
        const bibs: string[] = [];
        for (;;) {
          // Each desk knows the ranges, and of the bibs only its own.
          const { bib } = next(own, bibs, ranges.slice(0, at));
          if (bib === null) return bibs;
          bibs.push(bib);
        }
      });
      expect(new Set(given).size).toBe(given.length);
    }),
  );
});
