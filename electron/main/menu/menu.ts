import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { app, clipboard, Menu, shell } from "electron";
import { diagnosticsText } from "#shared/contract/in-screens.ts";
import { diagnosticsSchema } from "#shared/contract/diagnostics.ts";
import { logFolder } from "#station/host/log-file.ts";
import { frontWindow, showMessage } from "#main/windows/front-window.ts";
import type { DispatchCore } from "#main/windows/ipc-transport.ts";
import { menuTemplate } from "./menu-template.ts";
import { menuMessages as messages } from "./menu-messages.ts";
import { programPaths } from "#main/paths.ts";
import { currentEventId } from "#main/start-up/power.ts";
import type { PlacementStore } from "#main/windows/placement-store.ts";

export interface MenuParts {
  readonly core: DispatchCore;
  readonly dataDir: string;
  readonly memory: PlacementStore;
}

/** Isolated from the page's own scripts; only this program's code runs there. */
const isolatedWorld = 1_000;

export function setMenu({ core, dataDir, memory }: MenuParts): void {
  app.setAboutPanelOptions({
    applicationName: messages.name,
    applicationVersion: app.getVersion(),
    version: `Electron ${process.versions["electron"] ?? ""}, Chromium ${process.versions["chrome"] ?? ""}, Node ${process.versions.node}`,
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(messages.name, process.platform === "darwin", {
        openExport: () => goTo("#/settings?part=exports"),
        openSettings: () => goTo("#/settings"),
        openKeys: () => goTo("#/settings?part=keys"),
        openAnnouncer: () => void openAnnouncer(core, memory),
        copyDiagnostics: () => void copyDiagnostics(core),
        openLogs: () => void openLogs(dataDir),
        openLicences: () => void openLicences(),
        showAbout: () => app.showAboutPanel(),
      }),
    ),
  );
}

/** Changes the hash like a link of the page: nothing reloads and no typed text is lost. */
function goTo(hash: string): void {
  frontWindow()?.focus();
  runInPage(`location.hash = ${JSON.stringify(hash)}`);
}

/**
 * The page opens the window, with the same name that its own button uses, so that there is only one. A window
 * that is already open is not changed.
 */
async function openAnnouncer(core: DispatchCore, memory: PlacementStore): Promise<void> {
  const open = memory.find("announcer");
  if (open !== null) return open.focus();
  const eventId = await currentEventId(core);
  const event = eventId === null ? "" : `?event=${encodeURIComponent(eventId)}`;
  const address = JSON.stringify(`#/announcer${event}`);
  runInPage(`open(location.pathname + ${address}, "chute-announcer", "popup") && undefined`);
}

/** Runs with a user gesture, which Chromium requires before it opens a window. */
function runInPage(code: string): void {
  frontWindow()
    ?.webContents.executeJavaScriptInIsolatedWorld(isolatedWorld, [{ code }], true)
    .catch(() => undefined);
}

async function copyDiagnostics(core: DispatchCore): Promise<void> {
  const reply = await core.dispatch("diagnostics.get", {}, { role: "owner" });
  const found = diagnosticsSchema.safeParse(reply.ok ? reply.value : null);
  if (found.success) await clipboard.writeText(diagnosticsText(found.data));
  await tell(found.success ? messages.copied : messages.notCopied);
}

async function openLogs(dataDir: string): Promise<void> {
  const folder = logFolder(dataDir);
  if (existsSync(folder)) await shell.openPath(folder);
  else await tell(messages.noLogs);
}

/** The licences are inside the packed program (asar), where other programs cannot read them. */
async function openLicences(): Promise<void> {
  const readable = join(app.getPath("temp"), "chute-licences.txt");
  await copyFile(programPaths.licences, readable);
  await shell.openPath(readable);
}

async function tell(words: { readonly message: string; readonly detail: string }): Promise<void> {
  await showMessage({ type: "info", ...words, buttons: [messages.seen] });
}
