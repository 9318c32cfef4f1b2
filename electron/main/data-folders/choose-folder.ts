import { dialog } from "electron";
import type { OpenDialogOptions } from "electron";
import { frontWindow } from "#main/windows/front-window.ts";

/** Opens a folder dialog, attached to the window if there is one; null if cancelled. */
export async function chooseFolder(current: string): Promise<string | null> {
  const window = frontWindow();
  const options: OpenDialogOptions = {
    defaultPath: current,
    properties: ["openDirectory", "createDirectory"],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
