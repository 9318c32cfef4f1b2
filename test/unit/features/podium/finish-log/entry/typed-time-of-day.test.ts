import { describe, expect, test } from "vitest";
import type { TimeContext } from "#renderer/features/podium/finish-log/entry/typed-time-of-day.ts";
import {
  readTypedMoment,
  withColons,
  withDashes,
} from "#renderer/features/podium/finish-log/entry/typed-time-of-day.ts";

const at = (clock: string): number => Date.parse(`2026-10-03T${clock}Z`);
const gun = { label: "10k", atMs: at("10:00:00") };

/** Between 10:42:10.360 and 10:42:30.100 at a venue in UTC. */
const place: TimeContext = {
  aboveMs: at("10:42:10.360"),
  belowMs: at("10:42:30.100"),
  guns: [],
  isSinceGun: false,
  timeZone: "UTC",
  nearMs: at("09:00:00"),
  nowMs: at("12:00:00"),
};
const since: TimeContext = { ...place, guns: [gun], isSinceGun: true };

describe("P11 the time of a missed press, as it is typed", () => {
  test.each(["10:42:17.3", "10:42:17,3", "104217.3", " 10.42.17.3 "])(
    "P11 %s is a time of day",
    (text) => {
      expect(readTypedMoment(text, place)).toEqual({
        atMs: at("10:42:17.300"),
        sinceGun: null,
        order: "between",
      });
    },
  );

  test.each(["42:17.3", "4217.3", "0:42:17.3"])("P11 %s counts from the gun", (text) => {
    expect(readTypedMoment(text, since)).toEqual({
      atMs: at("10:42:17.300"),
      sinceGun: { label: "10k", hundredths: 253_730 },
      order: "between",
    });
  });

  test("P11 what lies between its neighbours goes before how the row is shown", () => {
    expect(readTypedMoment("10:42:17", since)).toMatchObject({
      atMs: at("10:42:17"),
      order: "between",
    });
    expect(readTypedMoment("42:17", { ...place, guns: [gun] })).toMatchObject({
      atMs: at("10:42:17"),
      order: "between",
    });
    const half = { label: "Half", atMs: at("09:30:00") };
    expect(readTypedMoment("1:12:17", { ...place, guns: [gun, half] })).toMatchObject({
      atMs: at("10:42:17"),
      sinceGun: { label: "Half" },
    });
  });

  test("P11 a time beside its neighbours says on which side", () => {
    expect(readTypedMoment("10:42:10.3", place)).toMatchObject({ order: "early" });
    expect(readTypedMoment("10:42:10.36", place)).toMatchObject({ order: "between" });
    expect(readTypedMoment("10:42:31", place)).toMatchObject({ order: "late" });
    expect(readTypedMoment("41:00", since)).toMatchObject({ order: "early", atMs: at("10:41:00") });
    // Times since the gun are compared as they are shown, in hundredths: the time above is shown as 42:10.36.
    expect(readTypedMoment("42:10.36", since)).toMatchObject({ order: "between" });
    expect(readTypedMoment("42:10.35", since)).toMatchObject({ order: "early" });
    expect(readTypedMoment("10:42:17", { ...place, aboveMs: null, belowMs: null })).toMatchObject({
      atMs: at("10:42:17"),
      order: "between",
    });
  });

  test("P11 the first row's time from the gun is no time of day before the gun", () => {
    const first: TimeContext = { ...since, aboveMs: null, belowMs: at("11:48:14") };
    expect(readTypedMoment("1:48:20", first)).toMatchObject({
      atMs: at("11:48:20"),
      sinceGun: { label: "10k" },
      order: "late",
    });
    expect(readTypedMoment("1:48:20", { ...first, isSinceGun: false })).toMatchObject({
      sinceGun: null,
      order: "before-gun",
    });
    expect(readTypedMoment("1:48:10", { ...first, isSinceGun: false })).toMatchObject({
      sinceGun: { label: "10k" },
      order: "between",
    });
  });

  test("P11 a time of day stays one if the gun of its runner was pressed later", () => {
    const late: TimeContext = {
      ...place,
      aboveMs: at("11:12:14"),
      belowMs: at("11:12:15"),
      guns: [{ label: "10K", atMs: at("11:12:32") }],
      isSinceGun: true,
    };
    for (const [text, order] of [
      ["11:12:14.475", "before-gun"],
      ["111216", "before-gun"],
    ] as const) {
      expect(readTypedMoment(text, late)).toMatchObject({ sinceGun: null, order });
    }
    expect(readTypedMoment("11:12:14.475", late)?.atMs).toBe(at("11:12:14") + 475);
  });

  test("P11 the day is that of the race, also across midnight", () => {
    const night: TimeContext = {
      ...place,
      aboveMs: at("23:59:50"),
      belowMs: Date.parse("2026-10-04T00:00:20Z"),
    };
    expect(readTypedMoment("23:59:55", night)?.atMs).toBe(at("23:59:55"));
    expect(readTypedMoment("0:00:10", night)).toMatchObject({
      atMs: Date.parse("2026-10-04T00:00:10Z"),
      order: "between",
    });
  });

  test("P11 after midnight a time of day can be typed for the newest row, whose day no other time has yet", () => {
    const evening = { label: "100 km", atMs: at("18:00:00") };
    const newest: TimeContext = {
      ...place,
      aboveMs: at("23:58:00"),
      belowMs: null,
      guns: [evening],
      isSinceGun: true,
      nearMs: evening.atMs,
      nowMs: Date.parse("2026-10-04T00:06:00Z"),
    };
    expect(readTypedMoment("00:05:00", newest)).toEqual({
      atMs: Date.parse("2026-10-04T00:05:00Z"),
      sinceGun: null,
      order: "between",
    });
    expect(readTypedMoment("00:05:00", { ...newest, isSinceGun: false })).toMatchObject({
      atMs: Date.parse("2026-10-04T00:05:00Z"),
      order: "between",
    });
    // A moment in the future is no time of the log, so the time from the gun counts and is asked about.
    expect(readTypedMoment("4:59:00", newest)).toMatchObject({
      atMs: at("22:59:00"),
      order: "early",
    });
    expect(readTypedMoment("10:00:00", { ...newest, aboveMs: null })).toMatchObject({
      atMs: Date.parse("2026-10-04T04:00:00Z"),
      sinceGun: { label: "100 km" },
    });
    // A time before midnight keeps its day, also when it is typed two days later.
    for (const nowMs of [newest.nowMs, Date.parse("2026-10-05T10:00:00Z")]) {
      const byClock = { ...newest, guns: [], isSinceGun: false, nowMs };
      expect(readTypedMoment("23:59:00", byClock)?.atMs).toBe(at("23:59:00"));
      expect(readTypedMoment("23:57:00", byClock)).toMatchObject({
        atMs: at("23:57:00"),
        order: "early",
      });
    }
  });

  test("P11 in the hour that the clocks show twice in autumn, the moment between the neighbours counts", () => {
    const utc = (clock: string): number => Date.parse(`2026-10-25T${clock}Z`);
    const doubled: TimeContext = {
      ...place,
      aboveMs: utc("00:50:00"),
      belowMs: utc("01:40:00"),
      timeZone: "Europe/Berlin",
      nearMs: utc("00:00:00"),
    };
    expect(readTypedMoment("02:30:00", doubled)).toEqual({
      atMs: utc("01:30:00"),
      sinceGun: null,
      order: "between",
    });
    expect(readTypedMoment("02:55:00", doubled)?.atMs).toBe(utc("00:55:00"));
    expect(readTypedMoment("02:30:00", { ...doubled, aboveMs: null, belowMs: null })?.atMs).toBe(
      utc("00:30:00"),
    );
  });

  test.each(["", "abc", "10:75:00", "3575", "-5"])("P11 %j is no time", (text) => {
    expect(readTypedMoment(text, since)).toBeNull();
  });
});

test.each([
  ["074530", "07:45:30"],
  ["0745", "07:45"],
  ["7h45", "7:45"],
  ["17H10", "17:10"],
  ["9:00:05.25", "9:00:05.25"],
])("P11 the gun time %s is typed for %s", (typed, time) => {
  expect(withColons(typed)).toBe(time);
});

test("P11 a date with dots is read with the day first; with slashes nobody knows which number is the day", () => {
  const read = ["3.10.2026", " 29.11.2026 ", "2026-10-03", "10/03/2026", "3.10.26"].map(withDashes);
  expect(read).toEqual(["2026-10-03", "2026-11-29", "2026-10-03", "10/03/2026", "3.10.26"]);
});
