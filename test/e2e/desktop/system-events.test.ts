import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

test("S2 a redirect and an embedded view, which our pages never ask for, are refused", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  for (const event of ["will-redirect", "will-attach-webview"]) {
    const given = { source: "WebContents", pageId: 1, event } as const;
    expect(await desktop.control("control.emit", given), event).toEqual({ isPrevented: true });
  }
});

test("J1 the end of the person's session closes the program in order", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  const given = { source: "BrowserWindow", pageId: 1, event: "session-end" } as const;
  await desktop.control("control.emit", given);
  expect(await desktop.ended()).toMatchObject({ code: 0, signal: null });
});
