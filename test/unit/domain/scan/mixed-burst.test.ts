import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  handleStroke,
  initialScannerState,
  scanTiming,
  silenceMs,
} from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScannerState, ScanTiming } from "#shared/domain/scan/wedge-timing.ts";
import { strokesOf, typeKeys } from "./played-keys.ts";
import type { Key } from "./played-keys.ts";

interface ReadCode {
  readonly code: string;
  readonly instead: string | null;
}

/** The codes that are read from these keys; with `letsGo` false, no key is ever released. */
function read(
  keys: readonly Key[],
  letsGo = true,
  timing: ScanTiming = scanTiming,
): readonly ReadCode[] {
  const strokes = strokesOf(keys).filter(({ kind }) => letsGo || kind !== "release");
  let state: ScannerState = { ...initialScannerState, seesReleases: letsGo };
  const codes: ReadCode[] = [];
  const take = (stroke: KeyStroke): void => {
    const result = handleStroke(state, stroke, timing);
    ({ state } = result);
    if (result.code !== null) codes.push({ code: result.code, instead: result.instead });
  };
  for (const stroke of strokes) take(stroke);
  if (state.burst !== "") {
    take({ kind: "silence", atMs: state.lastAtMs + silenceMs(state) + scanTiming.lateMs });
  }
  return codes;
}

const digits = fc.constantFrom(..."0123456789");

describe("B4 a key that may be a person's is told together with the code", () => {
  test.each([
    // A short press that ends before the scan begins.
    [40, 0],
    [40, 20],
    [60, 40],
    [25, 10],
    [10, 24],
    // A finger that releases its key within the code.
    [40, 80],
    // A finger that still holds its key when the scan is over.
    [30, 70],
    [34, 100],
  ])("B4 a 4 that is typed %i ms before a scan of 007 and held for %i ms", (beforeMs, heldMs) => {
    const keys = [...typeKeys("4", 0, heldMs, 1_000), ...typeKeys("007⏎", 5, 0, 1_000 + beforeMs)];
    const codes = read(keys);
    // Either alone or with a doubt, but never 4007 for certain.
    expect(codes).toHaveLength(1);
    expect(["4007 007", "007 null"]).toContain(`${codes[0]?.code} ${codes[0]?.instead}`);
  });

  test("B4 the typed digit before a code of one digit, and one behind a code with no suffix", () => {
    const before = [...typeKeys("4", 0, 20, 1_000), ...typeKeys("7⏎", 5, 0, 1_040)];
    expect(read(before)).toEqual([{ code: "47", instead: "7" }]);
    const behind = [...typeKeys("4013", 5, 0, 1_000), ...typeKeys("7", 0, 20, 1_050)];
    expect(read(behind)).toEqual([{ code: "40137", instead: "4013" }]);
  });

  test("B4 a finger that releases its key in the middle of the code: the whole code is told too", () => {
    const keys = [...typeKeys("4", 0, 28, 1_000), ...typeKeys("0071234⏎", 5, 0, 1_010)];
    expect(read(keys)).toEqual([{ code: "234", instead: "0071234" }]);
  });

  test("B4 typing that ended a moment before the scan is no part of the code", () => {
    const keys = [...typeKeys("68", 20, 80, 1_000), ...typeKeys("1042⏎", 5, 0, 1_170)];
    expect(read(keys)).toEqual([{ code: "1042", instead: null }]);
  });

  test("B4 a code that follows another at once is a new code, and certain", () => {
    const keys = [...typeKeys("1042⏎", 5, 0, 1_000), ...typeKeys("1043⏎", 5, 0, 1_045)];
    expect(read(keys)).toEqual([
      { code: "1042", instead: null },
      { code: "1043", instead: null },
    ]);
  });

  test("B4 a code behind the scanner's prefix is certain, however late it follows the prefix", () => {
    const keys = [...typeKeys("~", 0, 0, 1_000), ...typeKeys("1042⏎", 5, 0, 1_030)];
    expect(read(keys, true, { ...scanTiming, prefix: "~" })).toEqual([
      { code: "1042", instead: null },
    ]);
  });

  test("B4 whatever is typed before a fast scan, the code is never read with it for certain", () => {
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 35, max: 400 }),
        fc.string({ unit: digits, minLength: 2, maxLength: 8 }),
        fc.integer({ min: 2, max: 15 }),
        fc.constantFrom("", "⏎"),
        (typed, heldMs, beforeMs, code, gapMs, suffix) => {
          const keys = [
            ...typeKeys(typed, 0, heldMs, 1_000),
            ...typeKeys(code + suffix, gapMs, 1, 1_000 + beforeMs),
          ];
          for (const { code: result, instead } of read(keys)) {
            if (result !== code) expect(instead).toBe(code);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("B4 a scanner alone is never in doubt: any pace, any hold, its usual jitter, with or without releases", () => {
    const jitter = fc.integer({ min: 0, max: scanTiming.jitterMs });
    fc.assert(
      fc.property(
        fc.string({ unit: digits, minLength: 4, maxLength: 8 }),
        fc.integer({ min: 2, max: scanTiming.maxGapMs - scanTiming.jitterMs }),
        fc.array(jitter, { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        (code, gapMs, lateMs, heldMs, letsGo) => {
          let atMs = 1_000;
          const keys = [...`${code}⏎`].map((character, at): Key => {
            atMs += gapMs + (lateMs[at] ?? 0);
            return { character, atMs, heldMs };
          });
          expect(read(keys, letsGo)).toEqual([{ code, instead: null }]);
        },
      ),
      { numRuns: 2_000 },
    );
    for (const gapMs of [4, 20, 45, 60]) {
      expect(read(typeKeys("68⏎", gapMs, 3, 1_000))).toEqual([{ code: "68", instead: null }]);
    }
    expect(read(typeKeys("1042⏎", 5, 80, 1_000))).toEqual([{ code: "1042", instead: null }]);
  });
});
