import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanTiming } from "#shared/domain/scan/wedge-timing.ts";
import type { KeyStroke } from "#shared/domain/scan/wedge-timing.ts";
import { later, playStrokes, typeStrokes } from "./played-strokes.ts";

describe("B4 a scan is told from a person by its pace", () => {
  test("B4 a code with Enter is read, typed nowhere, and its Enter swallowed", () => {
    expect(playStrokes(typeStrokes("1042⏎", 8))).toEqual({
      typed: "",
      codes: ["1042"],
      suffixes: ["swallow"],
    });
  });

  test("B4 a code with no suffix is read after a moment of silence", () => {
    const strokes = typeStrokes("1042", 12);
    expect(playStrokes([...strokes, later(strokes, 40)])).toMatchObject({
      typed: "",
      codes: ["1042"],
    });
  });

  test("B4 a suffix that comes late still belongs to the code", () => {
    const strokes = typeStrokes("1042", 8);
    const silence = later(strokes, 40);
    const suffix: KeyStroke = { kind: "suffix", atMs: silence.atMs + 60 };
    expect(playStrokes([...strokes, silence, suffix])).toEqual({
      typed: "",
      codes: ["1042"],
      suffixes: ["swallow"],
    });
  });

  test("B4 a code whose first character stood alone for a while is no typing of its own", () => {
    const pieces = typeStrokes("1042⏎", 4).toSpliced(1, 0, { kind: "silence", atMs: 1_080 });
    expect(playStrokes(pieces)).toEqual({ typed: "", codes: ["1042"], suffixes: ["swallow"] });
  });

  test("B4 a code that a starved machine delivers in pieces is read whole all the same", () => {
    const strokes = typeStrokes("1187⏎", 4);
    const pieces = strokes.flatMap((stroke, index): KeyStroke[] =>
      index === 0 ? [stroke] : [{ kind: "silence", atMs: 1_000 + index * 45 }, stroke],
    );
    expect(playStrokes(pieces)).toEqual({ typed: "", codes: ["1187"], suffixes: ["swallow"] });
    const halves = typeStrokes("1187", 4).toSpliced(2, 0, { kind: "silence", atMs: 1_045 });
    expect(playStrokes([...halves, later(halves, 40)])).toMatchObject({
      typed: "",
      codes: ["1187"],
    });
    const long = typeStrokes("118711⏎", 4).toSpliced(4, 0, { kind: "silence", atMs: 1_060 });
    expect(playStrokes(long)).toMatchObject({ typed: "", codes: ["1187", "118711"] });
  });

  test("B4 two suffixes are both swallowed, an Enter a second later is a person's", () => {
    const strokes = typeStrokes("1042⏎⏎", 8);
    const enter: KeyStroke = { kind: "suffix", atMs: 2_500 };
    expect(playStrokes([...strokes, enter]).suffixes).toEqual(["swallow", "swallow", "pass"]);
  });

  test("B4 bib 7 with Enter at a scanner's pace is read; at a person's it is typed", () => {
    expect(playStrokes(typeStrokes("7⏎", 6))).toMatchObject({
      codes: ["7"],
      suffixes: ["swallow"],
    });
    expect(playStrokes(typeStrokes("7⏎", 60))).toEqual({
      typed: "7",
      codes: [],
      suffixes: ["pass"],
    });
  });

  test("B4 text that stood in the field before the scan stays as it was", () => {
    const person = typeStrokes("oka", 130, 0);
    expect(playStrokes([...person, ...typeStrokes("1042⏎", 8, 2_000)])).toMatchObject({
      typed: "oka",
      codes: ["1042"],
    });
  });

  test("B4 two keys of a person pressed nearly together are typed in order", () => {
    const strokes = typeStrokes("the quick", [0, 18, 110, 140, 25, 120, 90]);
    expect(playStrokes([...strokes, later(strokes, 50)])).toMatchObject({
      typed: "the quick",
      codes: [],
    });
  });

  test("B4 the same code twice within 100 ms is read once, later twice", () => {
    const twice = (pauseMs: number) =>
      playStrokes([...typeStrokes("1042⏎", 5, 0), ...typeStrokes("1042⏎", 5, 20 + pauseMs)]);
    expect(twice(80)).toMatchObject({ typed: "", codes: ["1042"] });
    expect(twice(400)).toMatchObject({ typed: "", codes: ["1042", "1042"] });
  });

  test("B4 another code within 100 ms is another code", () => {
    expect(
      playStrokes([...typeStrokes("1042⏎", 5, 0), ...typeStrokes("1043⏎", 5, 60)]).codes,
    ).toEqual(["1042", "1043"]);
  });

  test("B4 a prefix is taken away and makes a short code certain", () => {
    const timing = { ...scanTiming, prefix: "~" };
    const short = typeStrokes("~7", 10);
    expect(playStrokes([...short, later(short, 40)], timing).codes).toEqual(["7"]);
    expect(playStrokes(typeStrokes("~1042⏎", 10), timing).codes).toEqual(["1042"]);
    expect(playStrokes(typeStrokes("1042⏎", 10), timing).codes).toEqual(["1042"]);
  });

  test("B4 a word whose last keys stood in line behind a busy page is typed", () => {
    const word = typeStrokes("okafor", [90, 90, 90, 12, 9, 11]);
    expect(playStrokes([...word, later(word, 40)])).toMatchObject({ typed: "okafor", codes: [] });
  });

  test("B4 a scan a moment after typing is read, a long one at once", () => {
    const typed = typeStrokes("oka", 90);
    const scanned = typeStrokes("1042⏎", 8, 1_180 + scanTiming.afterTypingMs + 1);
    expect(playStrokes([...typed, later(typed, 40), ...scanned])).toMatchObject({
      typed: "oka",
      codes: ["1042"],
    });
    const long = typeStrokes("#301~1042⏎", 8, 1_280);
    expect(playStrokes([...typed, later(typed, 40), ...long])).toEqual({
      typed: "oka",
      codes: ["#301~1042"],
      suffixes: ["swallow"],
    });
  });

  test("B4 any other key ends a burst and gives a person's characters back", () => {
    const strokes = typeStrokes("ab", 10);
    expect(playStrokes([...strokes, { kind: "other", atMs: 1_015 }])).toMatchObject({
      typed: "ab",
      codes: [],
    });
  });

  test("B4 a clock that jumps back never makes a code of two halves", () => {
    const strokes = [...typeStrokes("10", 5, 5_000), ...typeStrokes("42", 5, 100)];
    expect(playStrokes([...strokes, later(strokes, 50)])).toMatchObject({
      typed: "1042",
      codes: [],
    });
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
        const strokes = typeStrokes(`${value}⏎`, gapsMs).flatMap(
          (stroke, index, all): KeyStroke[] => {
            const next = all[index + 1];
            const silentAtMs = stroke.atMs + 40;
            return hears && next !== undefined && next.atMs > silentAtMs
              ? [stroke, { kind: "silence", atMs: silentAtMs }]
              : [stroke];
          },
        );
        expect(playStrokes(strokes)).toEqual({ typed: value, codes: [], suffixes: ["pass"] });
      }),
    );
  });

  test("B4 whatever the pace, every character is typed once in order or is part of one code", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, gaps, (value, gapsMs) => {
        const strokes = typeStrokes(value, gapsMs);
        const { typed, codes } = playStrokes([...strokes, later(strokes, 50)]);
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
        const before = pauseMs === null ? [] : typeStrokes("x", 0, 1_000 - pauseMs);
        const strokes = typeStrokes(value + suffix, 4);
        const cut = strokes.flatMap((stroke, index): KeyStroke[] =>
          at.includes(index) ? [later([stroke], 45), stroke] : [stroke],
        );
        const end = later(strokes, 50);
        expect(playStrokes([...before, ...cut, end])).toEqual(
          playStrokes([...before, ...strokes, end]),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("B4 a scanner's code of four or more is always read whole and typed nowhere", () => {
    const code = fc.string({ unit: "grapheme-ascii", minLength: 4, maxLength: 80 });
    const gaps = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(code, gaps, fc.constantFrom("", "⏎"), (value, gapsMs, suffix) => {
        const strokes = typeStrokes(value + suffix, gapsMs);
        const result = playStrokes([...strokes, later(strokes, 50)]);
        expect(result).toMatchObject({ typed: "", codes: [value] });
        expect(result.suffixes.every((key) => key === "swallow")).toBe(true);
      }),
    );
  });
});
