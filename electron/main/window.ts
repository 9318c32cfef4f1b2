import { app, BrowserWindow, screen } from "electron";
import type { WebPreferences } from "electron";
import { appOrigin } from "./app-protocol.ts";
import { fitWindow, readWindowState, writeWindowState } from "./window-state.ts";

/** What a page of this program may do, and what it gets of the desktop. */
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

/** The main window, where it was when it was last closed. */
export async function openWindow(folder: string, preload: string): Promise<BrowserWindow> {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...bounds } = fitWindow(await readWindowState(folder), areas);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 480,
    minHeight: 480,
    show: false,
    backgroundColor: "#0f1115",
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  });
  if (maximized) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () => {
    const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    // Where the window was is a comfort; that it cannot be kept never stops anyone from leaving.
    writeWindowState(folder, state).catch(() => undefined);
  });
  await window.loadURL(`${appOrigin}/`);
  return window;
}
