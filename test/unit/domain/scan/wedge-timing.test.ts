import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { handleStroke, initialScannerState, scanTiming } from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke, ScanTiming } from "#shared/domain/scan/wedge-timing.ts";

/** Plays strokes and returns the text of a field and the codes that were read. */
function play(strokes: readonly KeyStroke[], timing: ScanTiming = scanTiming) {
  let state = initialScannerState;
  let typed = "";
  let beforeBurst = "";
  const codes: string[] = [];
  const keys: string[] = [];
  for (const stroke of strokes) {
    const begins = stroke.kind === "character";
    const result = handleStroke(state, stroke, timing);
    state = result.state;
    if (result.wasCode) typed = beforeBurst;
    typed += result.restored;
    if (result.code !== null) codes.push(result.code);
    if (begins && result.key === "pass") beforeBurst = typed;
    if (begins && result.key === "pass") typed += stroke.character;
    if (stroke.kind === "suffix") keys.push(result.key);
  }
  return { typed, codes, suffixes: keys };
}

function type(text: string, gapsMs: number | readonly number[], startMs = 1_000): KeyStroke[] {
  let atMs = startMs;
  return [...text].map((character, index) => {
    const gapMs = typeof gapsMs === "number" ? gapsMs : (gapsMs[index % gapsMs.length] ?? 0);
    atMs += index === 0 ? 0 : gapMs;
    return character === "⏎" ? { kind: "suffix", atMs } : { kind: "character", character, atMs };
  });
}

const later = (strokes: readonly KeyStroke[], afterMs: number): KeyStroke => ({
  kind: "silence",
  atMs: (strokes.at(-1)?.atMs ?? 0) + afterMs,
});

describe("B4 a scan is told from a person by its pace", () => {
  test("B4 a code with Enter is read, typed nowhere, and its Enter swallowed", () => {
    expect(play(type("1042⏎", 8))).toEqual({ typed: "", codes: ["1042"], suffixes: ["swallow"] });
  });

  test("B4 a code with no suffix is read after a moment of silence", () => {
    const strokes = type("1042", 12);
    expect(play([...strokes, later(strokes, 40)])).toMatchObject({ typed: "", codes: ["1042"] });
  });

  test("B4 a suffix that comes late still belongs to the code", () => {
    const strokes = type("1042", 8);
    const silence = later(strokes, 40);
    const suffix: KeyStroke = { kind: "suffix", atMs: silence.atMs + 60 };
    expect(play([...strokes, silence, suffix])).toEqual({
      typed: "",
      codes: ["1042"],
      suffixes: ["swallow"],
    });
  });

  test("B4 a code whose first character stood alone for a while is no typing of its own", () => {
    const pieces = type("1042⏎", 4).toSpliced(1, 0, { kind: "silence", atMs: 1_080 });
    expect(play(pieces)).toEqual({ typed: "", codes: ["1042"], suffixes: ["swallow"] });
  });

  test("B4 a code that a starved machine delivers in pieces is read whole all the same", () => {
    const strokes = type("1187⏎", 4);
    const pieces = strokes.flatMap((stroke, index): KeyStroke[] =>
      index === 0 ? [stroke] : [{ kind: "silence", atMs: 1_000 + index * 45 }, stroke],
    );
    expect(play(pieces)).toEqual({ typed: "", codes: ["1187"], suffixes: ["swallow"] });
    const halves = type("1187", 4).toSpliced(2, 0, { kind: "silence", atMs: 1_045 });
    expect(play([...halves, later(halves, 40)])).toMatchObject({ typed: "", codes: ["1187"] });
    const long = type("118711⏎", 4).toSpliced(4, 0, { kind: "silence", atMs: 1_060 });
    expect(play(long)).toMatchObject({ typed: "", codes: ["1187", "118711"] });
  });

  test("B4 two suffixes are both swallowed, an Enter a second later is a person's", () => {
    const strokes = type("1042⏎⏎", 8);
    const enter: KeyStroke = { kind: "suffix", atMs: 2_500 };
    expect(play([...strokes, enter]).suffixes).toEqual(["swallow", "swallow", "pass"]);
  });

  test("B4 bib 7 with Enter at a scanner's pace is read; at a person's it is typed", () => {
    expect(play(type("7⏎", 6))).toMatchObject({ codes: ["7"], suffixes: ["swallow"] });
    expect(play(type("7⏎", 60))).toEqual({ typed: "7", codes: [], suffixes: ["pass"] });
  });

  test("B4 text that stood in the field before the scan stays as it was", () => {
    const person = type("oka", 130, 0);
    expect(play([...person, ...type("1042⏎", 8, 2_000)])).toMatchObject({
      typed: "oka",
      codes: ["1042"],
    });
  });

  test("B4 two keys of a person pressed nearly together are typed in order", () => {
    const strokes = type("the quick", [0, 18, 110, 140, 25, 120, 90]);
    expect(play([...strokes, later(strokes, 50)])).toMatchObject({ typed: "the quick", codes: [] });
  });

  test("B4 the same code twice within 100 ms is read once, later twice", () => {
    const twice = (pauseMs: number) =>
      play([...type("1042⏎", 5, 0), ...type("1042⏎", 5, 20 + pauseMs)]);
    expect(twice(80)).toMatchObject({ typed: "", codes: ["1042"] });
    expect(twice(400)).toMatchObject({ typed: "", codes: ["1042", "1042"] });
  });

  test("B4 another code within 100 ms is another code", () => {
    expect(play([...type("1042⏎", 5, 0), ...type("1043⏎", 5, 60)]).codes).toEqual(["1042", "1043"]);
  });

  test("B4 a prefix is taken away and makes a short code certain", () => {
    const timing = { ...scanTiming, prefix: "~" };
    const short = type("~7", 10);
    expect(play([...short, later(short, 40)], timing).codes).toEqual(["7"]);
    expect(play(type("~1042⏎", 10), timing).codes).toEqual(["1042"]);
    expect(play(type("1042⏎", 10), timing).codes).toEqual(["1042"]);
  });

  test("B4 keys that stood in line behind a busy page stay typed, and their Enter presses nothing", () => {
    const first = type("1", 0);
    const rest = type("042⏎", 6, 1_060);
    expect(play([...first, later(first, 40), ...rest])).toEqual({
      typed: "1042",
      codes: [],
      suffixes: ["swallow"],
    });
    const word = type("okafor", [90, 90, 90, 12, 9, 11]);
    expect(play([...word, later(word, 40)])).toMatchObject({ typed: "okafor", codes: [] });
  });

  test("B4 a scan a moment after typing is read, a long one at once", () => {
    const typed = type("oka", 90);
    const scanned = type("1042⏎", 8, 1_180 + scanTiming.afterTypingMs + 1);
    expect(play([...typed, later(typed, 40), ...scanned])).toMatchObject({
      typed: "oka",
      codes: ["1042"],
    });
    const long = type("#301~1042⏎", 8, 1_280);
    expect(play([...typed, later(typed, 40), ...long])).toEqual({
      typed: "oka",
      codes: ["#301~1042"],
      suffixes: ["swallow"],
    });
  });

  test("B4 any other key ends a burst and gives a person's characters back", () => {
    const strokes = type("ab", 10);
    expect(play([...strokes, { kind: "other", atMs: 1_015 }])).toMatchObject({
      typed: "ab",
      codes: [],
    });
  });

  test("B4 a clock that jumps back never makes a code of two halves", () => {
    const strokes = [...type("10", 5, 5_000), ...type("42", 5, 100)];
    expect(play([...strokes, later(strokes, 50)])).toMatchObject({ typed: "1042", codes: [] });
  });
});

