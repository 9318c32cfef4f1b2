import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);
const isPlanted = /Cannot read properties/;

/** Removes the content from each answer, so that the screen that reads it throws. */
async function spoil(page: Page, name: string): Promise<void> {
  await page.route(`**/rpc/${name}`, (route) => route.fulfill({ json: { ok: true, value: {} } }));
}

/** A screen that fails has no heading to wait for. */
const openSync = (page: Page): Promise<void> =>
  page.getByRole("navigation").getByRole("link", { name: "Sync" }).click();

const failed = (page: Page) => page.getByRole("alert").filter({ hasText: "This screen failed" });

test("J1 a screen that throws says so and is logged; the other screens work, and it works again when its fault is over", async () => {
  const { host, page, desk } = await openDesk(isPlanted);
  await spoil(page, "outbox.totals");
  await openSync(page);
  await expectSeen(failed(page));
  const log = (): string => readFileSync(join(host.dataDir, "logs", "chute.log"), "utf8");
  await expect.poll(() => log()).toContain('"event":"screen.failed","screen":"sync"');
  expect(log()).not.toContain("Cannot read properties");

  await desk.goTo("Check-in");
  await expectSeen(desk.search);
  await openSync(page);
  await expectSeen(failed(page));
  await page.unroute("**/rpc/outbox.totals");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectSeen(page.getByRole("button", { name: "Look for changes" }));
  expect(await failed(page).count()).toBe(0);
});

test("J1 loading the page again at a screen that throws leaves the other screens in reach; its report can be copied", async () => {
  const { page, desk } = await openDesk(isPlanted);
  await spoil(page, "outbox.totals");
  await openSync(page);
  await expectSeen(failed(page));
  await page.reload();
  await expectSeen(failed(page));
  await page.evaluate(() =>
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }),
  );
  await page.getByRole("button", { name: "Copy report" }).click();
  const report = await page.getByRole("textbox", { name: "Report" }).inputValue();
  expect(report).toMatch(/screen sync.*[^]*TypeError: /);
  await desk.goTo("Check-in");
  await expectSeen(desk.search);
});
