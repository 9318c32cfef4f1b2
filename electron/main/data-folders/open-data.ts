import { app, dialog, safeStorage } from "electron";
import type { Core } from "#core/core.ts";
import type { DataFoldersPort, Logger } from "#core/ports.ts";
import { err } from "#shared/result.ts";
import { connectWith } from "#station/start-up/connect.ts";
import { readCredentials } from "#station/start-up/credentials.ts";
import { openHostCore } from "#station/start-up/host-core.ts";
import { systemClock } from "#station/host/host-ports.ts";
import type { HostLogger } from "#station/host/logger.ts";
import type { SharedFlags } from "#station/shared-flags.ts";
import { readOnDamaged } from "#station/shared-flags.ts";
import { explainFailure } from "#station/start-up/start-messages.ts";
import type { ArrivedArguments } from "#main/start-up/command-line.ts";
import type { DataFolders } from "./data-folders.ts";
import { chooseFolder } from "./choose-path.ts";
import { createDataFolders, isFolder, profileOf } from "./data-folders.ts";
import { openOrAsk } from "./open-or-ask.ts";
import { defaultDataDir, programPaths } from "#main/paths.ts";
import { createRestart, startAgain } from "./restart.ts";
import { createLanAccess } from "#main/start-up/lan-access.ts";
import { paper } from "#main/printing/paper.ts";
import { openVault } from "#main/security/key-store.ts";

/** The data folder of this start, with the flags given for it. */
export interface DataChoice {
  readonly dataDir: string;
  readonly folders: DataFolders;
  readonly flags: SharedFlags;
  readonly arrived: ArrivedArguments;
}

/** Runs before `ready`, because the data folder decides the runtime's profile folder. */
export function chooseData(flags: SharedFlags, arrived: ArrivedArguments): DataChoice {
  const profile = app.getPath("userData");
  const folders = createDataFolders(profile, defaultDataDir);
  const dataDir = flags.dataDir ?? folders.chosen() ?? defaultDataDir;
  app.setPath("userData", profileOf(dataDir, defaultDataDir, profile));
  return { dataDir, folders, flags, arrived };
}

export interface OpenData {
  readonly core: Core;
  /** Ends the LAN access, then closes the core, then performs the restart that was requested. */
  close(): Promise<void>;
  /** Performs the restart that was requested while the core may still be open. */
  giveUp(): void;
}

/** Opens the data folder; null if the program must end instead. */
export async function openData(choice: DataChoice, logger: HostLogger): Promise<OpenData | null> {
  const { dataDir, folders, flags, arrived } = choice;
  const credentials = await readCredentials(flags, process.env["CHUTE_API_KEY"]);
  if (!credentials.ok) {
    dialog.showErrorBox("Chute", explainFailure(credentials.error));
    return leave(1);
  }
  const restart = createRestart({ ...flags, dataDir }, arrived);
  const lanAccess = createLanAccess({ dataDir, shellDir: programPaths.screens, logger });
  const opened = await openOrAsk({
    dataDir,
    usualFolder: defaultDataDir,
    onDamaged: readOnDamaged(flags),
    open: async (onDamaged) => {
      // Do not create a new folder in the place of a disk that is not plugged in: it would look like lost
      // data.
      const isGone =
        flags.dataDir === undefined && dataDir !== defaultDataDir && !isFolder(dataDir);
      if (isGone) return err("folder-missing", "The data folder is not there");
      logger.keepIn(dataDir);
      return openHostCore({
        flags,
        dataDir,
        usualDataDir: defaultDataDir,
        credentials: credentials.value,
        vault: await openVault(safeStorage),
        ports: {
          logger,
          chooseFolder,
          printing: paper,
          dataFolders: portOf(folders, dataDir, logger),
          restart,
          lanAccess,
          lanEndpoint: lanAccess.endpoint,
          workerUrl: programPaths.worker,
        },
        host: "desktop",
        version: app.getVersion(),
        onDamaged,
      });
    },
  });
  if ("exitCode" in opened) return leave(opened.exitCode);
  if ("otherFolder" in opened) {
    await tryToWrite(folders.choose(opened.otherFolder), logger);
    startAgain(opened.otherFolder, arrived);
    return leave(0);
  }
  const { core } = opened;
  const connected = await connectWith(core, credentials.value, systemClock, ({ code }) =>
    logger.log("warn", "desktop.not-connected", { code }),
  );
  if (!connected.ok) {
    await core.close();
    dialog.showErrorBox("Chute", explainFailure(connected.error));
    return leave(1);
  }
  await tryToWrite(folders.remember(dataDir), logger);
  await lanAccess.resume(core);
  return {
    core,
    async close() {
      connected.value.stop();
      try {
        await lanAccess.close();
        await core.close();
      } finally {
        restart.finish();
      }
    },
    giveUp: () => restart.giveUp(),
  };
}

function leave(exitCode: number): null {
  app.exit(exitCode);
  return null;
}

/** Best effort: a failed write must not block start-up. */
async function tryToWrite(write: Promise<void>, logger: Logger): Promise<void> {
  await write.catch((error: unknown) => logger.log("warn", "data-folders.not-kept", { error }));
}

const portOf = (folders: DataFolders, dataDir: string, logger: Logger): DataFoldersPort => ({
  list() {
    const known = [...new Set([dataDir, ...folders.recent(), defaultDataDir])];
    return known.map((path) => ({
      path,
      isOpen: path === dataDir,
      isUsual: path === defaultDataDir,
      isThere: isFolder(path),
    }));
  },
  choose: (path) => tryToWrite(folders.choose(path), logger),
  forget: (path) => tryToWrite(folders.forget(path), logger),
});
