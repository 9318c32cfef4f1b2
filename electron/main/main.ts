import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { app, BrowserWindow, dialog, ipcMain, protocol, session } from "electron";
import type { OpenDialogOptions } from "electron";
import envPaths from "env-paths";
import type { Core } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import { channels } from "#shared/contract/channels.ts";
import { stderrLogger, systemClock, systemFetch, systemRandom } from "#station/host-ports.ts";
import { startPractice } from "#station/start-practice.ts";
import { explainFailure } from "#station/start-words.ts";
import { createStaticShell } from "#station/static-shell.ts";
import { readThisComputer } from "#station/this-computer.ts";
import { appScheme, createAppHandler } from "./app-protocol.ts";
import { answerCall } from "./ipc-wire.ts";
import { createKeyStore } from "./key-store.ts";
import { lockDownContents, lockDownSession } from "./lock-down.ts";
import { setMenu } from "./menu.ts";
import { hasOpenEvent, stayAwake } from "./stay-awake.ts";
import { openWindow } from "./window.ts";

/** The program's folder, from the source as from out/main. */
const root = new URL("../../", import.meta.url);
const preload = fileURLToPath(new URL("out/preload/index.cjs", root));
const dataDir = envPaths("Chute", { suffix: "" }).data;

protocol.registerSchemesAsPrivileged([
  {
    scheme: appScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
]);
app.enableSandbox();
lockDownContents(preload);

if (app.requestSingleInstanceLock()) {
  app.on("second-instance", showWindow);
  app.on("window-all-closed", () => app.quit());
  app.whenReady().then(start).catch(giveUp);
} else {
  app.quit();
}

async function start(): Promise<void> {
  mkdirSync(dirname(dataDir), { recursive: true });
  const opened = await createCore({
    ports: {
      clock: systemClock,
      random: systemRandom,
      fetch: systemFetch,
      secrets: await createKeyStore(dataDir),
      logger: stderrLogger,
      startPractice,
      computer: readThisComputer(),
      chooseFolder,
      workerUrl: new URL("out/main/db-worker.js", root),
    },
    dataDir,
    host: "desktop",
    version: app.getVersion(),
  });
  if (!opened.ok) {
    dialog.showErrorBox("Chute", explainFailure(opened.error));
    return app.exit(1);
  }
  const core = opened.value;
  closeBeforeQuit(core);
  answerWindow(core);
  stayAwake({
    subscribe: (listener) => core.subscribe(listener),
    hasOpenEvent: () => hasOpenEvent(core),
  });
  lockDownSession(session.defaultSession);
  const shell = await createStaticShell(fileURLToPath(new URL("out/renderer", root)));
  protocol.handle(appScheme, createAppHandler(shell));
  setMenu();
  await openWindow(dataDir, preload);
}

/** A bug at the start is shown, not only logged: there is no other window to show it in. */
function giveUp(error: unknown): void {
  dialog.showErrorBox("Chute", error instanceof Error ? error.message : String(error));
  app.exit(1);
}

function answerWindow(core: Core): void {
  ipcMain.handle(channels.call, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    const isMainFrame = frame !== null && frame === event.sender.mainFrame;
    return answerCall(core, { url: frame?.url ?? null, isMainFrame }, name, input);
  });
  core.subscribe((hint) => {
    for (const window of BrowserWindow.getAllWindows()) {
      window.webContents.send(channels.hint, hint);
    }
  });
}

/** The core closes in order before the program ends; a second quit does not wait again. */
function closeBeforeQuit(core: Core): void {
  let isClosed = false;
  app.on("will-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    void core.close().finally(() => {
      isClosed = true;
      app.quit();
    });
  });
}

/** Asks in front of the window, where there is one. */
async function chooseFolder(current: string): Promise<string | null> {
  const [window] = BrowserWindow.getAllWindows();
  const options: OpenDialogOptions = {
    defaultPath: current,
    properties: ["openDirectory", "createDirectory"],
  };
  const { canceled, filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}

function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}
