import { app, BrowserWindow } from "electron";
import type { WebPreferences } from "electron";
import { appOrigin } from "./app-protocol.ts";
import type { PlacementStore } from "./placement-store.ts";

/** Security settings and preload script of this program's pages. */
export const pagePreferences = (preload: string): WebPreferences => ({
  preload,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webviewTag: false,
  webSecurity: true,
  navigateOnDragDrop: false,
  spellcheck: false,
  devTools: !app.isPackaged,
});

/** Opens the main window with its stored bounds. */
export async function openWindow(memory: PlacementStore, preload: string): Promise<void> {
  const window = new BrowserWindow({
    ...memory.options("main"),
    minWidth: 480,
    minHeight: 480,
    show: false,
    backgroundColor: "#0f1115",
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  });
  memory.follow("main", window);
  window.once("ready-to-show", () => window.show());
  await window.loadURL(`${appOrigin}/`);
}
