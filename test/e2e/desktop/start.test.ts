import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

test("the built desktop app opens its window on its own page, over its own scheme", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  await page.getByRole("heading", { name: "Connect to your organization" }).waitFor();
  const [window] = await desktop.control("control.windows", undefined);
  expect(window).toMatchObject({ url: "app://chute/", isVisible: true });
  expect(await desktop.value("connection.get", {})).toMatchObject({ state: "none" });
});

test("closing the window ends the program in order, and the next start finds what was saved", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  const commandId = crypto.randomUUID();
  await desktop.value("settings.save", { commandId, operator: "Mei Tanaka" });
  await desktop.control("control.close-window", { pageId: 1 });
  expect(await desktop.ended()).toMatchObject({ code: 0, signal: null });
  const next = await startDesktop(browser(), { dataDir: desktop.dataDir });
  expect((await next.value("desk.get", {})).settings).toMatchObject({ operator: "Mei Tanaka" });
});

test("a data folder that is in use is said in a dialog, and no window opens", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  const other = await startDesktop(browser(), { flags: ["--data-dir", desktop.dataDir] });
  const dialog = await other.dialog();
  expect(JSON.stringify(dialog.options)).toMatch(/already|in use|another/i);
  expect(await other.control("control.windows", undefined)).toEqual([]);
});
