import { BrowserWindow, dialog } from "electron";
import type { MessageBoxOptions, OpenDialogOptions } from "electron";

/** The main window, which was opened first; null if there is none. */
export const frontWindow = (): BrowserWindow | null => BrowserWindow.getAllWindows()[0] ?? null;

/** Shows the window and focuses it, even if it was minimized. */
export function showWindow(): void {
  const window = frontWindow();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}

/** Shows a message, attached to the window if there is one; returns the index of the button. */
export async function showMessage(
  options: MessageBoxOptions,
  window: BrowserWindow | null = frontWindow(),
): Promise<number> {
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}

/** Opens a dialog for a file or folder, attached to the window if there is one; null if cancelled. */
export async function choosePath(options: OpenDialogOptions): Promise<string | null> {
  const window = frontWindow();
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
