import { app, BrowserWindow, dialog } from "electron";
import type { MessageBoxSyncOptions } from "electron";
import { windowMessages } from "./window-messages.ts";

/**
 * A page with unsaved input asks before its window closes. Without this handler Electron would keep the
 * window open without a message.
 */
export function askBeforeClosing(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.on("will-prevent-unload", (event) => {
      const window = BrowserWindow.fromWebContents(contents);
      const { message, detail, stay, leave } = windowMessages.unsaved;
      const options: MessageBoxSyncOptions = {
        type: "warning",
        message,
        detail,
        buttons: [stay, leave],
        defaultId: 0,
        cancelId: 0,
      };
      const answer =
        window === null
          ? dialog.showMessageBoxSync(options)
          : dialog.showMessageBoxSync(window, options);
      // `preventDefault()` overrides `beforeunload`, so the window closes.
      if (answer === 1) event.preventDefault();
    });
  });
}
