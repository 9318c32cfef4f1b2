import { expect, test } from "vitest";
import { localDate } from "#shared/domain/basics/local-date.ts";

test("the date of a moment is the date of this computer's calendar, from its first minute to its last", () => {
  expect(localDate(new Date(2026, 0, 9, 0, 0).getTime())).toBe("2026-01-09");
  expect(localDate(new Date(2026, 11, 31, 23, 59).getTime())).toBe("2026-12-31");
});
