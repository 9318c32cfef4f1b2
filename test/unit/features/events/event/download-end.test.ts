import { expect, test } from "vitest";
import { downloadEnd } from "#renderer/features/events/event/event-checks.ts";

test("D7 while a failed request is tried again, the download says that it goes on by itself", () => {
  const notes = [{ code: "offline" as const, facts: {} }];
  expect(downloadEnd({ remainingMs: null, notes })).toBe("goes on by itself");
  expect(downloadEnd({ remainingMs: 25_000, notes: [] })).toBe("about 25 s left");
  expect(downloadEnd({ remainingMs: null, notes: [] })).toBeUndefined();
});
