import { dialog } from "electron";
import type { OpenDialogOptions } from "electron";
import { frontWindow } from "#main/windows/front-window.ts";
import { words } from "./open-error-messages.ts";

/** Asks for a backup's file, in front of the window where there is one; null when none was chosen. */
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
