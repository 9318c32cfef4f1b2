import { app } from "electron";
import { showWindow } from "#main/windows/front-window.ts";

/** Whether this is the only Chute of this user. A second one makes the first show itself, and ends. */
export function isOnlyInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on("second-instance", showWindow);
  return true;
}
