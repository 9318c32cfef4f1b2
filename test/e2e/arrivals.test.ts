import { expect, test } from "vitest";
import { playArrivals } from "#test/support/browser/volunteer.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

test("C8 fifty arrivals of every kind, at ten keys a second: each comes in or is turned away rightly, and nobody else", async () => {
  await expect(
    playArrivals(windows, { seed: 20_261_123, slowness: 1, first: 50 }),
  ).resolves.toBeUndefined();
}, 300_000);
