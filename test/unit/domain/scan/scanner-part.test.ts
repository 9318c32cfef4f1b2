import { describe, expect, test } from "vitest";
import { findScannerPart } from "#shared/domain/scan/mixed-burst.ts";
import { scanTiming } from "#shared/domain/scan/wedge-timing.ts";

/** One key: when it is pressed, and how long it is held; null while it is down. */
type Press = readonly [atMs: number, heldMs: number | null];

/** The keys of the scanner in a burst with these keys; null if all keys are the scanner's. */
function scannerKeys(text: string, presses: readonly Press[], suffixAtMs: number | null) {
  const pressed = [...text].map((key, at) => {
    const [atMs, heldMs] = presses[at] ?? [0, 0];
    return {
      key,
      atMs: 1_000 + atMs,
      releasedAtMs: heldMs === null ? null : 1_000 + atMs + heldMs,
    };
  });
  const suffix = suffixAtMs === null ? null : 1_000 + suffixAtMs;
  const part = findScannerPart(pressed, suffix, scanTiming.jitterMs);
  return part === null ? null : text.slice(part.from, part.to);
}

/** Keys at these times, all held equally. */
const at = (...timesMs: number[]): Press[] => timesMs.map((atMs) => [atMs, 1]);
/** Keys at an even pace, held for these times. */
const held = (...heldMs: (number | null)[]): Press[] => heldMs.map((ms, index) => [index * 10, ms]);

describe("B4 which key of a burst may be a person's", () => {
  test.each([
    ["before the code, with a suffix", "4007", at(0, 40, 45, 50), 55, "007"],
    ["before the code, without a suffix", "4007", at(0, 40, 45, 50), null, "007"],
    ["behind a code without a suffix", "0074", at(0, 5, 10, 50), null, "007"],
    ["before a code of one digit, whose suffix tells the pace", "47", at(0, 40), 45, "7"],
    // A person cannot type between a code and its suffix.
    ["before a shorter code with a suffix", "4007", at(0, 5, 45, 50), 55, "07"],
    ["all keys but the last before a suffix", "4007", at(0, 5, 10, 50), 55, "7"],
  ])("B4 a gap that differs: %s", (_what, text, presses, suffixAtMs, scanned) => {
    expect(scannerKeys(text, presses, suffixAtMs)).toBe(scanned);
  });

  test.each([
    ["the first key", "4007", held(24, 0, 0, 0), 40, "007"],
    ["the first of two keys", "47", held(24, 0), 20, "7"],
    [
      "a key that is still down when a later one is released",
      "4007",
      held(null, 0, 0, 0),
      40,
      "007",
    ],
    ["a key in the middle, with the keys before it", "4007", held(0, 24, 0, 0), 40, "07"],
    ["the last key, without a suffix", "0074", held(0, 0, 0, 24), null, "007"],
    // Before a suffix the last key is the scanner's, so only the first may be a person's.
    ["the last key before a suffix", "4007", held(0, 0, 0, 24), 40, "007"],
  ])(
    "B4 a key that is held longer than the others: %s",
    (_what, text, presses, suffixAtMs, scanned) => {
      expect(scannerKeys(text, presses, suffixAtMs)).toBe(scanned);
    },
  );

  test.each([
    ["even gaps and a suffix", at(0, 5, 10, 15), 20],
    ["even gaps and no suffix", at(0, 5, 10, 15), null],
    ["one gap that differs by 15 ms", at(0, 20, 25, 30), 35],
    ["keys that are all held for long", held(80, 80, 80, 80), 40],
    ["one key that is held for 15 ms more", held(15, 0, 0, 0), 40],
    ["a last key that is not released yet", held(0, 0, 0, null), 40],
    ["a page that reports no releases", held(null, null, null, null), 40],
  ])("B4 no key is a person's: %s", (_what, presses, suffixAtMs) => {
    expect(scannerKeys("4007", presses, suffixAtMs)).toBeNull();
  });
});
