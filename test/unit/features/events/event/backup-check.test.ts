import { expect, test } from "vitest";
import { checkBackup } from "#renderer/features/events/event/departure-checks.ts";

const nowMs = Date.UTC(2026, 10, 21, 8);

test("J6 a backup from before the download is none of the downloaded list, however recent it is", () => {
  const backup = { lastAtMs: nowMs - 30_000, isCurrent: false, mayMake: true };
  const check = (completedAtMs: number | null) => checkBackup(backup, { completedAtMs }, nowMs);
  expect(check(nowMs - 10_000)).toMatchObject({ state: "look", act: "backup" });
  expect(check(nowMs - 40_000).state).toBe("fine");
  expect(check(null).state).toBe("fine");
});
