import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { logPage, showLog } from "#test/support/browser/finish-log-page.ts";
import { newCommandId, readSandbox, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { restartHost, startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

const banner = (page: Page) => page.getByRole("banner").filter({ hasText: "PRACTICE" });

test("K3 one click on a new computer opens a sample race; the three bibs to try first are there", async () => {
  const host = await startHost(temporaryFolder());
  const page = await windows.open(host);
  const desk = deskPage(page);
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(banner(page));
  await expectSeen(desk.search);
  const toTry: readonly (readonly [bib: string, name: string])[] = [
    ["1042", "Amara Okafor"],
    ["007", "نور الدين العكّاري"],
    ["A12", "Zoë Okafor"],
  ];
  for (const [bib, name] of toTry) {
    await desk.find(bib);
    await expectSeen(desk.card(name));
  }
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  expect(await host.value("connection.get", {})).toMatchObject({ mode: "practice" });
});

test("K3 U2 practice that is left while a bib is half-typed asks nothing in live", async () => {
  const { host } = await startRace({ runners: 60 });
  const page = await windows.open(host, { tolerates: /ERR_|network error|Failed to fetch/ });
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(banner(page));
  await showLog(page);
  await logPage(page).bib.fill("7");
  const asks = (): Promise<boolean> =>
    page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await expect.poll(() => logPage(page).bib.inputValue()).toBe("7");
  // Another window of this computer leaves practice while the log is on the screen.
  await host.value("practice.leave", { commandId: newCommandId() });
  await expectGone(banner(page));
  expect(await asks()).toBe(false);
  await showLog(page);
  expect(await logPage(page).bib.inputValue()).toBe("");
});

test("K3 practice says so on every screen, outlives a restart, and never touches live data", async () => {
  const race = await startRace({ runners: 60 });
  const { sandbox, eventId } = race;
  let { host } = race;
  let page = await windows.open(host, { tolerates: /ERR_|network error|Failed to fetch/ });
  let desk = deskPage(page);
  await desk.find("1187");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
  const requestsBefore = (await readSandbox(sandbox)).requests.byRoute["POST /registration"];

  await desk.goTo("Settings");
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(banner(page));
  await expectSeen(desk.search);
  for (const screen of ["Events", "Sync", "Settings", "Check-in"] as const) {
    await desk.goTo(screen);
    await expectSeen(banner(page));
    await expectSeen(desk.status.getByText("PRACTICE"));
  }
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  await page.keyboard.press("F2");
  await expectSeen(page.getByRole("heading", { level: 1, name: "Walk-up" }));
  await expectSeen(banner(page));
  await page.getByRole("textbox", { name: "Name" }).fill("Made Up");
  await page.getByRole("textbox", { name: "E-mail" }).fill("made@up.example");
  await page.locator("label", { has: page.getByRole("radio", { name: /^10K/ }) }).click();
  await page.locator("label", { has: page.getByRole("radio", { name: "Paid" }) }).click();
  await page.getByRole("button", { name: "Save only" }).click();
  await desk.goTo("Sync");
  await expectSeen(page.getByText("1 sent today, confirmed by the organizer’s system"));

  host = await restartHost(host);
  // The program starts with the real race, and keeps the practice data.
  page = await windows.reopen(page, host);
  desk = deskPage(page);
  await desk.goTo("Settings");
  await expectGone(banner(page));
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(banner(page));
  await expectSeen(desk.tickets.getByText("Amara Okafor"));

  await page.getByRole("button", { name: "Leave practice" }).click();
  await expectGone(banner(page));
  await expectSeen(desk.tickets.getByText("Élodie Vandenbroucke-Saïdi"));
  await expectGone(desk.tickets.getByText("Amara Okafor"));
  expect(await host.value("connection.get", {})).toMatchObject({
    mode: "live",
    state: "connected",
    baseUrl: sandbox.url,
  });
  expect((await host.value("roster.runCounts", { eventId })).checkIns).toBe(1);
  const after = await readSandbox(sandbox);
  expect(after.created).toEqual([]);
  expect(after.requests.byRoute["POST /registration"]).toEqual(requestsBefore);
});
