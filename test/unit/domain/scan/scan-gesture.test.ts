import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanTiming } from "#shared/domain/scan/wedge-timing.ts";
import { playKeys, typeKeys } from "./played-keys.ts";
import type { Key } from "./played-keys.ts";

describe("B4 a short code is told from a person by how long its keys are held", () => {
  test.each([4, 12, 20, 30, 45, 60])(
    "B4 two digits and Enter, each let go at once, %i ms apart, are a scan and press nothing",
    (gapMs) => {
      expect(playKeys(typeKeys("68⏎", gapMs, Math.min(gapMs, 5)))).toEqual({
        typed: "",
        codes: ["68"],
        enters: ["swallow"],
      });
    },
  );

  test("B4 two or three digits with no suffix are a scan once nothing follows", () => {
    for (const code of ["68", "095", "A12"]) {
      expect(playKeys(typeKeys(code, 8, 3))).toEqual({ typed: "", codes: [code], enters: [] });
    }
  });

  test("B4 one scan after the other never adds up, whatever their length and suffix", () => {
    const both = [...typeKeys("095", 8, 3), ...typeKeys("68", 8, 3, 4_000)];
    expect(playKeys(both)).toEqual({ typed: "", codes: ["095", "68"], enters: [] });
    const slow = [...typeKeys("4013", 45, 5), ...typeKeys("4013", 45, 5, 4_000)];
    expect(playKeys(slow)).toEqual({ typed: "", codes: ["4013", "4013"], enters: [] });
  });

  test("B4 a short code behind the prefix is a scan at once", () => {
    const timing = { ...scanTiming, prefix: "%%" };
    expect(playKeys(typeKeys("%%7⏎", 8, 3), timing)).toEqual({
      typed: "",
      codes: ["7"],
      enters: ["swallow"],
    });
  });

  test("B4 two digits of a hand nearly at once, then Enter, are typed, and Enter is theirs", () => {
    for (const pairMs of [3, 12, 18, 25, 34]) {
      const keys = [...typeKeys("68", pairMs, 80), ...typeKeys("⏎", 0, 80, 1_000 + pairMs + 70)];
      expect(playKeys(keys)).toEqual({ typed: "68", codes: [], enters: ["pass"] });
    }
  });

  test("B4 a bib of one digit with Enter from the other hand is a person's", () => {
    expect(playKeys(typeKeys("7⏎", 28, 75))).toEqual({ typed: "7", codes: [], enters: ["pass"] });
  });

  test.each([25, 30])(
    "B4 three fingers rolled over the keys in a row, %i ms apart, are no scanner",
    (gapMs) => {
      const rolled = { typed: "104", codes: [], enters: ["pass"] };
      expect(playKeys(typeKeys("104⏎", gapMs, 85))).toEqual(rolled);
      const behindAnother = [...typeKeys("a", 0, 80, 0), ...typeKeys("104⏎", gapMs, 85)];
      expect(playKeys(behindAnother)).toEqual({ ...rolled, typed: "a104" });
    },
  );

  test("B4 digits that a hand types fast and holds for 50 ms each are typed, and Enter is theirs", () => {
    expect(playKeys(typeKeys("1042⏎", 55, 50))).toEqual({
      typed: "1042",
      codes: [],
      enters: ["pass"],
    });
  });

  test("B4 two digits at a slow scanner's pace with no suffix are typed", () => {
    expect(playKeys(typeKeys("68", 45, 5))).toEqual({ typed: "68", codes: [], enters: [] });
  });

  test("B4 the scanner's prefix alone is no code", () => {
    const timing = { ...scanTiming, prefix: "%%" };
    expect(playKeys(typeKeys("%%", 8, 3), timing)).toEqual({ typed: "%%", codes: [], enters: [] });
    const long = { ...scanTiming, prefix: "SCAN" };
    expect(playKeys(typeKeys("SCAN", 8, 3), long)).toMatchObject({ typed: "SCAN", codes: [] });
  });

  test("B4 two digits on a screen's keyboard, let go at once, with Enter at a person's pace are typed", () => {
    const keys = [...typeKeys("68", 18, 1), ...typeKeys("⏎", 0, 1, 1_120)];
    expect(playKeys(keys)).toEqual({ typed: "68", codes: [], enters: ["pass"] });
  });
});

describe("B4 for every hand and every scanner", () => {
  const bib = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 6 });

  test("B4 fingers at ten keys a second, with pairs nearly at once, are never taken for a scanner", () => {
    // The second key of a pair follows quickly; the next pair comes after a pause.
    const gap = fc.record({
      pairMs: fc.integer({ min: 1, max: 60 }),
      restMs: fc.integer({ min: 100, max: 400 }),
    });
    const held = fc.integer({ min: 50, max: 160 });
    fc.assert(
      fc.property(
        bib,
        fc.array(gap, { minLength: 4, maxLength: 4 }),
        held,
        (value, gaps, heldMs) => {
          let atMs = 1_000;
          const keys = [...`${value}⏎`].map((character, at): Key => {
            const { pairMs, restMs } = gaps[at >> 1] ?? { pairMs: 100, restMs: 100 };
            // Enter is never part of a pair, because a person looks first and then presses.
            atMs += at === 0 ? 0 : at % 2 === 1 && character !== "⏎" ? pairMs : restMs;
            return { character, atMs, heldMs };
          });
          expect(playKeys(keys)).toEqual({ typed: value, codes: [], enters: ["pass"] });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("B4 a hand slower than a scanner keeps every key, however shortly it touches them", () => {
    const gaps = fc.integer({ min: scanTiming.wideGapMs + 1, max: 900 });
    fc.assert(
      fc.property(bib, gaps, fc.integer({ min: 0, max: 60 }), (value, gapMs, heldMs) => {
        const keys = typeKeys(`${value}⏎`, gapMs, heldMs);
        expect(playKeys(keys)).toEqual({ typed: value, codes: [], enters: ["pass"] });
      }),
    );
  });

  test("B4 a scanner's code of any length with a suffix is read, typed nowhere, and presses nothing", () => {
    const gaps = fc.integer({ min: 2, max: scanTiming.wideGapMs });
    fc.assert(
      fc.property(bib, gaps, fc.integer({ min: 0, max: 15 }), (value, gapMs, heldMs) => {
        const keys = typeKeys(`${value}⏎`, gapMs, Math.min(heldMs, gapMs));
        expect(playKeys(keys)).toEqual({ typed: "", codes: [value], enters: ["swallow"] });
      }),
      { numRuns: 1_000 },
    );
  });

  test("B4 scans one behind the other are each read alone, with or without a suffix", () => {
    const code = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 2, maxLength: 8 });
    const scans = fc.array(fc.tuple(code, fc.constantFrom("", "⏎")), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(scans, fc.integer({ min: 2, max: 20 }), (all, gapMs) => {
        const keys = all.flatMap(([value, suffix], at) =>
          typeKeys(value + suffix, gapMs, 1, 1_000 + at * 3_000),
        );
        const { typed, codes } = playKeys(keys);
        expect({ typed, codes }).toEqual({ typed: "", codes: all.map(([value]) => value) });
      }),
    );
  });
});
