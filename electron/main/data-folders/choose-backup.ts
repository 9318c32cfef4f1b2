import { dialog } from "electron";
import type { OpenDialogOptions } from "electron";
import { frontWindow } from "#main/windows/front-window.ts";
import { words } from "./open-error-messages.ts";

/** Opens a file dialog for a backup, attached to the window if there is one; null if cancelled. */
export async function chooseBackup(folder: string): Promise<string | null> {
  const window = frontWindow();
  const options: OpenDialogOptions = {
    defaultPath: folder,
    properties: ["openFile"],
    filters: [
      { name: words.backupFiles, extensions: ["sqlite"] },
      { name: words.allFiles, extensions: ["*"] },
    ],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
