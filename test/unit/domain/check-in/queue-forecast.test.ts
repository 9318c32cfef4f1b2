import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forecastQueue } from "#shared/domain/check-in/queue-forecast.ts";

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 9, 3, 7, 30);
const inMinutes = (minutes: number): number => nowMs + minutes * minuteMs;

/** An hour with a busy quarter of 24 a minute, half an hour ago. */
const arrivals = Array.from({ length: 60 }, (_, minute) => (minute >= 20 && minute < 35 ? 24 : 3));

const run = (startsAtMs: number | null, expected: number, arrived = 0) => ({
  startsAtMs,
  expected,
  arrived,
});

describe("C13 the forecast of the queue at the next start", () => {
  test("C13 counts those who are not here, at the best pace of ten minutes of the last hour", () => {
    expect(forecastQueue([run(inMinutes(30), 1_000, 520)], arrivals, nowMs)).toEqual({
      startsAtMs: inMinutes(30),
      toCome: 480,
      perMinute: 24,
      minutes: 20,
      inLine: 0,
    });
  });

  test("C13 says how many would still be in line", () => {
    expect(forecastQueue([run(inMinutes(10), 600)], arrivals, nowMs)).toMatchObject({
      minutes: 25,
      inLine: 360,
    });
  });

  test("C13 the pace of the first minutes is that since the first check-in", () => {
    const first = [...Array<number>(58).fill(0), 18, 35];
    expect(forecastQueue([run(inMinutes(20), 760)], first, nowMs)).toMatchObject({
      perMinute: 26.5,
      inLine: 230,
    });
    const tenMinutes = [...Array<number>(50).fill(0), ...Array<number>(10).fill(20)];
    expect(forecastQueue([run(inMinutes(20), 760)], tenMinutes, nowMs)?.perMinute).toBe(20);
  });

  test("C13 is about the next start alone, and about every run that starts then", () => {
    const runs = [
      run(inMinutes(45), 500),
      run(inMinutes(15), 100, 40),
      run(inMinutes(15), 50),
      run(inMinutes(-20), 80),
      run(inMinutes(5), 30, 30),
      run(null, 999),
    ];
    expect(forecastQueue(runs, arrivals, nowMs)).toMatchObject({
      startsAtMs: inMinutes(15),
      toCome: 110,
    });
  });

  test.each([
    ["no run has a start", [run(null, 100)], arrivals],
    ["the start is over", [run(inMinutes(-1), 100)], arrivals],
    ["the start is more than two hours away", [run(inMinutes(121), 100)], arrivals],
    ["everybody is here", [run(inMinutes(10), 100, 100)], arrivals],
    ["there were few check-ins so far", [run(inMinutes(10), 100)], [0, 0, 4, 5]],
    [
      "there are fewer than ten check-ins in any ten minutes",
      [run(inMinutes(10), 9)],
      Array(60).fill(0.9),
    ],
  ])("C13 says nothing if %s", (_, runs, counts) => {
    expect(forecastQueue(runs, counts, nowMs)).toBeNull();
  });

  test("C13 nobody is in line if all are through before the start, and never more than are to come", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.nat(200), { minLength: 60, maxLength: 60 }),
        (minutes, expected, counts) => {
          const found = forecastQueue([run(inMinutes(minutes), expected)], counts, nowMs);
          if (found === null) return;
          expect(found.inLine).toBeLessThanOrEqual(found.toCome);
          if (found.minutes <= minutes) expect(found.inLine).toBe(0);
        },
      ),
    );
  });
});
