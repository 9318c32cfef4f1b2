import type { Browser } from "playwright";
import { chromium } from "playwright";

/** The Chromium of the tests, which `resources/setup/browser.mjs` finds. */
export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHUTE_BROWSER"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", ...flags],
  });
