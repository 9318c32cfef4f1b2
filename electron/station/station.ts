import { join } from "node:path";
import type { Core } from "#core/core.ts";
import type { LanEndpoint, Logger } from "#core/ports.ts";
import type { Failure, Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import { certificateFile, openCertificate } from "./http/certificate.ts";
import { connectWith } from "./start-up/connect.ts";
import type { GivenCredentials } from "./start-up/credentials.ts";
import { readCredentials } from "./start-up/credentials.ts";
import type { StationFlags } from "./flags.ts";
import { systemClock, systemRandom } from "./host/host-ports.ts";
import type { HostLogger } from "./host/logger.ts";
import { createHostLogger } from "./host/logger.ts";
import { addressesFor } from "./http/own-address.ts";
import type { OwnerSessions } from "./sessions/owner-sessions.ts";
import { createOwnerSessions } from "./sessions/owner-sessions.ts";
import { makeFilesPrivate } from "./host/private-file.ts";
import { openHostCore } from "./start-up/host-core.ts";
import { listenOnPort } from "./start-up/listen.ts";
import { readOnDamaged } from "./shared-flags.ts";
import { startStationServer } from "./http/server.ts";

export interface StationSurroundings {
  readonly version: string;
  /** The default data folder; missing parent folders are created. */
  readonly usualDataDir: string;
  /** Folder of the built screens. */
  readonly shellDir: string;
  readonly workerUrl: URL | undefined;
  /** `CHUTE_API_KEY`. */
  readonly environmentKey: string | undefined;
  /** Validates every reply against the contract; for tests. */
  readonly checkOutputs: boolean;
  /** Called with failures that do not stop the start. */
  readonly warn: (failure: Failure) => void;
  /** Gets the log as soon as there is one. */
  readonly onLogger?: (logger: Logger) => void;
}

export interface Station {
  readonly url: string;
  /** The addresses for other devices of the network; null if none may connect. */
  readonly lanEndpoint: LanEndpoint | null;
  readonly owner: OwnerSessions;
  close(): Promise<void>;
}

/** Opens the data folder, serves it, and connects if the command line has an address and key. */
export async function startStation(
  flags: StationFlags,
  surroundings: StationSurroundings,
): Promise<Result<Station>> {
  makeFilesPrivate();
  const credentials = await readCredentials(flags, surroundings.environmentKey);
  if (!credentials.ok) return credentials;
  const logger = createHostLogger(systemClock);
  logger.keepIn(flags.dataDir);
  surroundings.onLogger?.(logger);
  let lanEndpoint: LanEndpoint | null = null;
  const start: StationStart = {
    flags,
    surroundings,
    credentials: credentials.value,
    logger,
    owner: createOwnerSessions({ clock: systemClock, random: systemRandom }),
  };
  const core = await openCore(start, () => lanEndpoint);
  if (!core.ok) return core;
  try {
    const served = await serve(core.value, start);
    if (served.ok) lanEndpoint = served.value.lanEndpoint;
    else await core.value.close();
    return served;
  } catch (error) {
    logger.log("error", "station.start-failed", { error });
    await core.value.close();
    throw error;
  }
}

interface StationStart {
  readonly flags: StationFlags;
  readonly surroundings: StationSurroundings;
  readonly credentials: GivenCredentials | null;
  readonly logger: HostLogger;
  readonly owner: OwnerSessions;
}

function openCore(
  { flags, surroundings, credentials, logger, owner }: StationStart,
  lanEndpoint: () => LanEndpoint | null,
): Promise<Result<Core>> {
  const { version, usualDataDir, workerUrl, checkOutputs } = surroundings;
  return openHostCore({
    flags,
    dataDir: flags.dataDir,
    usualDataDir,
    credentials,
    ports: { logger, ownerSessions: owner, lanEndpoint, workerUrl },
    host: "station",
    version,
    onDamaged: readOnDamaged(flags),
    checkOutputs,
  });
}

async function serve(
  core: Core,
  { flags, surroundings, credentials, logger, owner }: StationStart,
): Promise<Result<Station>> {
  const { shellDir, warn } = surroundings;
  const server = await listenOnPort(flags.port, (port) =>
    startStationServer({
      core,
      owner,
      host: flags.host,
      port,
      certificate: () => openCertificate(join(flags.dataDir, certificateFile), systemClock.now()),
      shellDir,
      reportBug: (error) => logger.log("error", "station.bug", { error }),
    }),
  );
  if (!server.ok) return server;
  const connected = await connectWith(core, credentials, systemClock, warn);
  if (!connected.ok) {
    await server.value.close();
    return connected;
  }
  const { url, port, fingerprint } = server.value;
  return ok({
    url,
    lanEndpoint:
      fingerprint === null ? null : { addresses: addressesFor(flags.host, port), fingerprint },
    owner,
    async close() {
      connected.value.stop();
      await server.value.close();
      await core.close();
    },
  });
}
