import { Command, InvalidArgumentError } from "commander";
import type { CommandLine, SharedFlags } from "./shared-flags.ts";
import { readCommandLine, withSharedFlags } from "./shared-flags.ts";

export interface StationFlags extends SharedFlags {
  readonly dataDir: string;
  /** Absent: the default port, or any free one if that cannot be had. */
  readonly port?: number;
  readonly host: string;
  readonly open: boolean;
  readonly json?: true;
}

/** The default port, so that bookmarks keep working. */
export const usualPort = 4180;

/** Parses the station's command line. */
export function readFlags(
  argv: readonly string[],
  version: string,
  usualFolder: string,
): CommandLine<StationFlags> {
  const command = new Command("station")
    .description("Chute's screens for the browsers of this computer and, if you say so, of others.")
    .version(version)
    .option("--port <n>", `port, 0 for any (default: ${usualPort}, or any free one)`, readPort)
    .option("--host <address>", "address to listen on; 0.0.0.0 lets other devices in", "127.0.0.1");
  withSharedFlags(command, usualFolder)
    .option("--no-open", "do not open a browser")
    .option(
      "--json",
      "print address, launch code, a session for scripts and process id as one JSON line",
    )
    .addHelpText("after", help);
  const line = readCommandLine<Omit<StationFlags, "dataDir">>(command, argv);
  return "exitCode" in line ? line : { flags: { dataDir: usualFolder, ...line.flags } };
}

const help = `
The link that is printed lets one browser do everything. It works once, within a minute; Enter
prints a new one. The session that --json prints ends with the station, after 12 hours without
a call, and at "Sign out everywhere"; keep it to yourself. Other devices are paired with a code
from Settings. Ctrl+C stops the station; nothing that was saved is lost.`;

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("It must be a whole number, 0 to 65535.");
  return port;
}
