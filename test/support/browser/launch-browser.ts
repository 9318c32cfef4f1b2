import type { Browser } from "playwright";
import { chromium } from "playwright";

/** The Chromium of the tests, which `resources/setup/browser.mjs` finds. */
export const browserPath = (): string => process.env["CHUTE_BROWSER"] ?? "/usr/bin/chromium";

/** A page of a test lives for seconds: compilers for long-lived scripts and threads for drawing cost more than they save. */
const forShortPages = ["--js-flags=--no-opt --no-maglev", "--num-raster-threads=1"];

/** Starts the Chromium of the tests. */
export const launchBrowser = (
  flags: readonly string[] = [],
  executablePath = browserPath(),
): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--font-render-hinting=none",
      ...forShortPages,
      ...flags,
    ],
  });

let shared: Promise<Browser> | null = null;

/**
 * The browser that all test files of a worker share and that ends with the worker. With flags, the file gets its own
 * browser.
 */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (flags.length > 0) return launchBrowser(flags);
  shared ??= launchBrowser().then((browser) =>
    browser.on("disconnected", () => {
      shared = null;
    }),
  );
  return shared;
}

/** Called when the file no longer needs the browser. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  if (browser !== (await shared)) await browser?.close();
}
