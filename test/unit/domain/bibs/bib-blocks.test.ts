import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BibBlock } from "#shared/domain/bibs/bib-blocks.ts";
import {
  findBibBlocks,
  nextBibOfRun,
  readNumberedBib,
  reservedBlocks,
} from "#shared/domain/bibs/bib-blocks.ts";
import { bibKey, foldBib } from "#shared/domain/search/text-folding.ts";

const read = (bibs: readonly string[]) => bibs.map(readNumberedBib).filter((bib) => bib !== null);

/** The bibs from `from` to `to` in steps of `step`. */
const range = (from: number, to: number, step = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => String(from + at * step));

const keyOf = (bib: string): string => bibKey(foldBib(bib));

/** The next free bib of the first run, given the bibs of the other runs. */
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

describe("blocks beside each other", () => {
  test("B5 of two blocks with as many bibs the one without letters is first, then the lower one", () => {
    expect(findBibBlocks(read(["B7", "B8", "300", "301", "100", "101"])).map(shape)).toEqual([
      ["", 100, 101, 2],
      ["", 300, 301, 2],
      ["B", 7, 8, 2],
    ]);
  });

  test("B5 a gap of 25 lies inside a block, and one of 26 ends it", () => {
    expect(findBibBlocks(read(["1", "26"])).map(shape)).toEqual([["", 1, 26, 2]]);
    expect(findBibBlocks(read(["1", "27"]))).toHaveLength(2);
  });

  test("B5 what gap is usual is read from five gaps and more: five times the one in the middle", () => {
    expect(findBibBlocks(read(["10", "20", "30", "40", "81"]))).toHaveLength(2);
    expect(findBibBlocks(read(["10", "20", "30", "40", "50", "91"]))).toHaveLength(1);
    expect(findBibBlocks(read(["10", "20", "30", "40", "50", "60", "111"]))).toHaveLength(2);
  });

  test("B5 a block is as wide as its widest bib with zeros before it", () => {
    expect(findBibBlocks(read(["007", "0008", "9"]))[0]?.width).toBe(4);
    expect(findBibBlocks(read(["0007", "008", "9"]))[0]?.width).toBe(4);
  });

  test("B5 of another run's blocks the largest is kept free, and each of five bibs and more", () => {
    const blocks = findBibBlocks(read([...range(1, 40), ...range(501, 505), ...range(901, 904)]));
    expect(reservedBlocks(blocks).map(shape)).toEqual([
      ["", 1, 40, 40],
      ["", 501, 505, 5],
    ]);
    expect(reservedBlocks(findBibBlocks(read(["7"]))).map(shape)).toEqual([["", 7, 7, 1]]);
  });
});

describe("the next one", () => {
  test("B5 a block with other letters is in nobody's way", () => {
    expect(nextOf(range(1, 40), ["A41", "A42", "A43"])).toBe("41");
    expect(nextOf(["a1", "a2", "a3"], ["A4", "A5"])).toBe("a6");
  });

  test("B5 above all blocks the first number that is in none of them", () => {
    // 41 begins the block of another run, and 70 to 90 is the block of a third run: 91 is the first number in no block.
    expect(nextOf(range(1, 40), range(41, 69), range(70, 90))).toBe("91");
    // A free number in the block of another run is not offered.
    const holed = range(41, 69).filter((bib) => bib !== "55");
    expect(nextOf(range(1, 40), holed, range(70, 90))).toBe("91");
  });

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

/** The bibs of a run: close together and each once. */
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
