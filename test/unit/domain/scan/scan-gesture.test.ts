import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  handleStroke,
  initialScannerState,
  scanTiming,
  silenceMs,
} from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScannerState, ScanTiming } from "#shared/domain/scan/wedge-timing.ts";

/** One key: its character ("⏎" is Enter), when it is pressed, and how long it is held down. */
interface Key {
  readonly character: string;
  readonly atMs: number;
  readonly heldMs: number;
}

/** A keyboard that reports releases, as every real one does. */
const warm: ScannerState = { ...initialScannerState, seesReleases: true };

/** The strokes of these keys in the order of their times, with a silence wherever the page notices one. */
function strokesOf(keys: readonly Key[]): readonly KeyStroke[] {
  const downs = keys.map(({ character, atMs }, at): KeyStroke => {
    if (character === "⏎") return { kind: "suffix", atMs };
    return { kind: "character", character, atMs, key: `${character}${at}` };
  });
  const ups = keys.map(({ character, atMs, heldMs }, at): KeyStroke => ({
    kind: "release",
    key: `${character}${at}`,
    atMs: atMs + heldMs,
  }));
  return [...downs, ...ups].toSorted((one, other) => one.atMs - other.atMs);
}

/** The text of a field afterwards, the codes that were read, and the effect of each Enter. */
function play(keys: readonly Key[], timing: ScanTiming = scanTiming) {
  let state = warm;
  let typed = "";
  let beforeBurst = "";
  const codes: string[] = [];
  const enters: string[] = [];
  function take(stroke: KeyStroke): void {
    const result = handleStroke(state, stroke, timing);
    state = result.state;
    if (result.wasCode) typed = beforeBurst;
    typed += result.restored;
    if (result.code !== null) codes.push(result.code);
    if (stroke.kind === "suffix") enters.push(result.key);
    if (stroke.kind !== "character" || result.key !== "pass") return;
    beforeBurst = typed;
    typed += stroke.character;
  }
  const strokes = strokesOf(keys);
  for (const [at, stroke] of strokes.entries()) {
    take(stroke);
    const nextAtMs = strokes[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const quietAtMs = state.lastAtMs + silenceMs(state, timing) + 45;
    if (state.burst !== "" && quietAtMs < nextAtMs) take({ kind: "silence", atMs: quietAtMs });
  }
  return { typed, codes, enters };
}

const type = (text: string, gapMs: number, heldMs: number, startMs = 1_000): Key[] =>
  [...text].map((character, at) => ({ character, atMs: startMs + at * gapMs, heldMs }));

describe("B4 a short code is told from a person by how long its keys are held", () => {
  test.each([4, 12, 20, 30, 45, 60])(
    "B4 two digits and Enter, each let go at once, %i ms apart, are a scan and press nothing",
    (gapMs) => {
      expect(play(type("68⏎", gapMs, Math.min(gapMs, 5)))).toEqual({
        typed: "",
        codes: ["68"],
        enters: ["swallow"],
      });
    },
  );

  test("B4 two or three digits with no suffix are a scan once nothing follows", () => {
    for (const code of ["68", "095", "A12"]) {
      expect(play(type(code, 8, 3))).toEqual({ typed: "", codes: [code], enters: [] });
    }
  });

  test("B4 one scan after the other never adds up, whatever their length and suffix", () => {
    const both = [...type("095", 8, 3), ...type("68", 8, 3, 4_000)];
    expect(play(both)).toEqual({ typed: "", codes: ["095", "68"], enters: [] });
    const slow = [...type("4013", 45, 5), ...type("4013", 45, 5, 4_000)];
    expect(play(slow)).toEqual({ typed: "", codes: ["4013", "4013"], enters: [] });
  });

  test("B4 a short code behind the prefix is a scan at once", () => {
    const timing = { ...scanTiming, prefix: "%%" };
    expect(play(type("%%7⏎", 8, 3), timing)).toEqual({
      typed: "",
      codes: ["7"],
      enters: ["swallow"],
    });
  });

  test("B4 two digits of a hand nearly at once, then Enter, are typed, and Enter is theirs", () => {
    for (const pairMs of [3, 12, 18, 25, 34]) {
      const keys = [...type("68", pairMs, 80), ...type("⏎", 0, 80, 1_000 + pairMs + 70)];
      expect(play(keys)).toEqual({ typed: "68", codes: [], enters: ["pass"] });
    }
  });

  test("B4 a bib of one digit with Enter from the other hand is a person's", () => {
    expect(play(type("7⏎", 28, 75))).toEqual({ typed: "7", codes: [], enters: ["pass"] });
  });

  test("B4 three fingers rolled over the keys in a row are no scanner", () => {
    expect(play(type("104⏎", 30, 85))).toEqual({ typed: "104", codes: [], enters: ["pass"] });
  });

  test("B4 two digits on a screen's keyboard, let go at once, with Enter at a person's pace are typed", () => {
    const keys = [...type("68", 18, 1), ...type("⏎", 0, 1, 1_120)];
    expect(play(keys)).toEqual({ typed: "68", codes: [], enters: ["pass"] });
  });
});

describe("B4 a scan right behind typing presses nothing", () => {
  const after = (typed: string, typedHeldMs: number, pauseMs: number, scanned: readonly Key[]) => {
    const hand = type(typed, 120, typedHeldMs);
    const startMs = (hand.at(-1)?.atMs ?? 0) + pauseMs;
    return play([...hand, ...scanned.map((key) => ({ ...key, atMs: key.atMs + startMs }))]);
  };
  const replays = [
    ["4", 110, "021"],
    ["4", 40, "007"],
    ["1", 200, "061"],
    ["4", 180, "070"],
  ] as const;

  test.each(replays)("B4 %s, %i ms, then a scan of %s: its Enter is its own", (typed, ms, code) => {
    for (const typedHeldMs of [0, 80]) {
      const tapped = after(typed, typedHeldMs, ms, type(`${code}⏎`, 5, 0, 0));
      // A key that is released at once, 40 ms before the code, cannot be told from the code's own keys.
      const isOneBurst = typedHeldMs === 0 && ms <= scanTiming.wideGapMs;
      expect(tapped).toEqual({
        typed: isOneBurst ? "" : typed,
        codes: [isOneBurst ? typed + code : code],
        enters: ["swallow"],
      });
      const held = after(typed, typedHeldMs, ms, type(`${code}⏎`, 5, 80, 0));
      expect(held.enters).toEqual(["swallow"]);
    }
  });

  test("B4 whatever was typed before, a code's own Enter presses nothing", () => {
    const digits = fc.constantFrom(..."0123456789");
    const typed = fc.string({ unit: digits, minLength: 1, maxLength: 3 });
    const code = fc.string({ unit: digits, minLength: 1, maxLength: 8 });
    const pause = fc.integer({ min: 61, max: 400 });
    const gap = fc.integer({ min: 2, max: scanTiming.shortGapMs });
    const typedHeld = fc.integer({ min: 0, max: 100 });
    const codeHeld = fc.constantFrom(0, 1, 80);
    fc.assert(
      fc.property(
        typed,
        typedHeld,
        pause,
        code,
        gap,
        codeHeld,
        (text, heldMs, ms, value, gapMs, codeMs) => {
          const result = after(text, heldMs, ms, type(`${value}⏎`, gapMs, codeMs, 0));
          expect(result.enters).toEqual(["swallow"]);
          // The code is read alone, or after the typed text: no key is lost.
          expect(result.typed + result.codes.join("")).toBe(text + value);
          if (codeMs <= 1 && value.length > 1) expect(result.codes).toEqual([value]);
        },
      ),
      { numRuns: 1_000 },
    );
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
          expect(play(keys)).toEqual({ typed: value, codes: [], enters: ["pass"] });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("B4 a hand slower than a scanner keeps every key, however shortly it touches them", () => {
    const gaps = fc.integer({ min: scanTiming.wideGapMs + 1, max: 900 });
    fc.assert(
      fc.property(bib, gaps, fc.integer({ min: 0, max: 60 }), (value, gapMs, heldMs) => {
        const keys = type(`${value}⏎`, gapMs, heldMs);
        expect(play(keys)).toEqual({ typed: value, codes: [], enters: ["pass"] });
      }),
    );
  });

  test("B4 a scanner's code of any length with a suffix is read, typed nowhere, and presses nothing", () => {
    const gaps = fc.integer({ min: 2, max: scanTiming.wideGapMs });
    fc.assert(
      fc.property(bib, gaps, fc.integer({ min: 0, max: 15 }), (value, gapMs, heldMs) => {
        const keys = type(`${value}⏎`, gapMs, Math.min(heldMs, gapMs));
        expect(play(keys)).toEqual({ typed: "", codes: [value], enters: ["swallow"] });
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
          type(value + suffix, gapMs, 1, 1_000 + at * 3_000),
        );
        const { typed, codes } = play(keys);
        expect({ typed, codes }).toEqual({ typed: "", codes: all.map(([value]) => value) });
      }),
    );
  });
});
