import { expect, test } from "vitest";
import { coveredByToast } from "#test/support/browser/covered.ts";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { kept, openLog, pressEarlier } from "#test/support/browser/finish-log-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();
const removed = "Time removed from the log";

test.each([
  { width: 1280, height: 800, isTouch: false },
  { width: 1024, height: 640, isTouch: false },
  { width: 820, height: 1180, isTouch: true },
])(
  "L1 at $width×$height a toast covers no button of the finish log, also of a chosen item",
  async ({ isTouch, ...viewport }) => {
    const open = await openLog(windows, { viewport, isTouch });
    const { page, log } = open;
    await pressEarlier(open, 14);
    await expectSeen(log.time(14));
    await log.time(14).click();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expectSeen(page.getByText(removed));
    await log.time(13).click();
    await expectSeen(page.getByRole("toolbar", { name: /^Time 13/ }));
    expect(await coveredByToast(page, removed)).toEqual([]);
    // The toast stays, and the button below it gets the tap.
    await page.getByRole("button", { name: /^Undo/ }).last().click();
    await expect.poll(async () => (await kept(open)).stamps).toBe(14);
  },
);
