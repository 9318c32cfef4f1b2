import type { Page } from "playwright";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";

/** A browser with a fake camera that grants every request. So only main's answer decides, which the double follows. */
const browser = desktopBrowser([
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
]);

/** Evaluates an expression without a user gesture, which `page.evaluate` would count as. */
async function evaluateQuietly(page: Page, expression: string): Promise<unknown> {
  const cdp = await page.context().newCDPSession(page);
  const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true });
  await cdp.detach();
  return result.value;
}

/** Opens these devices and returns the outcome; the name of the error if it is refused. */
const open = (page: Page, kinds: { readonly video?: boolean; readonly audio?: boolean }) =>
  evaluateQuietly(
    page,
    `navigator.mediaDevices.getUserMedia(${JSON.stringify(kinds)}).then(
      (stream) => stream.getTracks().map((track) => (track.stop(), track.kind)).join(" "),
      (error) => error.name,
    )`,
  );

/**
 * Opens another window, after which Chromium forgets the last user gesture; otherwise it forgets it after some seconds.
 */
async function untouched(page: Page): Promise<void> {
  await evaluateQuietly(page, "void window.open('https://evil.example/')");
  await expect
    .poll(() => evaluateQuietly(page, "navigator.userActivation.isActive"), { timeout: 15_000 })
    .toBe(false);
}

test("B4 S2 the camera opens after a click and not before, again without one, and not after a new start of the page", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  const title = page.getByRole("heading", { name: "Connect to your organization" });
  await title.waitFor();
  await untouched(page);
  expect(await open(page, { video: true })).toBe("NotAllowedError");
  await page.mouse.click(5, 5);
  expect(await open(page, { video: true })).toBe("video");
  await untouched(page);
  expect(await open(page, { video: true })).toBe("video");
  await page.reload();
  await title.waitFor();
  await untouched(page);
  expect(await open(page, { video: true })).toBe("NotAllowedError");
});

test("S2 the microphone never opens, not even with the camera", async () => {
  const desktop = await startDesktop(browser());
  const page = await desktop.page();
  await page.mouse.click(5, 5);
  expect(await open(page, { audio: true, video: true })).toBe("NotAllowedError");
  expect(await open(page, { audio: true })).toBe("NotAllowedError");
});

const refused: readonly string[] = [
  "clipboard-read",
  "display-capture",
  "fileSystem",
  "geolocation",
  "hid",
  "idle-detection",
  "keyboardLock",
  "local-fonts",
  "local-network-access",
  "midi",
  "midiSysex",
  "notifications",
  "openExternal",
  "persistent-storage",
  "pointerLock",
  "sensors",
  "serial",
  "speaker-selection",
  "storage-access",
  "unknown",
  "usb",
  "window-management",
];

/** Sends the permission request that Chromium would send for the page. */
async function ask(desktop: Desktop, permission: string): Promise<boolean> {
  const [window] = await desktop.control("control.windows", undefined);
  const { isGranted } = await desktop.control("page.permission", {
    pageId: window?.pageId ?? 0,
    permission,
    requestingUrl: window?.url ?? "",
    mediaTypes: [],
  });
  return isGranted;
}

test("S2 everything else is refused, also after a click", async () => {
  const desktop = await startDesktop(browser());
  await (await desktop.page()).mouse.click(5, 5);
  for (const permission of refused) expect(await ask(desktop, permission), permission).toBe(false);
  for (const permission of ["fullscreen", "clipboard-sanitized-write"]) {
    expect(await ask(desktop, permission), permission).toBe(true);
  }
});

test("S2 a page saves the files it made, and downloads no others", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  const [window] = await desktop.control("control.windows", undefined);
  const isPrevented = async (url: string): Promise<boolean> => {
    const file = { pageId: window?.pageId ?? 0, url, name: "check-ins.csv" };
    return (await desktop.control("page.will-download", file)).isPrevented;
  };
  expect(await isPrevented("blob:app://chute/8a1c")).toBe(false);
  for (const url of [
    "https://evil.example/check-ins.csv",
    "app://chute/mark.svg",
    "blob:https://evil.example/8a1c",
    "blob:app://chute.evil.example/8a1c",
    "data:text/csv,a",
  ]) {
    expect(await isPrevented(url), url).toBe(true);
  }
});
