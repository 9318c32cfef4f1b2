import { expect, test } from "vitest";
import { playArrivals } from "#test/support/browser/volunteer.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

test("C8 twelve arrivals of many kinds, with the processor slowed four times: each comes in or is turned away rightly, and nobody else", async () => {
  await expect(
    playArrivals(windows, { seed: 1_909, slowness: 4, first: 12 }),
  ).resolves.toBeUndefined();
}, 300_000);
