import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { browserWindows, resultsFolder } from "#test/support/browser/window.ts";
import type { SceneSite } from "#test/support/screens/scene-pages.ts";
import { serveScenes, showScene } from "#test/support/screens/scene-pages.ts";

const windows = browserWindows();
const folder = join(resultsFolder, `check-in-cards-${process.pid}`);
let site: SceneSite | undefined;

beforeAll(async () => {
  site = await serveScenes(folder);
});
afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The search box draws its own caret. */
const showsCaret = (page: Page): Promise<boolean> =>
  page
    .locator("[class*=caret]")
    .evaluate((caret) => getComputedStyle(caret).visibility === "visible");

test("L1 the search box has a caret only while it has the focus", async () => {
  const page = await windows.blank();
  await showScene(page, site?.url ?? "", "check-in-bib");
  const bib = page.getByRole("textbox", { name: words.checkIn.bibLabel });
  await expect.poll(() => bib.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await showsCaret(page)).toBe(false);
  await page.getByRole("combobox", { name: words.checkIn.searchLabel }).focus();
  expect(await showsCaret(page)).toBe(true);
});
