import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "#test/support/browser/launch-browser.ts";

/** One browser for the desktops of a file; call what it gives once a test runs. */
export function desktopBrowser(flags: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser(flags);
  });
  afterAll(async () => {
    await browser?.close();
  });
  return () => {
    if (browser === undefined) throw new Error("The browser is not open yet.");
    return browser;
  };
}
