import fc from "fast-check";
import { expect, test } from "vitest";
import { isAwarded, placesByOrder } from "#shared/domain/podium/ranking.ts";
import { placesByTime } from "#test/support/places-by-time.ts";

const keptAtDepth = (places: readonly number[], depth: number | null): number =>
  places.filter((place) => isAwarded(place, depth)).length;

/** Only a few values, so that ties are common. */
const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });

test("P1 ties share a place and the next place counts them", () => {
  expect(placesByTime([100, 200, 200, 300])).toEqual([1, 2, 2, 4]);
  expect(placesByTime([5, 5, 5])).toEqual([1, 1, 1]);
  expect(placesByTime([])).toEqual([]);
  expect(placesByOrder([false, false, true, false])).toEqual([1, 2, 2, 4]);
  expect(placesByOrder([false, true, true, false, true])).toEqual([1, 1, 1, 4, 4]);
  expect(placesByOrder([true, false])).toEqual([1, 2]);
});

test("P1 a place is one more than the number strictly ahead", () => {
  fc.assert(
    fc.property(times, (all) => {
      expect(placesByTime(all)).toEqual(
        all.map((time) => 1 + all.filter((other) => other < time).length),
      );
    }),
  );
});

test("P1 the ranking is a function of the times alone: their order changes nothing", () => {
  const shuffled = times.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      const placeOf = new Map(all.map((time, index) => [time, placesByTime(all)[index]]));
      expect(placesByTime(other)).toEqual(other.map((time) => placeOf.get(time)));
    }),
  );
});

test("P1 a tie is symmetric: equal times and only those share a place", () => {
  fc.assert(
    fc.property(times, (all) => {
      const places = placesByTime(all);
      for (const [one, time] of all.entries()) {
        for (const [other, otherTime] of all.entries()) {
          expect(places[one] === places[other]).toBe(time === otherTime);
        }
      }
    }),
  );
});

test("P1 in time order, the typed order gives the same places as the times", () => {
  fc.assert(
    fc.property(times, (all) => {
      const sorted = all.toSorted((one, other) => one - other);
      const ties = sorted.map((time, index) => index > 0 && sorted[index - 1] === time);
      expect(placesByOrder(ties)).toEqual(placesByTime(sorted));
    }),
  );
});

test("P1 nothing at the cut is lost: whoever ties with an award place is kept", () => {
  const depth = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), depth, (ties, cut) => {
      const places = placesByOrder(ties);
      const kept = keptAtDepth(places, cut);
      expect(kept).toBeGreaterThanOrEqual(Math.min(cut, places.length));
      const lastKept = places[kept - 1];
      for (const [index, place] of places.entries()) {
        expect(index < kept).toBe(place <= cut);
        if (index >= kept) expect(place).not.toBe(lastKept);
      }
    }),
  );
  expect(keptAtDepth([1, 2, 3, 3, 3, 6], 3)).toBe(5);
  expect(keptAtDepth([1, 2, 3], null)).toBe(3);
});
