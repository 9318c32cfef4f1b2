import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { openPractice } from "#test/support/electron-double/practice.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();

const click = (desktop: Desktop, ...path: string[]) =>
  desktop.control("control.click-menu", { path });

const happened = async (desktop: Desktop, begin: string): Promise<string[]> => {
  const notes = await desktop.control("control.notes", undefined);
  return notes.filter((line) => line.startsWith(`happened ${begin}`));
};

test("the menu leads to the screens without loading the page anew, and what was typed stays", async () => {
  const desktop = await startDesktop(browser());
  const page = await openPractice(desktop);
  await page.evaluate(() => void Object.assign(window, { isSamePage: true }));
  await click(desktop, "File", "Export…");
  await page.getByRole("heading", { name: "Export files" }).waitFor();
  const isOnTop = (name: string) => () =>
    page
      .getByRole("region", { name, exact: true })
      .evaluate((card) => Math.abs(card.getBoundingClientRect().top) < innerHeight / 2);
  await expect.poll(isOnTop("Export files")).toBe(true);
  await click(desktop, "Help", "Keyboard Keys");
  await expect.poll(isOnTop("Keys")).toBe(true);
  await click(desktop, "File", "Settings…");
  await page.waitForURL(/#\/settings$/);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("the announcer's window opens from the menu for the open event, once, and again when it was closed", async () => {
  const desktop = await startDesktop(browser());
  await openPractice(desktop);
  const addresses = async () =>
    (await desktop.control("control.windows", undefined)).map(({ url }) => url);
  await click(desktop, "File", "Announcer’s Window");
  await expect.poll(addresses).toHaveLength(2);
  const announcer = await desktop.page(1);
  expect(announcer.url()).toMatch(/#\/announcer\?event=.+/);
  await announcer.getByRole("button", { name: "Full screen" }).waitFor();
  await click(desktop, "File", "Announcer’s Window");
  await desktop.value("desk.get", {});
  const windows = await desktop.control("control.windows", undefined);
  expect(windows.map(({ isFocused }) => isFocused)).toEqual([false, true]);
  await desktop.control("control.close-window", { pageId: windows[1]?.pageId ?? 0 });
  await expect.poll(addresses).toHaveLength(1);
  await click(desktop, "File", "Announcer’s Window");
  await expect.poll(addresses).toHaveLength(2);
});

test("the announcer's window from the menu shows the run that the podium screen shows", async () => {
  const desktop = await startDesktop(browser());
  await openPractice(desktop);
  const page = await desktop.page();
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: "Podium" })
    .click();
  const run = page.getByRole("group", { name: "Runs" }).getByRole("button").nth(1);
  const label = (await run.innerText()).split("\n")[0] ?? "";
  await run.click();
  await page.waitForURL(/run=/);
  await click(desktop, "File", "Announcer’s Window");
  const announcer = await desktop.page(1);
  await expectSeen(announcer.getByText(label, { exact: true }));
});

test("K1 Help copies diagnostics without anybody's data, shows the logs, the licences and the versions", async () => {
  const desktop = await startDesktop(browser(), { env: { TMPDIR: temporaryFolder() } });
  await desktop.page();
  const { dataDir } = (await desktop.value("desk.get", {})).about;
  await desktop.value("settings.save", { commandId: "by-the-menu", operator: "Zephyrine Abara" });
  await click(desktop, "Help", "Copy Diagnostics");
  const copied = await desktop.dialog();
  expect(copied.options).toMatchObject({ message: "Diagnostics were copied." });
  await copied.answer({ response: 0, checkboxChecked: false });
  const [clipboard = ""] = await happened(desktop, "Clipboard ");
  const text = JSON.parse(clipboard.slice("happened Clipboard ".length)) as string;
  expect(JSON.parse(text)).toMatchObject({
    program: { host: "desktop", electron: expect.any(String) },
    connection: { state: "none", address: "not set" },
  });
  expect(text).not.toContain("Zephyrine");
  expect(text).not.toContain(dataDir);

  const opened = async () => (await happened(desktop, "Opened ")).join("\n");
  // Whether the log has a line by now depends on the machine's speed.
  rmSync(join(dataDir, "logs"), { recursive: true, force: true });
  await click(desktop, "Help", "Open Logs Folder");
  const noLog = await desktop.dialog();
  expect(noLog.options).toMatchObject({ message: "There is no log yet." });
  await noLog.answer({ response: 0, checkboxChecked: false });
  mkdirSync(join(dataDir, "logs"), { recursive: true });
  await click(desktop, "Help", "Open Logs Folder");
  await expect.poll(opened).toContain(join(dataDir, "logs"));
  await click(desktop, "Help", "Licences");
  await expect.poll(opened).toContain("chute-licences.txt");
  await click(desktop, "Help", "About Chute");
  await expect.poll(() => happened(desktop, "About panel ")).toHaveLength(1);
});
