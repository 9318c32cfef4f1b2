import { join } from "node:path";
import { app, BrowserWindow, dialog } from "electron";
import type { SaveDialogOptions } from "electron";
import type { PrintingPort } from "#core/ports.ts";
import { paperSize } from "./paper-size.ts";

const findWindow = (windowId: number): BrowserWindow | null =>
  BrowserWindow.getAllWindows().find(({ webContents }) => webContents.id === windowId) ?? null;

/**
 * The desktop's paper port: prints a window to PDF with its print styles, and opens the system's save dialog.
 */
export const paper: PrintingPort = {
  async print(windowId) {
    const window = findWindow(windowId);
    if (window === null) return null;
    try {
      return await window.webContents.printToPDF({
        pageSize: paperSize(app.getLocaleCountryCode()),
      });
    } catch {
      // The reason is not shown: the window may have been closed meanwhile.
      return null;
    }
  },
  async chooseFile(windowId, { folder, name }) {
    const window = findWindow(windowId);
    const options: SaveDialogOptions = {
      defaultPath: join(folder ?? app.getPath("documents"), name),
      filters: [{ name: "PDF", extensions: ["pdf"] }],
      properties: ["createDirectory", "showOverwriteConfirmation"],
    };
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    return canceled || filePath === "" ? null : filePath;
  },
};
