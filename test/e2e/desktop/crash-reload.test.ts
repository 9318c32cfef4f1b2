import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { enter, openPractice } from "#test/support/electron-double/practice.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

/** Ends the page's process. */
async function crash(desktop: Desktop): Promise<Page> {
  const page = await desktop.page();
  const cdp = await page.context().newCDPSession(page);
  const gone = page.waitForEvent("crash");
  cdp.send("Page.crash").catch(() => undefined);
  await gone;
  return page;
}

/** The page that replaces the crashed one. */
async function pageAfter(desktop: Desktop, crashed: Page): Promise<Page> {
  await expect.poll(async () => (await desktop.page()) !== crashed, { timeout: 15_000 }).toBe(true);
  return desktop.page();
}

test("J1 a screen that crashed comes back at the screen that was open, with everything that was saved", async () => {
  const desktop = await startDesktop(browser());
  await openPractice(desktop);
  await enter(desktop, "/settings");
  await desktop.value("settings.save", { commandId: randomUUID(), operator: "Ida" });
  const page = await pageAfter(desktop, await crash(desktop));
  await page.getByText("Ida", { exact: false }).first().waitFor();
  expect(await desktop.control("control.windows", undefined)).toMatchObject([
    { url: "app://chute/#/settings" },
  ]);
  expect((await desktop.value("desk.get", {})).settings.operator).toBe("Ida");
});

test("a screen that hangs is shown to a person, who may end it; the question goes when it answers again", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  const [window] = await desktop.control("control.windows", undefined);
  const hangs = { source: "WebContents", pageId: window?.pageId ?? 0 } as const;
  await desktop.control("control.emit", { ...hangs, event: "unresponsive" });
  const dialog = await desktop.dialog();
  expect(dialog).toMatchObject({
    kind: "message",
    options: { message: "The screen does not answer.", buttons: ["Wait", "Load again"] },
  });
  await desktop.control("control.emit", { ...hangs, event: "responsive" });
  await dialog.answer({ response: 0 });
  expect(await desktop.value("connection.get", {})).toMatchObject({ state: "none" });

  await desktop.control("control.emit", { ...hangs, event: "unresponsive" });
  await (await desktop.dialog()).answer({ response: 1 });
  await pageAfter(desktop, page);
  expect(await desktop.value("connection.get", {})).toMatchObject({ state: "none" });
});

test("a screen that keeps crashing is shown to a person, who may load it again or leave", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  for (let count = 0; count < 3; count += 1) {
    await pageAfter(desktop, await crash(desktop));
    expect(await desktop.value("connection.get", {})).toMatchObject({ state: "none" });
  }
  const crashed = await crash(desktop);
  const first = await desktop.dialog();
  expect(first).toMatchObject({
    kind: "message",
    options: {
      message: "The screen stopped several times.",
      buttons: ["Load again", "Close Chute"],
    },
  });
  await first.answer({ response: 0 });
  await pageAfter(desktop, crashed);
  expect(await desktop.value("connection.get", {})).toMatchObject({ state: "none" });
  await crash(desktop);
  await (await desktop.dialog()).answer({ response: 1 });
  expect(await desktop.ended()).toMatchObject({ code: 0 });
});
