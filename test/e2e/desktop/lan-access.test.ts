import type { Browser, Page } from "playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { desks } from "#renderer/i18n/en/desks.ts";
import { pairing } from "#renderer/i18n/en/device-pairing.ts";
import { settings } from "#renderer/i18n/en/settings/settings.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { enter, openPractice } from "#test/support/electron-double/practice.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { rawStatus } from "#test/support/processes/raw-status.ts";

const browser = desktopBrowser();
const say = settings.ownStation;

/** Opens LAN access for browsers of this computer, as the owner does in Settings. Returns the address on the screen. */
async function letIn(desktop: Desktop): Promise<string> {
  const page = await enter(desktop, "/settings");
  await page.getByText(say.reaches["this-computer"], { exact: true }).click();
  const address = page.getByRole("listitem").filter({ hasText: /^http:\/\/127\.0\.0\.1:\d+$/ });
  await address.waitFor();
  return (await address.textContent()) ?? "";
}

/** Returns the pairing code, as the owner reads it on the screen. */
async function showCode(desktop: Desktop): Promise<string> {
  const page = await enter(desktop, "/desks");
  await page.getByRole("button", { name: desks.pairing.show }).click();
  return (
    (await page
      .getByRole("status")
      .filter({ hasText: desks.pairing.code })
      .locator("b")
      .textContent()) ?? ""
  );
}

/** Opens a separate browser, as on a tablet. */
async function openTablet(from: Browser, url: string): Promise<Page> {
  const context = await from.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function pair(page: Page, code: string): Promise<void> {
  await page.getByLabel(pairing.code).fill(code);
  await page.getByRole("button", { name: pairing.pair }).click();
  await page.getByRole("navigation").waitFor();
}

/** The desk that the journal names for the check-in (J3). */
async function whoCheckedIn(desktop: Desktop, text: string): Promise<string | undefined> {
  const { currentEventId } = await desktop.value("desk.get", {});
  const eventId = currentEventId ?? "";
  const { rows } = await desktop.value("roster.search", { eventId, text });
  const { history } = await desktop.value("roster.get", { eventId, runnerId: rows[0]?.id ?? "" });
  return history.find(({ kind }) => kind === "checked-in")?.actor.desk;
}

describe("the desktop's own station", () => {
  test("S1 one core: what the window does the browser sees, and the other way round; the end shuts it out", async () => {
    const desktop = await startDesktop(browser());
    await openPractice(desktop);
    const url = await letIn(desktop);
    const tablet = await openTablet(browser(), url);
    await pair(tablet, await showCode(desktop));

    const there = deskPage(tablet);
    const here = deskPage(await enter(desktop, "/check-in"));
    await there.find("1042");
    await expectSeen(there.checkInButton);
    await here.find("1042");
    await here.checkInButton.click();
    await expectSeen(here.done.getByRole("heading", { name: "Checked in" }));
    await expectGone(there.checkInButton);

    await there.find("1043");
    await expectSeen(there.checkInButton);
    await there.checkInButton.click();
    await expectSeen(there.done.getByRole("heading", { name: "Checked in" }));
    await here.goTo("Sync");
    await here.goTo("Check-in");
    await here.find("1043");
    await expectGone(here.checkInButton);
    expect(await whoCheckedIn(desktop, "1042")).toBe("Desk 1");
    expect(await whoCheckedIn(desktop, "1043")).toBe("Tablet");

    const settings = await enter(desktop, "/settings");
    await settings.getByText(say.reaches.nobody, { exact: true }).click();
    await expectSeen(tablet.getByText("No connection to the hub."));
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  test("S1 a page from elsewhere, another name and a stranger get nothing", async () => {
    const desktop = await startDesktop(browser());
    await openPractice(desktop);
    const url = await letIn(desktop);
    const { host } = new URL(url);
    const deskStatus = (headers: Record<string, string>): Promise<number> =>
      rawStatus(`${url}/rpc/desk.get`, headers, "POST");
    const json = { host, "content-type": "application/json" };
    expect(await deskStatus(json)).toBe(401);
    expect(await deskStatus({ ...json, authorization: "Bearer x" })).toBe(401);
    expect(await deskStatus({ ...json, host: "evil.example" })).toBe(403);
    expect(await deskStatus({ ...json, origin: "https://evil.example" })).toBe(403);
    expect(await deskStatus({ ...json, origin: "app://chute" })).toBe(403);
  });

  test("it is on again at the next start, and ends with the app", async () => {
    const desktop = await startDesktop(browser());
    await openPractice(desktop);
    const url = await letIn(desktop);
    await desktop.stop();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    const next = await startDesktop(browser(), { dataDir: desktop.dataDir });
    expect((await next.value("lanAccess.get", {})).addresses).toEqual([url]);
    expect((await fetch(url)).status).toBe(200);
  });

  test("U2 who may connect shows a press at once; what is refused goes back, and says why", async () => {
    const desktop = await startDesktop(browser());
    await openPractice(desktop);
    const page = await enter(desktop, "/settings");
    const reach = (name: keyof typeof say.reaches) =>
      page.getByRole("radio", { name: say.reaches[name] });
    const choose = (name: keyof typeof say.reaches) =>
      page.getByText(say.reaches[name], { exact: true }).click();
    await expect.poll(() => reach("nobody").isChecked()).toBe(true);
    const asked: string[] = [];
    let free = Promise.withResolvers<void>();
    const stop = desktop.interceptCalls("lanAccess.open", async (call) => {
      asked.push(call.inputJson);
      await free.promise;
      await call.refuse("cannot-listen");
    });
    await choose("network");
    expect(await reach("network").isChecked()).toBe(true);
    await expectSeen(page.getByText(say.changing));
    free.resolve();
    await expectSeen(page.getByText(say.failures["cannot-listen"].title));
    await expect.poll(() => reach("nobody").isChecked()).toBe(true);

    // A press during the command before it is saved after it.
    free = Promise.withResolvers<void>();
    await choose("network");
    await choose("this-computer");
    expect(await reach("this-computer").isChecked()).toBe(true);
    expect(asked).toHaveLength(2);
    await stop();
    free.resolve();
    await expect
      .poll(async () => (await desktop.value("lanAccess.get", {})).reach)
      .toBe("this-computer");
    await expectSeen(page.getByRole("listitem").filter({ hasText: "http://127.0.0.1" }));
    expect(await reach("this-computer").isChecked()).toBe(true);
  });
});
