import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openBrowserDesk } from "#test/support/browser/browser-desk.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { logPage, showLog } from "#test/support/browser/finish-log-page.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

/** How many pixels of the alerts are below the edge of their list. */
const cutOff = (page: Page): Promise<number> =>
  page.getByText("Times that are not saved").evaluate((last) => {
    const list = last.closest("section[aria-label] > div");
    return list === null ? Number.NaN : list.scrollHeight - list.clientHeight;
  });

test("M13 a browser desk names the computer that holds the finish log, and does not say that it is this one", async () => {
  const { host, eventId } = await startStationRace({ runners: 60, flags: ["--host", "0.0.0.0"] });
  const { pairing } = await host.value("hub.open", { commandId: newCommandId() });
  const item = { id: "item-of-1042", bib: "1042", before: null };
  await host.value("finish.bib", { commandId: newCommandId(), eventId, ...item });
  const holder = (await host.value("finish.page", { eventId })).holder;
  expect(holder).toMatchObject({ isThis: true });
  const page = await windows.open(host, { token: null });
  await page.getByRole("textbox", { name: "Code" }).fill(pairing?.code ?? "");
  await expectSeen(page.getByText(/^If Chute runs on this computer/));
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  await showLog(page);
  await expectSeen(
    page.getByText(`${holder?.name} holds the finish log; this device writes it there.`),
  );
  await expectGone(page.getByText("This computer holds the finish log"));
}, 60_000);

test("P9 M14 without a connection the finish log's alert gives one instruction, and stands whole on a small screen", async () => {
  const viewport = { width: 1024, height: 640 };
  const { page, host, eventId, cable } = await openBrowserDesk(windows, { viewport });
  await showLog(page);
  const log = logPage(page);
  await expectSeen(log.bib);
  cable.pull();
  await expectSeen(page.getByRole("alert").first());
  await page.keyboard.press("Space");
  await expectSeen(log.notSaved);
  const alert = page.getByText("1 time is only in this window.").locator("..");
  await expectSeen(alert.filter({ hasText: "Chute tries again by itself" }));
  await expectGone(page.getByText(/Do it again/));
  expect(await cutOff(page)).toBeLessThanOrEqual(1);
  cable.restore();
  await expect
    .poll(async () => (await host.value("finish.page", { eventId })).stamps, { timeout: 15_000 })
    .toBe(1);
}, 60_000);

test("M14 a browser desk is told when the owner opens another event while somebody types there", async () => {
  const { page, host, eventId } = await openBrowserDesk(windows);
  await page.keyboard.press("F2");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Half Typed");
  const { events } = await host.value("event.list", {});
  const other = events.find(({ id }) => id !== eventId);
  const open = (id: string | undefined) =>
    host.value("event.open", { commandId: newCommandId(), eventId: id ?? null });
  await open(other?.id);
  const said = page.getByText(/^The owner opened another event: /);
  await expectSeen(said.filter({ hasText: other?.name ?? "" }));
  await expect.poll(() => name.inputValue()).toBe("");
  await open(eventId);
  await expect.poll(() => name.inputValue()).toBe("Half Typed");
}, 60_000);

test("S10 J3 the settings of a browser desk speak of its operator alone", async () => {
  const { page } = await openBrowserDesk(windows);
  await deskPage(page).goTo("Settings");
  await expectSeen(page.getByText(/^Every check-in carries this name and the device’s/));
  await expectGone(page.getByText(/carries these two/));
}, 60_000);
