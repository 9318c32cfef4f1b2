import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BibBlock } from "#shared/domain/bibs/bib-range.ts";
import {
  findBibBlocks,
  nextBibOfRun,
  readNumberedBib,
  reservedBlocks,
} from "#shared/domain/bibs/bib-range.ts";
import { bibKey, foldBib } from "#shared/domain/search/text-folding.ts";

const read = (bibs: readonly string[]) => bibs.map(readNumberedBib).filter((bib) => bib !== null);

/** Bibs from `from` to `to`, each `step`. */
const range = (from: number, to: number, step = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => String(from + at * step));

const keyOf = (bib: string): string => bibKey(foldBib(bib));

/** The next free bib of the first run beside the others. */
function nextOf(own: readonly string[], ...others: readonly (readonly string[])[]): string | null {
  const [block] = findBibBlocks(read(own));
  if (block === undefined) return null;
  const held = new Set([own, ...others].flat().map(keyOf));
  return nextBibOfRun({
    own: block,
    others: others.flatMap((bibs) => reservedBlocks(findBibBlocks(read(bibs)))),
    isTaken: (bib) => held.has(keyOf(bib)),
  });
}

const shape = ({ prefix, from, to, count }: BibBlock) => [prefix, from, to, count];

describe("blocks", () => {
  test("B5 bibs close together are one block, the largest first", () => {
    const bibs = [...range(1001, 1800), "3333", "A12", "A13", "12A", "12345678901", "1001"];
    expect(findBibBlocks(read(bibs)).map(shape)).toEqual([
      ["", 1001, 1800, 800],
      ["A", 12, 13, 2],
      ["", 3333, 3333, 1],
    ]);
  });

  test("B5 bibs that are all far apart are one block all the same", () => {
    expect(findBibBlocks(read(range(100, 9_900, 100))).map(shape)).toEqual([["", 100, 9_900, 99]]);
  });
});

describe("the next one", () => {
  test("B5 one odd bib moves nothing: 3333 in a run of 1001 to 1800", () => {
    expect(nextOf(range(1001, 1800))).toBe("1801");
    expect(nextOf([...range(1001, 1800), "3333"])).toBe("1801");
    expect(nextOf([...range(1, 30), "99"])).toBe("31");
  });

  test("B5 it is as wide as the highest, keeps the letters, and passes over look-alikes", () => {
    expect(nextOf(["0098", "0099"])).toBe("0100");
    expect(nextOf(["A98", "a99", "A97", "3", "4"])).toBe("A100");
    expect(nextOf(["7", "8"], ["009"])).toBe("10");
  });

  test("B5 it stops before another run's block, then fills its own gaps, then goes above them all", () => {
    const five = range(501, 900);
    expect(nextOf(range(1, 490), five)).toBe("491");
    const withGap = range(1, 500).filter((bib) => bib !== "77");
    expect(nextOf(withGap, five)).toBe("77");
    expect(nextOf(range(1, 500), five)).toBe("901");
    expect(nextOf(range(1, 500), five, ["3333"])).toBe("901");
  });

  test("B5 a run without numbers has no next one", () => {
    expect(nextOf([])).toBeNull();
    expect(nextOf(["12A", "VIP"])).toBeNull();
  });
});

/** Worn bibs of a run: close together, none twice. */
const denseRun = (from: number) =>
  fc
    .array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 60 })
    .map((steps) => steps.map((_, at) => steps.slice(0, at + 1).reduce((a, b) => a + b, from)));

const threeRuns = fc
  .tuple(denseRun(0), denseRun(500), denseRun(820))
  .map((runs) => runs.map((numbers) => numbers.map(String)));

test("B5 the next bib is held by nobody, looks like nobody's, and lies in no other run's block", () => {
  fc.assert(
    fc.property(threeRuns, fc.integer({ min: 0, max: 2 }), (runs, chosen) => {
      const own = runs[chosen] ?? [];
      const others = runs.filter((_, at) => at !== chosen);
      const next = nextOf(own, ...others);
      expect(next).not.toBeNull();
      expect(runs.flat().map(keyOf)).not.toContain(keyOf(next ?? ""));
      for (const bibs of others) {
        const numbers = bibs.map(Number);
        const isInside =
          Number(next) >= Math.min(...numbers) && Number(next) <= Math.max(...numbers);
        expect(isInside).toBe(false);
      }
    }),
  );
});

test("B5 one odd bib in the run leaves the next one as it was", () => {
  fc.assert(
    fc.property(threeRuns, fc.integer({ min: 2_000, max: 99_999 }), (runs, odd) => {
      const [own = [], ...others] = runs;
      expect(nextOf([...own, String(odd)], ...others)).toBe(nextOf(own, ...others));
    }),
  );
});
