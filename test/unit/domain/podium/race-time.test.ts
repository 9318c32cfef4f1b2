import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hundredthsOfMs,
  isLikely,
  precisionOf,
  readRaceTime,
  showRaceTime,
  showTimeIn,
} from "#shared/domain/podium/race-time.ts";

const longest = 999 * 360_000;

const read = (text: string) => {
  const time = readRaceTime(text);
  return time.ok ? time.value : time.error.code;
};

test("P2 a time is read as crews write it, into whole hundredths", () => {
  expect(read("12:34")).toBe(75_400);
  expect(read("1:02:03.4")).toBe(372_340);
  expect(read("01:23:45.00")).toBe(502_500);
  expect(read("4523")).toBe(452_300);
  expect(read("4523.5")).toBe(452_350);
  expect(read("4523,05")).toBe(452_305);
  expect(read("90:15")).toBe(541_500);
  expect(read("0:09.05")).toBe(905);
  expect(read(" 12:34\t")).toBe(75_400);
  expect(read("30:00:00")).toBe(10_800_000);
  expect(read("0")).toBe(0);
});

test("P2 digits and signs of other scripts are the same time", () => {
  expect(read("١٢:٣٤")).toBe(75_400);
  expect(read("۱:۰۲:۰۳٫۴")).toBe(372_340);
  expect(read("１２：３４．５")).toBe(75_450);
  expect(read("\u200E12:34\u200F")).toBe(75_400);
});

test("P2 decimals beyond the second are rounded up, by digits and not by binary fractions", () => {
  expect(read("10.001")).toBe(1_001);
  expect(read("10.000")).toBe(1_000);
  expect(read("10.290000000000000000001")).toBe(1_030);
  expect(read("59.991")).toBe(6_000);
  expect(read("1.1")).toBe(110);
});

test("P2 what is no time is refused, and says which way", () => {
  for (const text of ["", " ", "\t\n", "\u00A0\u3000"]) expect(read(text)).toBe("empty");
  for (const text of ["-1", "-12:34", "\u221212:34", "- 1:00:00"]) {
    expect(read(text)).toBe("negative");
  }
  for (const text of ["999:00:00.01", "1000:00:00", "3596401", "9".repeat(400)]) {
    expect(read(text)).toBe("too-long");
  }
  for (const text of [
    "12:5",
    "12:60",
    "1:60:00",
    "1:2:03",
    "1:02:3",
    "1:02:03:04",
    "12:",
    ":12",
    "12.",
    ".5",
    "1,234.5",
    "12:34.5.6",
    "1 2:34",
    "12'34\"",
    "1e3",
    "0x10",
    "+12",
    "--12",
    "-",
    "-noon",
    "noon",
    "DNF",
    "12:34 h",
    "½",
    "12:34; DROP",
  ]) {
    expect(read(text), text).toBe("unreadable");
  }
});

test("P2 what is shown reads as the same time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: longest }), (hundredths) => {
      expect(read(showRaceTime(hundredths))).toBe(hundredths);
    }),
    { numRuns: 2_000 },
  );
  expect([0, 905, 4_520, 75_400, 372_340, longest].map(showRaceTime)).toEqual([
    "0:00",
    "0:09.05",
    "0:45.2",
    "12:34",
    "1:02:03.4",
    "999:00:00",
  ]);
});

test("P2 all times of one list are shown alike: hundredths where one has them, else seconds", () => {
  const list = (times: readonly (number | null)[]): string[] => {
    const precision = precisionOf(times);
    return times.flatMap((time) => (time === null ? [] : [showTimeIn(time, precision)]));
  };
  expect(list([411_240, null, 412_022])).toEqual(["1:08:32.40", "1:08:40.22"]);
  expect(list([210_000, 210_005])).toEqual(["35:00.00", "35:00.05"]);
  expect(list([210_000, null, 359_900])).toEqual(["35:00", "59:59"]);
  expect(list([])).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: longest }), { minLength: 1 }), (times) => {
      const shown = list(times);
      expect(shown.map(read)).toEqual(times);
      expect(new Set(shown.map((text) => text.includes("."))).size).toBe(1);
    }),
  );
});

test("P2 a measured duration is rounded up to the hundredth", () => {
  expect([0, 1, 10, 11, 754_005, -5, -10].map(hundredthsOfMs)).toEqual([0, 1, 1, 2, 75_401, 0, -1]);
  expect(Object.is(hundredthsOfMs(-5), 0)).toBe(true);
});

test("P1 a time is unlikely by its pace over the distance, never by its length alone", () => {
  const hour = 360_000;
  expect(isLikely(30 * hour, 161_000)).toBe(true);
  expect(isLikely(30 * hour, 10_000)).toBe(false);
  expect(isLikely(10 * hour, 10_000)).toBe(true);
  expect(isLikely(30 * 6_000, 10_000)).toBe(true);
  expect(isLikely(10 * 6_000, 10_000)).toBe(false);
  expect(isLikely(1_000 * 100, 10_000)).toBe(true);
  expect(isLikely(0, 10_000)).toBe(false);
  for (const distance of [0, -1, Number.NaN]) expect(isLikely(1, distance)).toBe(true);
});
