import { join } from "node:path";
import { app, safeStorage } from "electron";
import type { Core, CoreOptions } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import type { Ports } from "#core/ports.ts";
import type { Result } from "#shared/result.ts";
import { systemClock, systemFetch, systemRandom } from "#station/host/host-ports.ts";
import { createPeerPort } from "#station/host/peer-port.ts";
import { createFileSecrets, createRunSecrets } from "#station/host/secrets.ts";
import { startPractice } from "#station/start-up/practice-race.ts";
import { readThisComputer } from "#station/host/this-computer.ts";
import { chooseFolder } from "#main/data-folders/choose-path.ts";
import { openVault } from "#main/security/key-store.ts";
import { paper } from "#main/printing/paper.ts";
import { defaultDataDir, programPaths } from "#main/paths.ts";

export interface StartCore
  extends
    Pick<CoreOptions, "dataDir" | "mode" | "onDamaged" | "mirrorFolder">,
    Required<Pick<Ports, "dataFolders" | "lanAccess" | "lanEndpoint" | "logger" | "restart">> {
  /** False if the key came from the command line: it is then kept for this run only. */
  readonly keepsKey: boolean;
}

/** Opens the data folder with every port that this host provides. */
export async function startCore(options: StartCore): Promise<Result<Core>> {
  const { dataDir, mode, onDamaged, mirrorFolder, keepsKey } = options;
  const { dataFolders, lanAccess, lanEndpoint, restart, logger } = options;
  const secrets = createFileSecrets(join(dataDir, "secrets.json"), await openVault(safeStorage));
  return createCore({
    ports: {
      clock: systemClock,
      random: systemRandom,
      fetch: systemFetch,
      secrets: keepsKey ? secrets : createRunSecrets(secrets),
      logger,
      startPractice,
      peer: createPeerPort(),
      computer: readThisComputer(),
      chooseFolder,
      printing: paper,
      dataFolders,
      restart,
      lanAccess,
      lanEndpoint,
      workerUrl: programPaths.worker,
    },
    dataDir,
    createsParents: dataDir === defaultDataDir,
    mode,
    onDamaged,
    mirrorFolder,
    host: "desktop",
    version: app.getVersion(),
  });
}
