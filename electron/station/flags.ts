import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";

export interface StationFlags {
  /** Absent: the usual port, or any free one when that is taken. */
  readonly port?: number;
  readonly host: string;
  readonly dataDir: string;
  readonly apiUrl?: string;
  readonly apiKeyFile?: string;
  readonly practice?: true;
  readonly open: boolean;
  readonly json?: true;
  readonly restoreBackup?: true;
  readonly startEmpty?: true;
}

/** Where bookmarks expect the station. */
export const usualPort = 4180;

/** Reads the command line; prints help or what is wrong, and then ends the process. */
export function readFlags(
  argv: readonly string[],
  version: string,
  defaultDataDir: string,
): StationFlags {
  return new Command("station")
    .description("Chute's screens for the browsers of this computer and, if you say so, of others.")
    .version(version)
    .option("--port <n>", `port, 0 for any (default: ${usualPort}, or any free one)`, readPort)
    .option("--host <address>", "address to listen on; 0.0.0.0 lets other devices in", "127.0.0.1")
    .option("--data-dir <folder>", "where everything is kept", toPath, defaultDataDir)
    .option("--api-url <url>", "base address of the partner API")
    .option("--api-key-file <file>", "file with the API key (or set CHUTE_API_KEY)", toPath)
    .option("--practice", "start in practice, with a sample race")
    .option("--restore-backup", "if the database is damaged: go on with the last backup")
    .option("--start-empty", "if the database is damaged: go on with an empty one")
    .option("--no-open", "do not open a browser")
    .option("--json", "print address, owner's token and process id as one JSON line")
    .addHelpText("after", help)
    .allowExcessArguments(false)
    .parse(argv, { from: "user" })
    .opts<StationFlags>();
}

const help = `
The link that is printed lets its holder do everything; keep it to yourself. Other devices are
paired with a code from Settings. Ctrl+C stops the station; nothing that was saved is lost.`;

// An absolute path stays, whatever folder the station is started in.
const toPath = (text: string): string => resolve(text);

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("It must be a whole number, 0 to 65535.");
  return port;
}
