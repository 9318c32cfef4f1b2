import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

const paperOf = (page: Page) => page.locator("[data-paper]");

/** The heading of each sheet that a printer gets. */
async function headsOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const heads = await paperOf(page).locator("header").allInnerTexts();
  await page.emulateMedia({ media: "screen" });
  return heads;
}

test("K3 every sheet that is printed in practice says PRACTICE at its head and across each page", async () => {
  const host = await startHost(temporaryFolder());
  const page = await windows.open(host);
  const desk = deskPage(page);
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(desk.search);
  await desk.goTo("Podium");
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^All \([1-9]\d*\)$/).click();
  const awards = await headsOnPaper(page);
  expect(awards.length).toBeGreaterThan(1);
  for (const head of awards) expect(head).toContain("PRACTICE");
  await dialog.getByText("Finish sheet", { exact: true }).click();
  const finish = await headsOnPaper(page);
  expect(finish).toHaveLength(2);
  for (const head of finish) expect(head).toContain("PRACTICE");
  await page.emulateMedia({ media: "print" });
  const mark = paperOf(page).locator("p[aria-hidden]").getByText("PRACTICE", { exact: true });
  await expectSeen(mark);
  expect(await mark.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
});

test("K3 nothing of a race itself says PRACTICE on paper", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Podium");
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await page.getByRole("dialog").getByText("All (6)").click();
  expect(await headsOnPaper(page)).toHaveLength(6);
  await expectGone(paperOf(page).getByText("PRACTICE"));
  expect(await paperOf(page).innerText()).not.toContain("PRACTICE");
});
