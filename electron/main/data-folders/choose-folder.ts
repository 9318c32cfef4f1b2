import { dialog } from "electron";
import type { OpenDialogOptions } from "electron";
import { frontWindow } from "#main/windows/front-window.ts";

/** Asks in front of the window, where there is one; null when none was chosen. */
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
