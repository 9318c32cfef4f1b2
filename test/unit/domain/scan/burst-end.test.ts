import { describe, expect, test } from "vitest";
import { handleStroke, scanTiming, silenceMs } from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScannerState } from "#shared/domain/scan/wedge-timing.ts";
import { strokesOf, typeKeys, warm } from "./played-keys.ts";
import { later, playStrokes, typeStrokes } from "./played-strokes.ts";

/** The state after these strokes, of a page that reports releases. */
const after = (strokes: readonly KeyStroke[]): ScannerState =>
  strokes.reduce((state, stroke) => handleStroke(state, stroke).state, warm);

const downs = (text: string, gapMs: number): readonly KeyStroke[] =>
  strokesOf(typeKeys(text, gapMs, 0)).filter(({ kind }) => kind !== "release");

describe("B4 the end of a burst", () => {
  test("B4 a silence that is noticed too early ends no code", () => {
    const first = typeStrokes("1042", 5);
    const rest = typeStrokes("11⏎", 5, 1_020);
    expect(playStrokes([...first, later(first, 2), ...rest])).toEqual({
      typed: "",
      codes: ["104211"],
      suffixes: ["swallow"],
    });
  });

  test("B4 a slow scanner's code ends only when its longest gap has passed", () => {
    expect(silenceMs(after(strokesOf(typeKeys("10", 45, 5))))).toBe(scanTiming.wideGapMs);
  });

  test("B4 a code is read once: the next key, later, reads nothing and is typed", () => {
    const scanned = strokesOf(typeKeys("1042", 8, 1));
    const state = after([...scanned, later(scanned, scanTiming.lateMs)]);
    const next: KeyStroke = { kind: "character", character: "o", atMs: 1_500 };
    expect(handleStroke(state, next)).toMatchObject({ wasCode: false, code: null, key: "pass" });
  });

  test("B4 a scan right behind a code without a suffix is read", () => {
    const first = typeStrokes("1042", 8);
    const second = typeStrokes("1043⏎", 8, 1_200);
    expect(playStrokes([...first, later(first, 40), ...second])).toMatchObject({
      typed: "",
      codes: ["1042", "1043"],
    });
  });

  test("B4 any other key that ends a code reaches the page", () => {
    const end: KeyStroke = { kind: "other", atMs: 1_040 };
    expect(handleStroke(after(strokesOf(typeKeys("1042", 8, 1))), end)).toMatchObject({
      code: "1042",
      key: "pass",
    });
  });

  test("B4 keys that fingers still hold when another key ends the burst are typed", () => {
    const end: KeyStroke = { kind: "other", atMs: 1_040 };
    expect(handleStroke(after(downs("1042", 7)), end)).toMatchObject({
      wasCode: false,
      restored: "042",
    });
  });

  test("B4 what was held back is typed at once when a release proves that fingers press the keys", () => {
    const [, release] = strokesOf(typeKeys("6", 0, 80));
    const result = release && handleStroke(after(downs("68", 10)), release);
    expect(result).toMatchObject({ wasCode: false, restored: "8" });
  });

  test.each([6, 25, 35])(
    "B4 keys of a busy page, %i ms apart behind typing, stay typed, and their Enter presses nothing",
    (gapMs) => {
      const first = typeStrokes("1", 0);
      const rest = typeStrokes("042⏎", gapMs, 1_060);
      expect(playStrokes([...first, later(first, 40), ...rest])).toEqual({
        typed: "1042",
        codes: [],
        suffixes: ["swallow"],
      });
    },
  );
});

describe("B4 a clock that jumps back", () => {
  test("B4 an Enter after the jump is a person's", () => {
    const scanned = typeStrokes("1042⏎", 8, 5_000);
    expect(playStrokes([...scanned, { kind: "suffix", atMs: 100 }]).suffixes).toEqual([
      "swallow",
      "pass",
    ]);
  });

  test("B4 a scan after the jump is read, whatever was typed before it", () => {
    const typed = typeStrokes("o", 0, 5_000);
    expect(
      playStrokes([...typed, later(typed, 40), ...typeStrokes("1042⏎", 8, 100)]),
    ).toMatchObject({ typed: "o", codes: ["1042"] });
  });
});
