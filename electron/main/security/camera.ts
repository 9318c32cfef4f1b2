import type { WebContents } from "electron";

/** Scripts of the page cannot reach this isolated world; Electron itself uses 999. */
const isolatedWorld = 1_000;

/** The part of `WebContents` that is used. */
export type AskedPage = Pick<WebContents, "executeJavaScriptInIsolatedWorld" | "once">;

/**
 * The camera is for scanning, which a person starts: a page gets it only within a few seconds after a click,
 * touch or key press (Chromium's transient user activation). A page that got the camera may open it again
 * until it reloads, for example after the window was hidden.
 */
export function createCameraPermission(): (page: AskedPage) => Promise<boolean> {
  const opened = new WeakSet<AskedPage>();
  return async (page) => {
    if (opened.has(page)) return true;
    const isAsked = await wasJustTouched(page);
    if (isAsked && !opened.has(page)) {
      opened.add(page);
      page.once("did-navigate", () => void opened.delete(page));
    }
    return isAsked;
  };
}

/**
 * Runs in an isolated world, because the page's own scripts could fake the answer. A destroyed page counts as
 * not touched.
 */
async function wasJustTouched(page: AskedPage): Promise<boolean> {
  const code = "navigator.userActivation.isActive";
  try {
    return (await page.executeJavaScriptInIsolatedWorld(isolatedWorld, [{ code }])) === true;
  } catch {
    return false;
  }
}
