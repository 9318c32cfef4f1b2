import type { WebContents } from "electron";

/** Scripts of the page see nothing of this world; Electron itself uses 999. */
const ownWorld = 1_000;

/** What of a page is asked. */
export type AskedPage = Pick<WebContents, "executeJavaScriptInIsolatedWorld" | "once">;

/**
 * The camera is for scanning, which a person begins: a page gets it only within the few seconds
 * after a click, a touch or a key in it, as Chromium counts them. A page that was given the camera
 * may open it again, after the window was hidden say, until it is loaded anew.
 */
export function createCameraRule(): (page: AskedPage) => Promise<boolean> {
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

/** Asked beside the page's own scripts, which could say anything. A page that is gone was not touched. */
async function wasJustTouched(page: AskedPage): Promise<boolean> {
  const code = "navigator.userActivation.isActive";
  try {
    return (await page.executeJavaScriptInIsolatedWorld(ownWorld, [{ code }])) === true;
  } catch {
    return false;
  }
}
