import { BrowserWindow } from "electron";

/** The main window, which was opened first; null if there is none. */
export const frontWindow = (): BrowserWindow | null => BrowserWindow.getAllWindows()[0] ?? null;

/** Shows the window and focuses it, even if it was minimized. */
export function showWindow(): void {
  const window = frontWindow();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}
