import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanTiming } from "#shared/domain/scan/wedge-timing.ts";
import { playKeys, typeKeys } from "./played-keys.ts";
import type { Key } from "./played-keys.ts";

describe("B4 a scan right behind typing presses nothing", () => {
  const after = (typed: string, typedHeldMs: number, pauseMs: number, scanned: readonly Key[]) => {
    const hand = typeKeys(typed, 120, typedHeldMs);
    const startMs = (hand.at(-1)?.atMs ?? 0) + pauseMs;
    return playKeys([...hand, ...scanned.map((key) => ({ ...key, atMs: key.atMs + startMs }))]);
  };
  const replays = [
    ["4", 110, "021"],
    ["4", 40, "007"],
    ["1", 200, "061"],
    ["4", 180, "070"],
  ] as const;

  test.each(replays)("B4 %s, %i ms, then a scan of %s: its Enter is its own", (typed, ms, code) => {
    for (const typedHeldMs of [0, 80]) {
      const tapped = after(typed, typedHeldMs, ms, typeKeys(`${code}⏎`, 5, 0, 0));
      // A key that is released at once, 40 ms before the code, cannot be told from the code's own keys.
      const isOneBurst = typedHeldMs === 0 && ms <= scanTiming.wideGapMs;
      expect(tapped).toEqual({
        typed: isOneBurst ? "" : typed,
        codes: [isOneBurst ? typed + code : code],
        enters: ["swallow"],
      });
      const held = after(typed, typedHeldMs, ms, typeKeys(`${code}⏎`, 5, 80, 0));
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
          const result = after(text, heldMs, ms, typeKeys(`${value}⏎`, gapMs, codeMs, 0));
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
