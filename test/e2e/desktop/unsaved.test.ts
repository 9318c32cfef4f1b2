import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { enter, openPractice } from "#test/support/electron-double/practice.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

const browser = desktopBrowser();

test("J1 a walk-up half typed keeps the window open until a person says otherwise", async () => {
  const desktop = await startDesktop(browser());
  await openPractice(desktop);
  const page = await enter(desktop, "/walk-up");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Zoë Nakamura");
  const [window] = await desktop.control("control.windows", undefined);
  const pageId = window?.pageId ?? 0;

  await desktop.control("control.answer-next", { answer: 0 });
  await desktop.control("control.close-window", { pageId });
  expect(await desktop.dialog()).toMatchObject({
    kind: "message",
    options: {
      message: "Something on this screen is not saved yet.",
      buttons: ["Stay", "Close without saving"],
      defaultId: 0,
      cancelId: 0,
    },
  });
  expect(await name.inputValue()).toBe("Zoë Nakamura");

  await desktop.control("control.answer-next", { answer: 1 });
  await desktop.control("control.close-window", { pageId });
  expect(await desktop.ended()).toMatchObject({ code: 0 });
});

test("a window with nothing unsaved closes without a word", async () => {
  const desktop = await startDesktop(browser());
  await openPractice(desktop);
  await enter(desktop, "/walk-up");
  const [window] = await desktop.control("control.windows", undefined);
  await desktop.control("control.close-window", { pageId: window?.pageId ?? 0 });
  expect(await desktop.ended()).toMatchObject({ code: 0 });
});
