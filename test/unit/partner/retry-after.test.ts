import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readHttpDate, readRetryAfter } from "#core/partner/retry-after.ts";

const nowMs = Date.UTC(2026, 4, 17, 7, 0, 0);

describe("O6 Retry-After", () => {
  test.each([
    ["3", null, 3_000],
    [" 120 ", null, 120_000],
    ["1.5", null, 1_500],
    ["Sun, 17 May 2026 07:00:10 GMT", null, 10_000],
    ["Sun, 17 May 2026 03:00:10 GMT", "Sun, 17 May 2026 03:00:00 GMT", 10_000],
    ["99999999999", null, 86_400_000],
  ])("O6 %s with Date %s is %s ms", (value, date, waitMs) => {
    expect(readRetryAfter(value, date, nowMs)).toBe(waitMs);
  });

  test.each([
    null,
    "",
    "soon",
    "-3",
    "0",
    "0.0",
    "1e3",
    "2026-05-17",
    "{}",
    "Sun, 17 May 2026 06:00:00 GMT",
  ])("O6 %s says nothing", (value) => {
    expect(readRetryAfter(value, null, nowMs)).toBeUndefined();
  });

  test("O6 whatever the header says, the wait is none, or more than nothing and at most a day", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), (value, date) => {
        const waitMs = readRetryAfter(value, date, nowMs);
        return waitMs === undefined || (waitMs > 0 && waitMs <= 86_400_000);
      }),
    );
  });

  test("J7 a Date header is read, other text is not", () => {
    expect(readHttpDate("Sun, 17 May 2026 07:00:00 GMT")).toBe(nowMs);
    expect(readHttpDate("2026-05-17")).toBeUndefined();
    expect(readHttpDate(null)).toBeUndefined();
  });
});
