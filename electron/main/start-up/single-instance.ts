import { app } from "electron";
import { showWindow } from "#main/windows/front-window.ts";

/**
 * Whether this is this user's only Chute with this profile. A second instance quits, and the first shows its
 * window.
 */
export function isOnlyInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on("second-instance", showWindow);
  return true;
}
