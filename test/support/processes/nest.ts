import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "#core/ports.ts";
import { readFlags } from "#station/flags.ts";
import { systemClock } from "#station/host/host-ports.ts";
import { logProcessErrors } from "#station/host/process-errors.ts";
import { explainFailure } from "#station/start-up/start-messages.ts";
import { closeOnSignal } from "#station/start-up/shutdown.ts";
import type { Station } from "#station/station.ts";
import { startStation } from "#station/station.ts";
import { projectRoot } from "./programs.ts";

/** Flags of the station's command line, or null to stop the running station. */
export interface NestOrder {
  readonly flags: readonly string[] | null;
}

export interface NestReport {
  /** What `--json` prints; null if no station runs now. */
  readonly line: string | null;
  /** Why a station did not start or did not close, or an error that nobody caught; null if all went well. */
  readonly problem: string | null;
}

const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
  readonly version: string;
};

let running: Station | null = null;
let logger: Logger | null = null;
let problem: string | null = null;

async function start(flags: readonly string[]): Promise<string | null> {
  const line = readFlags(flags, version, "");
  if ("exitCode" in line) throw new Error("The station does not know these flags.");
  const station = await startStation(line.flags, {
    version,
    usualDataDir: "",
    shellDir: join(projectRoot, "out/renderer"),
    workerUrl: pathToFileURL(join(projectRoot, "out/main/db-worker.js")),
    environmentKey: undefined,
    checkOutputs: true,
    warn: (failure) => void process.stderr.write(`${explainFailure(failure)}\n`),
    onLogger: (made) => (logger = made),
  });
  if (!station.ok) throw new Error(explainFailure(station.error));
  running = station.value;
  const { url, owner, lanEndpoint } = running;
  const [launchCode, scriptSession] = [owner.makeLaunchCode(), owner.openForScript()];
  return JSON.stringify({ url, launchCode, scriptSession, lanEndpoint, pid: process.pid });
}

async function stop(): Promise<null> {
  const station = running;
  running = null;
  await station?.close();
  return null;
}

async function obey({ flags }: NestOrder): Promise<NestReport> {
  try {
    return { line: flags === null ? await stop() : await start(flags), problem };
  } catch (error) {
    return { line: null, problem: String(error) };
  }
}

logProcessErrors(
  {
    clock: systemClock,
    logger: {
      log(level, event, facts) {
        problem = event;
        logger?.log(level, event, facts);
      },
    },
  },
  () => process.exit(1),
);
closeOnSignal(async () => {
  await stop();
});
process.on("message", (order: NestOrder) => {
  void obey(order).then((report) => process.send?.(report));
});
process.on("disconnect", () => process.exit(0));
