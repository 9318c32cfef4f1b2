import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { logPage, showLog } from "#test/support/browser/finish-log-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

/** The browser itself logs each request that fails without a network. */
const tolerates = /Failed to load resource: net::ERR/;

test("P9 J1 M14 what is in a finish log that was never answered is not known: nothing is offered as not started, and the log is asked for by itself", async () => {
  const race = await startStationRace({ runners: 60 });
  const { host, eventId } = race;
  const page = await windows.open(host, { tolerates });
  const log = logPage(page);
  await deskPage(page).goTo("Podium");
  await page.getByRole("textbox", { name: /^Bib of 1st/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Finish log" }).click();
  await expectSeen(page.getByRole("heading", { name: "What is in the finish log is not known" }));
  await expectSeen(page.getByRole("button", { name: "Try again", exact: true }));
  const start = page.getByRole("button", { name: /^Start now/ });
  for (const claim of [start, page.getByText("not started"), page.getByText(/^No times/)]) {
    expect(await claim.count()).toBe(0);
  }
  await page.keyboard.press("Space");
  await expectSeen(log.notSaved);
  await page.context().setOffline(false);
  await expect.poll(() => start.count(), { timeout: 15_000 }).toBeGreaterThan(1);
  await expectGone(log.notSaved);
  expect((await host.value("finish.page", { eventId })).stamps).toBe(1);
}, 60_000);

test("P9 J1 M14 a gun that is pressed while calls have no answer is kept with its time, shown at its run, and sent when there are answers", async () => {
  const race = await startStationRace({ runners: 60 });
  const { host, eventId } = race;
  const page = await windows.open(host, { tolerates });
  await showLog(page);
  const guns = page.getByRole("region", { name: "Gun times" });
  const start = guns.getByRole("button", { name: /^Start now/ });
  await expect.poll(() => start.count()).toBeGreaterThan(1);
  const runs = await start.count();
  await page.context().setOffline(true);
  await start.first().click();
  const pressed = guns.getByText(/^[\d:.]+, not saved yet$/);
  await expectSeen(pressed);
  const [time] = (await pressed.innerText()).split(",");
  await expectSeen(page.getByText(/^GUN NOT SAVED: /));
  const toast = page.getByRole("status").getByText(/^NOT SAVED: 1 gun time is only/);
  expect(await start.count()).toBe(runs - 1);
  await page.context().setOffline(false);
  const kept = async () => (await host.value("finish.page", { eventId })).guns;
  await expect.poll(async () => (await kept()).length, { timeout: 15_000 }).toBe(1);
  await expectGone(page.getByText(/^GUN NOT SAVED: /));
  await expectGone(toast);
  await expectSeen(guns.getByText(`Gun ${time}`, { exact: true }));
}, 60_000);

test("P9 J1 a correction without an answer is named, and goes with the next one that is done", async () => {
  const race = await startStationRace({ runners: 60 });
  const { host, eventId } = race;
  for (const bib of ["1042", "1187"]) {
    const item = { id: `item-of-${bib}`, bib, before: null };
    await host.value("finish.bib", { commandId: newCommandId(), eventId, ...item });
  }
  const page = await windows.open(host, { tolerates });
  await showLog(page);
  const log = logPage(page);
  await log.line(2).click();
  await page.context().setOffline(true);
  await page.keyboard.press("Delete");
  await expectSeen(page.getByText("Perhaps not done: removal of bib 1187"));
  const promise = page.getByText("asks again");
  expect(await promise.count()).toBe(0);
  await log.line(1).click();
  await page.keyboard.press("F2");
  await typeByHand(page, "1038");
  await page.keyboard.press("Enter");
  const notChanged = page.getByText("Perhaps not done: change to bib 1038");
  await expectSeen(notChanged);
  await page.context().setOffline(false);
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await host.value("finish.page", { eventId })).rows[0]?.line?.bib)
    .toBe("1038");
  await expectGone(notChanged);
}, 60_000);

test("P9 Start now never replaces a gun that another window set meanwhile", async () => {
  const race = await startStationRace({ runners: 60 });
  const { host, eventId } = race;
  const page = await windows.open(host, { tolerates });
  await showLog(page);
  const start = page.getByRole("button", { name: /^Start now/ }).first();
  await expectSeen(start);
  const { runs } = await host.value("event.get", { eventId });
  await page.context().setOffline(true);
  await start.click();
  await expectSeen(page.getByText(/^GUN NOT SAVED: /));
  for (const { id: runId } of runs) {
    await host.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: 1_000_000 });
  }
  await page.context().setOffline(false);
  const refused = page.getByText(/The run got another gun time meanwhile/);
  await expect.poll(() => refused.count(), { timeout: 15_000 }).toBe(1);
  const { guns } = await host.value("finish.page", { eventId });
  expect(guns.every(({ atMs }) => atMs === 1_000_000)).toBe(true);
  await page.getByRole("button", { name: "Set aside" }).click();
  await expectSeen(page.getByText("1 gun time is set aside"));
}, 60_000);
