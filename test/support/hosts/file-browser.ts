import type { Browser } from "playwright";

let browser: Browser | null = null;

/** Keeps the browser of this test file for the hosts whose windows are its pages. */
export const keepFileBrowser = (opened: Browser | null): void => {
  browser = opened;
};

export function fileBrowser(): Browser {
  if (browser === null) throw new Error("browserWindows() opens the browser of a file.");
  return browser;
}
