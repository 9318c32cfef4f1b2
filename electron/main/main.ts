import { app, dialog, session } from "electron";
import { systemClock } from "#station/host-ports.ts";
import { createHostLogger } from "#station/logger.ts";
import { explainFailure } from "#station/start-words.ts";
import { answerWindows } from "./answer-windows.ts";
import { closeInOrder } from "./close-in-order.ts";
import { lockDownContents, lockDownSession } from "./lock-down.ts";
import { setMenu } from "./menu.ts";
import { defaultDataDir, place } from "./place.ts";
import { recoverScreens } from "./recover-screens.ts";
import { registerAppScheme, serveScreens } from "./screens.ts";
import { isOnlyInstance } from "./single-instance.ts";
import { startCore } from "./start-core.ts";
import { startUpdates } from "./start-updates.ts";
import { hasOpenEvent, stayAwake } from "./stay-awake.ts";
import { askBeforeClosing } from "./unsaved.ts";
import { lookAfterSleep } from "./wake-up.ts";
import { openWindow } from "./window.ts";

const logger = createHostLogger(systemClock);
const ports = { clock: systemClock, logger };

// What must be said before the program is ready.
registerAppScheme();
app.enableSandbox();
lockDownContents(place.preload);
askBeforeClosing();
recoverScreens(ports);
app.on("window-all-closed", () => app.quit());
if (isOnlyInstance()) app.whenReady().then(start).catch(giveUp);

/** One step for each concern: the data first, then the walls, then the window. */
async function start(): Promise<void> {
  const dataDir = defaultDataDir;
  logger.keepIn(dataDir);
  const opened = await startCore(dataDir, logger);
  if (!opened.ok) {
    dialog.showErrorBox("Chute", explainFailure(opened.error));
    return app.exit(1);
  }
  const core = opened.value;
  closeInOrder(core, ports);
  answerWindows(core);
  stayAwake({
    subscribe: (listener) => core.subscribe(listener),
    hasOpenEvent: () => hasOpenEvent(core),
  });
  lookAfterSleep(core);
  lockDownSession(session.defaultSession);
  await serveScreens(place.screens);
  setMenu();
  await openWindow(dataDir, place.preload);
  startUpdates(core);
}

/** A bug at the start is shown, not only logged: there is no other window to show it in. */
function giveUp(error: unknown): void {
  dialog.showErrorBox("Chute", error instanceof Error ? error.message : String(error));
  app.exit(1);
}
