import { app, dialog, session } from "electron";
import { systemClock } from "#station/host/host-ports.ts";
import { createHostLogger } from "#station/host/logger.ts";
import { logProcessErrors } from "#station/host/process-errors.ts";
import { makeFilesPrivate } from "#station/host/private-file.ts";
import { registerIpcHandlers } from "./windows/ipc-handlers.ts";
import { closeOnQuit } from "./start-up/close-on-quit.ts";
import { splitArguments } from "./start-up/command-line.ts";
import { readFlags } from "./start-up/flags.ts";
import { lockDownContents, lockDownSession } from "./security/lock-down.ts";
import { setMenu } from "./menu/menu.ts";
import type { DataChoice } from "./data-folders/open-data.ts";
import { chooseData, openData } from "./data-folders/open-data.ts";
import { defaultDataDir, programPaths } from "./paths.ts";
import { recoverScreens } from "./windows/recover-screens.ts";
import { registerAppScheme, serveScreens } from "./windows/screens.ts";
import { isOnlyInstance } from "./start-up/single-instance.ts";
import { startUpdates } from "./updates/start-updates.ts";
import { checkAfterSleep, stayAwake } from "./start-up/power.ts";
import { askBeforeClosing } from "./windows/unsaved.ts";
import { createPlacementStore } from "./windows/placement-store.ts";
import { openWindow } from "./windows/window.ts";

makeFilesPrivate();
const logger = createHostLogger(systemClock);
const memory = createPlacementStore();
const ports = { clock: systemClock, logger };
logProcessErrors(ports, () => app.exit(1));

// These calls must come before the app's `ready` event.
registerAppScheme();
app.enableSandbox();
lockDownContents(programPaths.preload, memory);
askBeforeClosing();
recoverScreens(ports);
app.on("window-all-closed", () => app.quit());
const given = splitArguments(process.argv, app.isPackaged);
const line = readFlags(given.own, app.getVersion(), defaultDataDir);
if ("exitCode" in line) {
  app.exit(line.exitCode);
} else {
  // The data folder decides which running instance counts as the first one.
  const choice = chooseData(line.flags, given);
  if (isOnlyInstance()) void startWhenReady(choice);
}

async function startWhenReady(choice: DataChoice): Promise<void> {
  try {
    await app.whenReady();
    await start(choice);
  } catch (error) {
    showStartError(error);
  }
}

/** One step per concern: first the data, then the security rules, then the window. */
async function start(choice: DataChoice): Promise<void> {
  const data = await openData(choice, logger);
  if (data === null) return;
  const { core } = data;
  closeOnQuit(data, ports);
  registerIpcHandlers(core);
  stayAwake(core);
  checkAfterSleep(core);
  lockDownSession(session.defaultSession);
  await serveScreens(programPaths.screens);
  setMenu({ core, dataDir: choice.dataDir, memory });
  await memory.keepIn(choice.dataDir);
  await openWindow(memory, programPaths.preload);
  startUpdates(core, logger);
}

/** Shows an error at start in a dialog, because there is no window yet. */
function showStartError(error: unknown): void {
  dialog.showErrorBox("Chute", error instanceof Error ? error.message : String(error));
  app.exit(1);
}
