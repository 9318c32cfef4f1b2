import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import type { AnyHost } from "#test/support/hosts/start-host.ts";
import { readTable } from "#test/support/read-csv.ts";

const windows = browserWindows();

async function choose(page: Page, what: RegExp, choice: string): Promise<void> {
  await page.getByRole("button", { name: what }).click();
  await page.getByRole("option", { name: choice, exact: true }).click();
}

/** Fetches the file as a person does: a browser downloads it; on the desktop it lies on this computer. */
async function fetchFile(host: AnyHost, card: Locator): Promise<{ name: string; text: string }> {
  const button = card.getByRole("button", { name: /^Download .*check-ins-webscorer-.*csv$/ });
  if (host.kind === "station") {
    const [download] = await Promise.all([card.page().waitForEvent("download"), button.click()]);
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), "utf8"),
    };
  }
  const { folder, files } = await host.value("export.list", {});
  const { name = "" } = files[0] ?? {};
  await expectSeen(card.getByText(name));
  await expectSeen(card.getByText(folder));
  expect(await button.count()).toBe(0);
  return { name, text: await readFile(join(folder, name), "utf8") };
}

test("S1 a file is written where a person comes by it, with the bib as it was", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const { rows } = await host.value("roster.search", { eventId, text: "007" });
  const [runner] = rows;
  await host.value("checkIn.perform", {
    commandId: newCommandId(),
    eventId,
    runnerId: runner?.id ?? "",
  });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Export files" });
  await choose(page, /Columns$/, "Webscorer");
  await expectSeen(card.getByText(/last word of a name/));
  await card.getByRole("button", { name: "Write the file" }).click();
  await expectSeen(card.getByText(/^1 line/));
  const { name, text } = await fetchFile(host, card);
  expect(name).toMatch(/check-ins-webscorer-.*Z\.csv$/);
  expect(readTable(text)).toMatchObject([{ Bib: "007" }]);
});

test("S1 columns that do not fit are not offered, and JSON has none to choose", async () => {
  const { host } = await startRace({ runners: 20 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Export files" });
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

test("S1 a file for a timing program without a line says why: no time has a bib", async () => {
  const { host, eventId } = await startRace({ runners: 20 });
  const stamps = [{ id: "stamp-1-of-test", atMs: Date.now() }];
  await host.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Export files" });
  await choose(page, /What$/, "Finish log");
  await card.getByRole("button", { name: "Write the file" }).click();
  const result = card.getByRole("status").filter({ hasText: /^\d+ lines?, / });
  await expectSeen(result.filter({ hasText: /^1 line, / }));
  expect(await result.getAttribute("data-tone")).toBe("done");
  await choose(page, /Columns$/, "RACE RESULT");
  await card.getByRole("button", { name: "Write the file" }).click();
  await expectSeen(
    result.filter({ hasText: /^0 lines, .*No line of the finish log has a place/u }),
  );
  expect(await result.getAttribute("data-tone")).toBe("look");
});

test("S1 the result of one file is not shown under the choice of another", async () => {
  const { host } = await startRace({ runners: 20 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Export files" });
  await choose(page, /What$/, "Walk-ups");
  await card.getByRole("button", { name: "Write the file" }).click();
  const result = card.getByText(/^0 lines/);
  await expectSeen(result);
  await choose(page, /What$/, "Podium");
  await expectGone(result);
  await choose(page, /What$/, "Walk-ups");
  await expectSeen(result);
});

test("S1 before a finish log is exported, the card names the runs without a gun time, whose finishers get no time", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  const card = page.getByRole("region", { name: "Export files" });
  await choose(page, /What$/, "Finish log");
  const warning = card.getByText(/^No gun time: /);
  await expectGone(warning);
  const stamps = [{ id: newCommandId(), atMs: Date.now() }];
  await host.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
  await expectSeen(warning);
  const { runs } = await host.value("event.get", { eventId });
  for (const { id, label } of runs) {
    expect(await warning.textContent()).toContain(label);
    const gun = { eventId, runId: id, atMs: Date.now() - 60_000 };
    await host.value("gun.set", { commandId: newCommandId(), ...gun });
    await expectGone(warning.filter({ hasText: label }));
  }
  await expectGone(warning);
  await choose(page, /What$/, "Check-ins");
  await expectGone(warning);
});
