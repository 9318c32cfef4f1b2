import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sightingTiming, noCodesInView, addPicture } from "#shared/domain/scan/camera-sightings.ts";

const { awayMs, sightings } = sightingTiming;

type Look = readonly [atMs: number, ...seen: readonly string[]];

/** The codes that count as scanned, in order. */
function scans(looks: readonly Look[]): string[] {
  let view = noCodesInView;
  return looks.flatMap(([atMs, ...seen]) => {
    const sighting = addPicture(view, seen, atMs);
    view = sighting.view;
    return sighting.code === null ? [] : [sighting.code];
  });
}

describe("a code before the camera", () => {
  test("B4 held in view, a code counts once, however long", () => {
    const looks = Array.from({ length: 300 }, (_, at): Look => [at * 100, "1042"]);
    expect(scans(looks)).toEqual(["1042"]);
  });

  test("B4 a shaking hand loses the code for a moment: it is still the same sight of it", () => {
    const looks = Array.from({ length: 100 }, (_, at): Look =>
      at % 7 < 2 ? [at * 200, "1042"] : [at * 200],
    );
    expect(scans(looks)).toEqual(["1042"]);
  });

  test("B4 away for long enough, the same code counts again", () => {
    expect(
      scans([
        [0, "1042"],
        [100, "1042"],
        [100 + awayMs - 1, "1042"],
        [100 + awayMs * 2 - 1, "1042"],
        [200 + awayMs * 2, "1042"],
      ]),
    ).toEqual(["1042", "1042"]);
  });

  test("B4 what one picture alone says may be misread: it does not count", () => {
    expect(
      scans([
        [0, "1042"],
        [100, "104"],
        [200, "1042"],
        [300, "1042"],
      ]),
    ).toEqual(["1042"]);
  });

  test("B4 of two codes in view, the one nearest to the middle counts; the other when it is aimed at", () => {
    expect(
      scans([
        [0, "1042", "1187"],
        [100, "1042", "1187"],
        [200, "1042", "1187"],
        [300, "1187", "1042"],
        [400, "1187"],
        [500, "1042", "1187"],
      ]),
    ).toEqual(["1042", "1187"]);
  });

  test("B4 whatever is held up, no code counts twice without being away in between", () => {
    const look = fc.tuple(
      fc.nat({ max: 700 }),
      fc.uniqueArray(fc.constantFrom("1042", "1187", "A12"), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60 }), (steps) => {
        let view = noCodesInView;
        let atMs = 0;
        const lastSeen = new Map<string, number>();
        const counted = new Set<string>();
        const nearest = new Map<string, number>();
        for (const [gapMs, seen] of steps) {
          atMs += gapMs;
          for (const [code, seenAtMs] of lastSeen) {
            if (atMs - seenAtMs < awayMs) continue;
            counted.delete(code);
            nearest.delete(code);
            lastSeen.delete(code);
          }
          const sighting = addPicture(view, seen, atMs);
          view = sighting.view;
          const [aimedAt] = seen;
          if (aimedAt !== undefined) nearest.set(aimedAt, (nearest.get(aimedAt) ?? 0) + 1);
          if (sighting.code !== null) {
            expect(sighting.code).toBe(aimedAt);
            expect(counted.has(sighting.code)).toBe(false);
            counted.add(sighting.code);
          }
          for (const code of seen) if (nearest.has(code)) lastSeen.set(code, atMs);
          for (const [code, count] of nearest) {
            expect(counted.has(code)).toBe(count >= sightings);
          }
        }
      }),
    );
  });
});
