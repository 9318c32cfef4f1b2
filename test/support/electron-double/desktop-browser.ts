import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { leaveBrowser, openBrowser } from "#test/support/browser/launch-browser.ts";

/** A browser for the desktops of a test file; call the returned function while a test runs. */
export function desktopBrowser(flags: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser(flags);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
  });
  return () => {
    if (browser === undefined) throw new Error("The browser is not open yet.");
    return browser;
  };
}
