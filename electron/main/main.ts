import { app, dialog, session } from "electron";
import { systemClock } from "#station/host-ports.ts";
import { createHostLogger } from "#station/logger.ts";
import { makeFilesPrivate } from "#station/private-file.ts";
import { answerWindows } from "./answer-windows.ts";
import { closeInOrder } from "./close-in-order.ts";
import { splitArguments } from "./command-line.ts";
import { readFlags } from "./flags.ts";
import { lockDownContents, lockDownSession } from "./lock-down.ts";
import { setMenu } from "./menu.ts";
import type { DataChoice } from "./open-data.ts";
import { chooseData, openData } from "./open-data.ts";
import { defaultDataDir, place } from "./place.ts";
import { recoverScreens } from "./recover-screens.ts";
import { registerAppScheme, serveScreens } from "./screens.ts";
import { isOnlyInstance } from "./single-instance.ts";
import { startUpdates } from "./start-updates.ts";
import { hasOpenEvent, stayAwake } from "./stay-awake.ts";
import { askBeforeClosing } from "./unsaved.ts";
import { lookAfterSleep } from "./wake-up.ts";
import { createWindowMemory } from "./window-memory.ts";
import { openWindow } from "./window.ts";

makeFilesPrivate();
const logger = createHostLogger(systemClock);
const memory = createWindowMemory();
const ports = { clock: systemClock, logger };

// These calls must come before the app's `ready` event.
registerAppScheme();
app.enableSandbox();
lockDownContents(place.preload, memory);
askBeforeClosing();
recoverScreens(ports);
app.on("window-all-closed", () => app.quit());
const arrived = splitArguments(process.argv, app.isPackaged);
const line = readFlags(arrived.own, app.getVersion(), defaultDataDir);
if ("exitCode" in line) {
  app.exit(line.exitCode);
} else {
  // The data folder decides which running instance counts as the first one.
  const choice = chooseData(line.flags, arrived);
  if (isOnlyInstance()) void startWhenReady(choice);
}

async function startWhenReady(choice: DataChoice): Promise<void> {
  try {
    await app.whenReady();
    await start(choice);
  } catch (error) {
    giveUp(error);
  }
}

/** One step per concern: first the data, then the security rules, then the window. */
async function start(choice: DataChoice): Promise<void> {
  const data = await openData(choice, logger);
  if (data === null) return;
  const { core } = data;
  closeInOrder(data, ports);
  answerWindows(core);
  stayAwake({
    subscribe: (listener) => core.subscribe(listener),
    hasOpenEvent: () => hasOpenEvent(core),
  });
  lookAfterSleep(core);
  lockDownSession(session.defaultSession);
  await serveScreens(place.screens);
  setMenu({ core, dataDir: choice.dataDir, memory });
  await memory.keepIn(choice.dataDir);
  await openWindow(memory, place.preload);
  startUpdates(core, logger);
}

/** Shows an error at start in a dialog, because there is no window yet. */
function giveUp(error: unknown): void {
  dialog.showErrorBox("Chute", error instanceof Error ? error.message : String(error));
  app.exit(1);
}
