import { app, BrowserWindow } from "electron";
import type { MessageBoxOptions, WebContents } from "electron";
import type { Clock, Logger } from "#core/ports.ts";
import { createCrashLimit } from "#station/host/crash-limit.ts";
import { showMessage } from "./front-window.ts";
import { windowMessages } from "./window-messages.ts";

/**
 * Reloads a screen whose renderer process is gone, at the same address. All saved data is in the core, not in
 * the screen (J1). If a screen crashes too often, or hangs, a person is asked.
 */
export function recoverScreens({ clock, logger }: RecoveryPorts): void {
  app.on("web-contents-created", (_event, contents) => {
    const mayReload = createCrashLimit(clock);
    contents.on("render-process-gone", (_gone, { reason, exitCode }) => {
      if (reason === "clean-exit") return;
      logger.log("error", "screen.gone", { reason, exitCode });
      if (mayReload()) contents.reload();
      else void askAfterCrash(contents);
    });
    contents.on("unresponsive", () => {
      logger.log("warn", "screen.hangs");
      void askAboutHang(contents);
    });
  });
}

export interface RecoveryPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

async function askAfterCrash(contents: WebContents): Promise<void> {
  const { message, detail, again, quit } = windowMessages.crashed;
  const answer = await ask(contents, {
    type: "error",
    message,
    detail,
    buttons: [again, quit],
    cancelId: 0,
  });
  if (contents.isDestroyed()) return;
  if (answer === 1) app.quit();
  else contents.reload();
}

/** The dialog closes by itself when the screen responds again. */
async function askAboutHang(contents: WebContents): Promise<void> {
  const { message, detail, wait, again } = windowMessages.hangs;
  const answers = new AbortController();
  contents.once("responsive", () => answers.abort());
  const answer = await ask(contents, {
    type: "warning",
    message,
    detail,
    buttons: [wait, again],
    cancelId: 0,
    signal: answers.signal,
  });
  // Ends the renderer process; the handler above then reloads the screen.
  if (answer === 1 && !contents.isDestroyed()) contents.forcefullyCrashRenderer();
}

const ask = (contents: WebContents, options: MessageBoxOptions): Promise<number> =>
  showMessage(options, BrowserWindow.fromWebContents(contents));
