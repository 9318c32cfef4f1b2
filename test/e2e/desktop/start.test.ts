import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();

test("the built desktop app opens its window on its own page, over its own scheme", async () => {
  const desktop = await startDesktop(browser(), { dataDir: temporaryFolder() });
  const page = await desktop.page();
  await page.getByRole("heading", { name: "Connect to your organization" }).waitFor();
  const [window] = await desktop.control("control.windows", undefined);
  expect(window).toMatchObject({ url: "app://chute/", isVisible: true });
  expect(await desktop.value("connection.get", {})).toMatchObject({ state: "none" });
});
