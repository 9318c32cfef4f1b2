import { resolve } from "node:path";
import type { Command } from "commander";
import { CommanderError } from "commander";

/** What both hosts understand on their command lines. */
export interface SharedFlags {
  /** Absent: where the host keeps everything by itself. */
  readonly dataDir?: string;
  readonly apiUrl?: string;
  readonly apiKeyFile?: string;
  readonly practice?: true;
  readonly restoreBackup?: true;
  readonly startEmpty?: true;
  /** Where the second copy of the journal goes in this run (J9). */
  readonly blackBox?: string;
}

/** Adds them to a host's own command. */
export const withSharedFlags = (command: Command, usualFolder: string): Command =>
  command
    .option("--data-dir <folder>", `where everything is kept (default: ${usualFolder})`, toPath)
    .option("--api-url <url>", "base address of the partner API")
    .option("--api-key-file <file>", "file with the API key (or set CHUTE_API_KEY)", toPath)
    .option("--practice", "start in practice, with a sample race")
    .option("--restore-backup", "if the database is damaged: go on with the last backup")
    .option("--start-empty", "if the database is damaged: go on with an empty one")
    .option("--black-box <folder>", "keep a second copy of the journal there", toPath);

/** A person's answer to a damaged database, given beforehand (S4). */
export function readOnDamaged({ restoreBackup, startEmpty }: SharedFlags) {
  if (restoreBackup === true) return "restore-backup";
  return startEmpty === true ? "start-empty" : undefined;
}

/** What the command line says, or how the process ends because of it. */
export type CommandLine<Flags> =
  | { readonly flags: Flags }
  /** 0 after help or version, 2 after a flag that makes no sense; the words are printed. */
  | { readonly exitCode: 0 | 2 };

/** Reads `argv`, which holds a person's flags alone. */
export function readCommandLine<Flags extends object>(
  command: Command,
  argv: readonly string[],
): CommandLine<Flags> {
  try {
    command.allowExcessArguments(false).exitOverride().parse(argv, { from: "user" });
    return { flags: command.opts<Flags>() };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode === 0 ? 0 : 2 };
  }
}

// An absolute path stays, whatever folder the host is started in.
const toPath = (text: string): string => resolve(text);
