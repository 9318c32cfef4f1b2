import { expect, test } from "vitest";
import { createCrashLimit } from "#station/host/crash-limit.ts";

test("a screen that stops is loaded again three times within a minute, and no more", () => {
  let now = 1_000;
  const mayReload = createCrashLimit({ monotonic: () => now });
  expect([mayReload(), mayReload(), mayReload(), mayReload()]).toEqual([true, true, true, false]);
  now += 59_000;
  expect(mayReload()).toBe(false);
  now += 2_000;
  expect(mayReload()).toBe(true);
});
