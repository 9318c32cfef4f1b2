import { BrowserWindow, ipcMain } from "electron";
import type { Core } from "#core/core.ts";
import { channels } from "#shared/contract/channels.ts";
import { answerCall } from "./ipc-transport.ts";

/** Passes the windows' calls to the core, and the core's invalidations to all windows. */
export function registerIpcHandlers(core: Core): void {
  ipcMain.handle(channels.call, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    const isMainFrame = frame !== null && frame === event.sender.mainFrame;
    const sender = { url: frame?.url ?? null, isMainFrame, window: event.sender.id };
    return answerCall(core, sender, name, input);
  });
  core.subscribe((invalidation) => {
    for (const window of BrowserWindow.getAllWindows()) {
      window.webContents.send(channels.invalidation, invalidation);
    }
  });
}