describe("B4 for every text and pace", () => {
  const text = fc
    .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 })
    .filter((value) => !value.includes("⏎"));

  test("B4 a typist slower than a scanner is never taken for one and loses no key", () => {
    const gaps = fc.array(fc.integer({ min: 36, max: 2_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, gaps, fc.boolean(), (value, gapsMs, hears) => {
        const strokes = type(`${value}⏎`, gapsMs).flatMap((stroke, index, all): KeyStroke[] => {
          const next = all[index + 1];
          const silentAtMs = stroke.atMs + 40;
          return hears && next !== undefined && next.atMs > silentAtMs
            ? [stroke, { kind: "silence", atMs: silentAtMs }]
            : [stroke];
        });
        expect(play(strokes)).toEqual({ typed: value, codes: [], suffixes: ["pass"] });
      }),
    );
  });

  test("B4 whatever the pace, every character is typed once in order or is part of one code", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, gaps, (value, gapsMs) => {
        const strokes = type(value, gapsMs);
        const { typed, codes } = play([...strokes, later(strokes, 50)]);
        const kept = [...typed].length + codes.reduce((sum, code) => sum + [...code].length, 0);
        // A code that is read twice at once is dropped on purpose; no code is ever invented.
        expect(kept).toBeLessThanOrEqual([...value].length);
        if (codes.length === 0) expect(typed).toBe(value);
      }),
    );
  });

  test("B4 silence within a burst changes nothing, whatever was typed before it", () => {
    const burst = fc.string({ unit: "grapheme-ascii", minLength: 2, maxLength: 12 });
    const pause = fc.option(fc.integer({ min: 36, max: 400 }), { nil: null });
    // The silence is within the first three characters, which are no code yet. What was read already stays read.
    const cuts = fc.subarray([1, 2, 3], { minLength: 1 });
    fc.assert(
      fc.property(burst, pause, cuts, fc.constantFrom("", "⏎"), (value, pauseMs, at, suffix) => {
        const before = pauseMs === null ? [] : type("x", 0, 1_000 - pauseMs);
        const strokes = type(value + suffix, 4);
        const cut = strokes.flatMap((stroke, index): KeyStroke[] =>
          at.includes(index) ? [later([stroke], 45), stroke] : [stroke],
        );
        const end = later(strokes, 50);
        expect(play([...before, ...cut, end])).toEqual(play([...before, ...strokes, end]));
      }),
      { numRuns: 1_000 },
    );
  });

  test("B4 a scanner's code of four or more is always read whole and typed nowhere", () => {
    const code = fc.string({ unit: "grapheme-ascii", minLength: 4, maxLength: 80 });
    const gaps = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(code, gaps, fc.constantFrom("", "⏎"), (value, gapsMs, suffix) => {
        const strokes = type(value + suffix, gapsMs);
        const result = play([...strokes, later(strokes, 50)]);
        expect(result).toMatchObject({ typed: "", codes: [value] });
        expect(result.suffixes.every((key) => key === "swallow")).toBe(true);
      }),
    );
  });
});
