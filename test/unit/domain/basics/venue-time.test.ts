import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readClockTime, showClockMinute, showClockTime } from "#shared/domain/basics/venue-time.ts";
import { venueDate } from "#shared/domain/basics/local-date.ts";

const lisbon = "Europe/Lisbon";

describe("the venue's time of day", () => {
  test("D8 a moment reads as clocks at the venue show it, cut off", () => {
    const atMs = Date.parse("2026-10-03T08:12:43.987Z");
    expect(showClockTime(atMs, lisbon)).toBe("09:12:43.9");
    expect(showClockTime(atMs, lisbon, 3)).toBe("09:12:43.987");
    expect(showClockTime(atMs, "Asia/Kathmandu")).toBe("13:57:43.9");
    expect(showClockMinute(atMs, "Asia/Kathmandu")).toBe("13:57");
    expect(showClockTime(Date.parse("2026-10-02T23:30:00Z"), lisbon)).toBe("00:30:00.0");
    expect(venueDate(Date.parse("2026-10-02T23:30:00Z"), lisbon)).toBe("2026-10-03");
  });

  test("a zone nobody knows is this computer's", () => {
    const atMs = Date.parse("2026-10-03T08:12:43Z");
    expect(showClockTime(atMs, "Mars/Olympus")).toBe(showClockTime(atMs, null));
  });

  test("D8 what the clock showed is read back, also around midnight and the turn of summer time", () => {
    const zones = [lisbon, "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe", "UTC"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({
          min: Date.parse("2025-01-01T00:00:00Z"),
          max: Date.parse("2028-01-01T00:00:00Z"),
        }),
        (zone, atMs) => {
          const read = readClockTime(venueDate(atMs, zone), showClockTime(atMs, zone, 3), zone);
          // An hour that occurs twice on the clock is read as its first occurrence.
          expect(read.ok && [0, 1_800_000, 3_600_000].includes(atMs - read.value)).toBe(true);
        },
      ),
    );
  });

  test("D8 a time over which clocks were put forward never was; one shown twice is its first", () => {
    expect(readClockTime("2026-03-29", "01:30:00", lisbon)).toMatchObject({
      error: { code: "no-such-time" },
    });
    expect(readClockTime("2026-10-25", "01:30:00", lisbon)).toEqual({
      ok: true,
      value: Date.parse("2026-10-25T00:30:00Z"),
    });
  });

  test.each([
    ["2026-10-03", "9:00", "2026-10-03T08:00:00Z"],
    ["2026-10-03", "09.00.05", "2026-10-03T08:00:05Z"],
    ["2026-10-03", "09:00:05,25", "2026-10-03T08:00:05.250Z"],
    [" 2026-10-03 ", " 00:00:00.5 ", "2026-10-02T23:00:00.500Z"],
  ])("%s %s is read", (date, time, iso) => {
    expect(readClockTime(date, time, lisbon)).toEqual({ ok: true, value: Date.parse(iso) });
  });

  test.each([
    ["2026-10-03", ""],
    ["2026-10-03", "24:00"],
    ["2026-10-03", "9"],
    ["2026-10-03", "09:60"],
    ["2026-10-03", "-1:00"],
    ["2026-02-30", "09:00"],
    ["2026-13-03", "09:00"],
    ["2026-00-10", "09:00"],
    ["0026-10-03", "09:00"],
    ["3.10.2026", "09:00"],
  ])("%s %s is none", (date, time) => {
    expect(readClockTime(date, time, lisbon)).toMatchObject({ error: { code: "unreadable" } });
  });
});
