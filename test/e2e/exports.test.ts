import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { readTable } from "#test/support/read-csv.ts";

const windows = browserWindows();

async function choose(page: Page, what: RegExp, choice: string): Promise<void> {
  await page.getByRole("button", { name: what }).click();
  await page.getByRole("option", { name: choice, exact: true }).click();
}

test("S1 a file is written and downloaded in the browser, with the bib as it was", async () => {
  const { host: station, eventId } = await startStationRace({ runners: 60 });
  const { rows } = await station.value("roster.search", { eventId, text: "007" });
  const [runner] = rows;
  await station.value("checkIn.perform", {
    commandId: newCommandId(),
    eventId,
    runnerId: runner?.id ?? "",
  });
  const page = await windows.open(station);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Files to hand on" });
  await choose(page, /Columns$/, "Webscorer");
  await expectSeen(card.getByText(/last word of a name/));
  await card.getByRole("button", { name: "Write the file" }).click();
  await expectSeen(card.getByText(/^1 line/));
  const button = card.getByRole("button", { name: /^Download .*check-ins-webscorer-.*csv$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toMatch(/check-ins-webscorer-.*Z\.csv$/);
  const table = readTable(await readFile(await download.path(), "utf8"));
  expect(table).toMatchObject([{ Bib: "007" }]);
});

test("S1 columns that do not fit are not offered, and JSON has none to choose", async () => {
  const { host: station } = await startStationRace({ runners: 20 });
  const page = await windows.open(station);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Files to hand on" });
  await choose(page, /What$/, "Podium");
  await choose(page, /Columns$/, "UltraSignup");
  await expectSeen(card.getByText(/Fill in ages/));
  await choose(page, /What$/, "Check-ins");
  await expectSeen(card.getByText(/import the file with the bib as text/));
  await card.locator("label", { has: page.getByRole("radio", { name: /JSON/ }) }).click();
  expect(await card.getByRole("button", { name: /Columns$/ }).count()).toBe(0);
  await card.getByRole("button", { name: "Write the file" }).click();
  await expectSeen(card.getByText(/^0 lines/));
});
