import { BrowserWindow } from "electron";

/** The main window: it was opened first. Null when there is none. */
export const frontWindow = (): BrowserWindow | null => BrowserWindow.getAllWindows()[0] ?? null;

/** Brings the window before the person, also when it was put away. */
export function showWindow(): void {
  const window = frontWindow();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}
