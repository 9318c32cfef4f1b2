import { createSerialQueue } from "#shared/serial-queue.ts";
import { join } from "node:path";
import { z } from "zod";
import type { LanEndpoint, Logger, LanAccessPort } from "#core/ports.ts";
import type { LanReach } from "#shared/contract/lan-access.ts";
import { lanReachSchema } from "#shared/contract/lan-access.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { certificateFile, openCertificate } from "#station/http/certificate.ts";
import { usualPort } from "#station/flags.ts";
import { systemClock } from "#station/host/host-ports.ts";
import { addressesFor } from "#station/http/own-address.ts";
import { readPrivateJson, writePrivateJson } from "#station/host/private-file.ts";
import type { StationServer, StationServerOptions } from "#station/http/server.ts";
import { startStationServer } from "#station/http/server.ts";

const fileName = "serving.json";
/** How many ports from the wanted one are tried before any free port. */
const neighbours = 10;

const keptSchema = z.object({
  /** Null: LAN access was off. */
  reach: lanReachSchema.nullable(),
  /** A browser stores its pairing by origin, so the port is kept. */
  port: z.int().nullable(),
});
type Kept = z.infer<typeof keptSchema>;

const hosts: Readonly<Record<LanReach, string>> = {
  "this-computer": "127.0.0.1",
  network: "0.0.0.0",
};

export interface LanAccessOptions {
  readonly dataDir: string;
  /** Folder of the built screens. */
  readonly shellDir: string;
  readonly logger: Logger;
}

/**
 * LAN access on the desktop: a station with the same core and database, off until the owner enables it (S1).
 */
export interface LanAccess extends LanAccessPort {
  /** Serves this core from now on; LAN access is on if it was on when this folder was last closed. */
  resume(core: StationServerOptions["core"]): Promise<void>;
  /**
   * The addresses for devices of the network, and the certificate's fingerprint (S8); null if no device may
   * connect.
   */
  endpoint(): LanEndpoint | null;
  /** Call at the end of the program: LAN access is on again at the next start. */
  close(): Promise<void>;
}

interface Opened {
  readonly server: StationServer;
  readonly reach: LanReach;
  readonly isMoved: boolean;
}

export function createLanAccess({ dataDir, shellDir, logger }: LanAccessOptions): LanAccess {
  const path = join(dataDir, fileName);
  let core: StationServerOptions["core"] | null = null;
  let opened: Opened | null = null;
  let isBroken = false;
  /** Serial queue: two parallel changes would leak a running server. */
  const inSeries = createSerialQueue();

  const shut = async (): Promise<void> => {
    const { server } = opened ?? {};
    opened = null;
    await server?.close();
  };

  const listen = async (reach: LanReach): Promise<Result<null, ListenFailure>> => {
    if (core === null) throw new Error("Nothing can be served before the data is open");
    await shut();
    const kept = await readKept(path);
    const wanted = kept.port ?? usualPort;
    const started = await startOnFreePort(wanted, {
      core,
      owner: null,
      host: hosts[reach],
      certificate: () => openCertificate(join(dataDir, certificateFile), systemClock.now()),
      shellDir,
      reportBug: (error) => logger.log("error", "serving.bug", { error }),
    });
    if (!started.ok) return started;
    const server = started.value;
    opened = { server, reach, isMoved: kept.port !== null && server.port !== kept.port };
    isBroken = false;
    await keep(path, { reach, port: server.port }, logger);
    return ok(null);
  };

  const get: LanAccess["get"] = () =>
    opened === null
      ? { reach: null, addresses: [], isMoved: false, isBroken }
      : {
          reach: opened.reach,
          addresses: addressesFor(hosts[opened.reach], opened.server.port),
          isMoved: opened.isMoved,
          isBroken: false,
        };

  const endpoint = (): LanEndpoint | null => {
    const fingerprint = opened?.server.fingerprint ?? null;
    return fingerprint === null ? null : { addresses: get().addresses, fingerprint };
  };

  return {
    get,
    endpoint,
    open: (reach) =>
      inSeries(async () => {
        const listening = await listen(reach);
        return listening.ok ? ok(get()) : listening;
      }),
    end: () =>
      inSeries(async () => {
        await shut();
        isBroken = false;
        const { port } = await readKept(path);
        await keep(path, { reach: null, port }, logger);
      }),
    resume: (served) =>
      inSeries(async () => {
        core = served;
        const { reach } = await readKept(path);
        if (reach === null) return;
        const listening = await listen(reach);
        isBroken = !listening.ok;
        if (!listening.ok) logger.log("warn", "serving.not-resumed", listening.error.details);
      }),
    close: () => inSeries(shut),
  };
}

type ListenFailure = {
  readonly code: "cannot-listen";
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** The wanted port, the next free one, or any. */
async function startOnFreePort(
  wanted: number,
  options: Omit<StationServerOptions, "port">,
): Promise<Result<StationServer, ListenFailure>> {
  const ports = Array.from({ length: neighbours }, (_, step) => wanted + step);
  let cause = "";
  for (const port of [...ports.filter((one) => one <= 65_535), 0]) {
    const started = await startStationServer({ ...options, port });
    if (started.ok) return started;
    cause = started.error.code;
    if (cause !== "port-in-use" && cause !== "port-forbidden") break;
  }
  return err("cannot-listen", "This computer lets no browser in", { details: { cause } });
}

const readKept = async (path: string): Promise<Kept> =>
  (await readPrivateJson(path, keptSchema)) ?? { reach: null, port: null };

/** Best effort: if the disk is full, the change applies now but is forgotten at the next start. */
async function keep(path: string, kept: Kept, logger: Logger): Promise<void> {
  try {
    await writePrivateJson(path, kept);
  } catch (error) {
    logger.log("warn", "serving.not-remembered", { error });
  }
}
