import type { Browser } from "playwright";
import { chromium } from "playwright";

/** The Chromium of the tests, which `resources/setup/browser.mjs` finds. */
export const browserPath = (): string => process.env["CHUTE_BROWSER"] ?? "/usr/bin/chromium";

export const launchBrowser = (
  flags: readonly string[] = [],
  executablePath = browserPath(),
): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", ...flags],
  });

let shared: Promise<Browser> | null = null;

/** The browser of all files that one worker runs, which ends with it; with flags, one of the file's own. */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (flags.length > 0) return launchBrowser(flags);
  shared ??= launchBrowser().then((browser) =>
    browser.on("disconnected", () => {
      shared = null;
    }),
  );
  return shared;
}

/** The file is done with it. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  if (browser !== (await shared)) await browser?.close();
}
