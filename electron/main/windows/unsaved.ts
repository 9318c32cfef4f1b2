import { app, BrowserWindow, dialog } from "electron";
import type { MessageBoxSyncOptions } from "electron";
import { words } from "#main/words.ts";

/**
 * A page with unsaved input asks before its window closes. Without this handler Electron would keep the
 * window open without a message.
 */
export function askBeforeClosing(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.on("will-prevent-unload", (event) => {
      const window = BrowserWindow.fromWebContents(contents);
      const say = words.unsaved;
      const options: MessageBoxSyncOptions = {
        type: "warning",
        message: say.message,
        detail: say.detail,
        buttons: [say.stay, say.leave],
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
