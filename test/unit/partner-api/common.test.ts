import { describe, expect, test } from "vitest";

import {
  calendarDateSchema,
  timezoneSchema,
  uriSchema,
  wallClockSchema,
} from "#shared/partner-api/common.ts";

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe("formats of the API", () => {
  test.each([
    ["00:00", true, false],
    ["23:59", true, false],
    ["09:30:15", false, true],
    ["23:59:59", false, true],
    ["24:00", false, false],
    ["9:30", false, false],
    ["09:60", false, false],
    ["09:30:60", false, false],
    ["09:30Z", false, false],
    ["09:30+02:00", false, false],
    ["", false, false],
    [930, false, false],
  ])("%j is HH:MM: %j, HH:MM:SS: %j", (value, short, long) => {
    expect(takes(wallClockSchema, value)).toBe(short || long);
  });

  test.each([
    ["2026-10-03", true],
    ["2028-02-29", true],
    ["2027-02-29", false],
    ["2026-04-31", false],
    ["2026-1-1", false],
    ["2026-10-03T00:00:00Z", false],
    [20_261_003, false],
  ])("%j is a calendar date: %j", (value, expected) => {
    expect(takes(calendarDateSchema, value)).toBe(expected);
  });

  test.each([
    ["https://x.example/a?b=c#d", true],
    ["mailto:a@b.co", true],
    ["x.example", false],
    ["", false],
  ])("%j is a URI: %j", (value, expected) => {
    expect(takes(uriSchema, value)).toBe(expected);
  });

  test("a time zone is named, not checked", () => {
    expect(takes(timezoneSchema, "Europe/Dublin")).toBe(true);
    expect(takes(timezoneSchema, "")).toBe(false);
  });
});
