import { join } from "node:path";
import { app, safeStorage } from "electron";
import type { Core } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import type { Logger } from "#core/ports.ts";
import type { Result } from "#shared/result.ts";
import { systemClock, systemFetch, systemRandom } from "#station/host-ports.ts";
import { createFileSecrets } from "#station/secrets.ts";
import { startPractice } from "#station/start-practice.ts";
import { readThisComputer } from "#station/this-computer.ts";
import { chooseFolder } from "./choose-folder.ts";
import { openVault } from "./key-store.ts";
import { paper } from "./paper.ts";
import { defaultDataDir, place } from "./place.ts";

/** Opens the data folder with all this host can bring. */
export async function startCore(dataDir: string, logger: Logger): Promise<Result<Core>> {
  return createCore({
    ports: {
      clock: systemClock,
      random: systemRandom,
      fetch: systemFetch,
      secrets: createFileSecrets(join(dataDir, "secrets.json"), await openVault(safeStorage)),
      logger,
      startPractice,
      computer: readThisComputer(),
      chooseFolder,
      paper,
      workerUrl: place.worker,
    },
    dataDir,
    makesWay: dataDir === defaultDataDir,
    host: "desktop",
    version: app.getVersion(),
  });
}
