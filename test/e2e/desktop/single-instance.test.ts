import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

test("a second launch restores and focuses the minimized window of the first one, opens no second window, and ends", async () => {
  const first = await startDesktop(browser());
  await first.page();
  await first.control("control.minimize", { pageId: 1 });
  const second = await startDesktop(browser(), { dataDir: first.dataDir });
  expect(await second.ended()).toMatchObject({ code: 0 });
  const windows = await first.control("control.windows", undefined);
  expect(windows).toMatchObject([{ isFocused: true, isMinimized: false }]);
  expect(await first.control("control.notes", undefined)).toContain(
    "happened app “second-instance”",
  );
  expect(await first.value("connection.get", {})).toMatchObject({ state: "none" });
});

test("after a crash the next launch gets the lock and opens", async () => {
  const killed = await startDesktop(browser());
  await killed.page();
  killed.signal("SIGKILL");
  await killed.ended();
  const next = await startDesktop(browser(), { dataDir: killed.dataDir });
  await next.page();
  expect(await next.value("connection.get", {})).toMatchObject({ state: "none" });
});
