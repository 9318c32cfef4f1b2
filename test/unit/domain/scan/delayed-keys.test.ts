import { describe, expect, test } from "vitest";
import { initialScannerState, scanTiming } from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScannerState } from "#shared/domain/scan/wedge-timing.ts";
import { playStrokes, strokesOf, typeKeys } from "./played-keys.ts";

interface Reading {
  readonly code: string;
  readonly instead: string | null;
}

/** Plays strokes from this state. Returns each reading and each Enter's effect. */
function play(strokes: readonly KeyStroke[], from: ScannerState) {
  const readings: Reading[] = [];
  const enters: string[] = [];
  const state = playStrokes(strokes, from, scanTiming, ({ code, instead, key }, { kind }) => {
    if (code !== null) readings.push({ code, instead });
    if (kind === "suffix") enters.push(key);
  });
  return { readings, enters, state };
}

/** The browser gives no times to keys from `fromMs` to `toMs`: then it gives all of them nearly the same time. */
function delay(strokes: readonly KeyStroke[], fromMs: number, toMs: number): readonly KeyStroke[] {
  let lastMs = 0;
  return strokes.map((stroke) => {
    const atMs = stroke.atMs >= fromMs && stroke.atMs < toMs ? toMs : stroke.atMs;
    lastMs = Math.max(atMs, lastMs + 0.3);
    return { ...stroke, atMs: lastMs };
  });
}

const scanned = (code: string, gapMs: number, heldMs: number) =>
  strokesOf(typeKeys(code, gapMs, heldMs));

/** Every code, pace and place of the delay. */
function* delays(suffix: "⏎" | "") {
  for (const code of ["42", "119", "1190", "11042", "A123456"]) {
    for (const gapMs of [2, 5, 8, 12, 20]) {
      for (const stallMs of [16, 30, 50, 80, 100, 150, 200]) {
        for (const heldMs of [1, gapMs / 2]) {
          const strokes = scanned(code + suffix, gapMs, heldMs);
          const lastMs = strokes.at(-1)?.atMs ?? 0;
          for (let fromMs = 999; fromMs < lastMs; fromMs += gapMs / 2) {
            const at = `${code} each ${gapMs} ms, held ${heldMs}, ${stallMs} ms at ${fromMs - 1_000}`;
            yield { code, at, strokes: delay(strokes, fromMs, fromMs + stallMs) };
          }
        }
      }
    }
  }
}

/** A scanner that was used before: the program knows that it ends a code with Enter. */
const known = play(scanned("77777⏎", 5, 1), initialScannerState).state;
const warm: ScannerState = {
  ...known,
  beganAtMs: 0,
  lastAtMs: 0,
  lastCodeAtMs: 0,
  pressed: [],
};

const fresh: ScannerState = { ...initialScannerState, seesReleases: true };

describe("B4 keys whose times a busy computer delays", () => {
  test.each([
    ["Enter", "⏎", warm],
    ["Enter, as the first code of a scanner", "⏎", fresh],
    ["no suffix", "", fresh],
  ] as const)(
    "B4 with %s no other code is read than the scanned one, unless the reading is in doubt",
    (_, suffix, from) => {
      const wrong = [...delays(suffix)].flatMap(({ code, at, strokes }) => {
        const { readings } = play(strokes, from);
        const bad = readings.filter((each) => each.code !== code && each.instead !== code);
        return bad.length === 0 ? [] : [`${at}: ${JSON.stringify(readings)}`];
      });
      expect(wrong).toEqual([]);
    },
  );

  test("B4 one step of a coarse clock leaves no code in doubt", () => {
    // Windows gives the times of keys in steps of 15 or 16 ms.
    for (const gapMs of [2, 3, 5, 8]) {
      for (let startMs = 0; startMs < 16; startMs += 1) {
        const strokes = strokesOf(typeKeys("1190⏎", gapMs, 1, 1_000 + startMs)).map((stroke) => ({
          ...stroke,
          atMs: Math.floor(stroke.atMs / 16) * 16,
        }));
        expect(play(strokes, warm).readings).toEqual([{ code: "1190", instead: null }]);
      }
    }
  });

  test("B4 the late Enter of a code presses nothing", () => {
    for (const code of ["1190", "A123456"]) {
      const strokes = scanned(code, 8, 1);
      const lastMs = strokes.at(-1)?.atMs ?? 0;
      for (const lateMs of [60, 100, 200]) {
        const enter: KeyStroke = { kind: "suffix", atMs: lastMs + lateMs };
        const { readings, enters } = play([...strokes, enter], warm);
        expect(readings).toEqual([{ code, instead: null }]);
        expect(enters).toEqual(["swallow"]);
      }
    }
  });

  test("B4 a finger's key before a scan is no part of the code", () => {
    const [tap] = typeKeys("4", 0, 70);
    const keys = [...(tap === undefined ? [] : [tap]), ...typeKeys("1190⏎", 5, 1, 1_110)];
    expect(play(strokesOf(keys), warm).readings).toEqual([{ code: "1190", instead: null }]);
  });
});
