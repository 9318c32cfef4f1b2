import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bibScale, bibWidth, isBibCut } from "#renderer/ui/race/bibs/bib-scale.ts";
import { runColour } from "#renderer/ui/race/runs/run-mark.ts";

describe("B1 a bib is drawn as the text it is", () => {
  test("B1 up to four characters are whole, five 82 %, six 68 %", () => {
    expect(["7", "007", "A12", "1042"].map(bibScale)).toEqual([1, 1, 1, 1]);
    expect(bibScale("11604")).toBe(0.82);
    expect(bibScale("123456")).toBe(0.68);
    expect(bibScale("WWWW")).toBeLessThan(0.75);
  });

  test("B1 a longer bib is never drawn larger than a shorter one and never vanishes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 20 }), (bib, more) => {
        expect(bibScale(bib + more)).toBeLessThanOrEqual(bibScale(bib) + 1e-9);
        expect(bibScale(bib)).toBeGreaterThanOrEqual(0.24);
      }),
      { numRuns: 200 },
    );
  });

  test("B1 what is shown whole fits the plate; what does not is cut, not shrunk to dust", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (bib) => {
        expect(isBibCut(bib) || bibScale(bib) * bibWidth(bib) <= 4.15 + 1e-9).toBe(true);
      }),
    );
    expect(isBibCut("1042")).toBe(false);
    expect(isBibCut("0".repeat(300))).toBe(true);
  });

  test("B1 an emoji of several code points is one wide character", () => {
    expect(bibWidth("👩‍👧‍👦")).toBe(1.6);
    expect(bibWidth("走者")).toBe(3.2);
  });
});

describe("run colours", () => {
  test("go by the run's order and repeat with a hatch from the ninth on", () => {
    expect(runColour({ position: 0 })).toEqual({ "data-run": 1 });
    expect(runColour({ position: 7 })).toEqual({ "data-run": 8 });
    expect(runColour({ position: 8 })).toEqual({ "data-run": 1, "data-run-repeat": "" });
    expect(runColour({ position: -1 })).toEqual({ "data-run": 1 });
  });
});
