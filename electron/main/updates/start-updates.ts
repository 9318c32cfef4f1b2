import { readFileSync } from "node:fs";
import { join } from "node:path";
import { app, dialog } from "electron";
import type { Core } from "#core/core.ts";
import type { Logger } from "#core/ports.ts";
import { programPaths } from "#main/paths.ts";
import { readFeed } from "./update-feed.ts";
import { readDeskState, whyFrozen } from "./update-freeze.ts";
import { checkUntilDone } from "./check-for-update.ts";

/**
 * Checks for newer versions if the packed program names an update feed; without a feed no updater code is
 * loaded.
 */
export function startUpdates(core: Core, logger: Logger): void {
  open(core, logger).catch((error: unknown) => {
    // Updates are not needed to run a race, so a failure is only logged.
    logger.log("warn", "update.off", { error });
  });
}

async function open(core: Core, logger: Logger): Promise<void> {
  const feed = readFeed(readFileSync(programPaths.packageJson, "utf8"));
  if (feed === null || !verifiesPublisher()) return;
  const [{ autoUpdater }, { createUpdateSource }] = await Promise.all([
    import("electron-updater"),
    import("./update-source.ts"),
  ]);
  checkUntilDone({
    source: createUpdateSource(autoUpdater, feed),
    logger,
    whyFrozen: async () => whyFrozen(await readDeskState(core)),
    subscribe: (listener) => core.subscribe(listener),
    mayInstall: ask,
  });
}

/** On Windows electron-updater verifies the installer's publisher only if the package names one. */
function verifiesPublisher(): boolean {
  if (process.platform !== "win32") return true;
  const packed = readFileSync(join(process.resourcesPath, "app-update.yml"), "utf8");
  return /^publisherName:/m.test(packed);
}

async function ask(version: string): Promise<boolean> {
  const { message, detail, later, install } = readyWords(version, app.getVersion());
  const { response } = await dialog.showMessageBox({
    type: "question",
    message,
    detail,
    buttons: [later, install],
    // Enter and Esc both choose "Later".
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

/** The dialog texts when a newer version is ready. */
const readyWords = (version: string, current: string) => ({
  message: `Chute ${version} is ready.`,
  detail: `This is ${current}. Installing closes Chute for about a minute and opens it again; nothing that was saved is touched.`,
  later: "Later",
  install: "Install and restart",
});
