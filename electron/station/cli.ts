import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import envPaths from "env-paths";
import type { Failure } from "#shared/result.ts";
import { readFlags } from "./flags.ts";
import { systemClock } from "./host/host-ports.ts";
import { logProcessErrors } from "./host/process-errors.ts";
import { closeOnSignal } from "./start-up/shutdown.ts";
import { explainFailure } from "./start-up/start-messages.ts";
import { startStation } from "./station.ts";
import { onEnter } from "./start-up/terminal.ts";

// Without this flag, short-lived rows of a download grow V8's heap by 150 MB for good, on laptops with little
// memory.
setFlagsFromString("--optimize-for-size");

/** The checkout's root folder, both from the source and from out/main. */
const root = new URL("../../", import.meta.url);
const shellDir = fileURLToPath(new URL("out/renderer", root));
const workerUrl = new URL("out/main/db-worker.js", root);

const defaultDataDir = envPaths("Chute", { suffix: "" }).data;
const line = readFlags(process.argv.slice(2), readVersion(), defaultDataDir);
if ("exitCode" in line) process.exit(line.exitCode);
const { flags } = line;

const station = await startStation(flags, {
  version: readVersion(),
  usualDataDir: defaultDataDir,
  shellDir,
  workerUrl: existsSync(workerUrl) ? workerUrl : undefined,
  environmentKey: process.env["CHUTE_API_KEY"],
  checkOutputs: process.env["CHUTE_CHECK_OUTPUTS"] === "1",
  warn: tell,
  onLogger: (logger) => logProcessErrors({ clock: systemClock, logger }, () => process.exit(1)),
}).catch((error: unknown) =>
  // The handlers of `logProcessErrors` would otherwise keep this process alive, with nothing to serve.
  stop({ code: "start-failed", message: `Chute could not start: ${String(error)}` }),
);
if (!station.ok) stop(station.error);

const { url, lanEndpoint, owner, close } = station.value;
closeOnSignal(close);
/**
 * The link works in one browser, for a minute. Browsers never send the fragment of an address to a server
 * (S7).
 */
const makeLink = (): string => `${url}/#launch=${owner.makeLaunchCode()}`;
if (flags.json === true) {
  const launchCode = owner.makeLaunchCode();
  const scriptSession = owner.openForScript();
  const started = {
    url,
    launchCode,
    scriptSession,
    ...(lanEndpoint === null ? {} : { lanEndpoint }),
    pid: process.pid,
  };
  process.stdout.write(`${JSON.stringify(started)}\n`);
} else {
  const link = makeLink();
  process.stdout.write(
    `Chute is ready. This link lets one browser in, within a minute:\n\n  ${link}\n\nPress Enter for a new link, Ctrl+C to stop.\n`,
  );
  if (lanEndpoint !== null) {
    process.stdout.write(
      `\nOther devices: ${lanEndpoint.addresses.join(", ") || "this computer is in no network now"}\nTheir browser warns once. The certificate's SHA-256 fingerprint has to be:\n  ${lanEndpoint.fingerprint}\n`,
    );
  }
  onEnter(() => process.stdout.write(`\n  ${makeLink()}\n\n`));
  if (flags.open) await openBrowser(makeLink());
}

async function openBrowser(address: string): Promise<void> {
  try {
    const { default: open } = await import("open");
    const opener = await open(address);
    opener.on("error", () => undefined);
  } catch {
    process.stderr.write("No browser could be opened; open the link yourself.\n");
  }
}

function tell(failure: Failure): void {
  process.stderr.write(`${explainFailure(failure)}\n`);
}

function stop(failure: Failure): never {
  tell(failure);
  process.exit(1);
}

function readVersion(): string {
  const text = readFileSync(new URL("package.json", root), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
