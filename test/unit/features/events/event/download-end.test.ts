import { expect, test } from "vitest";
import { downloadEnd } from "#renderer/features/events/event/event-checks.ts";
import { formatTime } from "#renderer/i18n/format.ts";

test("D7 D3 while a failed request is tried again, the download says that it goes on by itself, also during a look for changes", () => {
  const notes = [{ code: "offline" as const, facts: {} }];
  const first = { completedAtMs: null, remainingMs: null, notes: [] };
  const look = { ...first, completedAtMs: 1_000 };
  for (const download of [first, look])
    expect(downloadEnd({ ...download, notes })).toBe("goes on by itself");
  expect(downloadEnd({ ...first, remainingMs: 25_000 })).toBe("about 25 s left");
  expect(downloadEnd(first)).toBeUndefined();
  expect(downloadEnd(look)).toBe(formatTime(1_000));
});
