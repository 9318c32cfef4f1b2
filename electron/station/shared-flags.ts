import { resolve } from "node:path";
import type { Command } from "commander";
import { CommanderError } from "commander";

/** The command line flags of both hosts. */
export interface SharedFlags {
  /** Absent: the host's default folder. */
  readonly dataDir?: string;
  readonly apiUrl?: string;
  readonly apiKeyFile?: string;
  readonly practice?: true;
  readonly restoreBackup?: true;
  readonly startEmpty?: true;
  /** The journal mirror's folder in this run (J9). */
  readonly journalMirror?: string;
}

/** Adds the shared flags to a host's command. */
export const withSharedFlags = (command: Command, usualFolder: string): Command =>
  command
    .option("--data-dir <folder>", `where everything is kept (default: ${usualFolder})`, toPath)
    .option("--api-url <url>", "base address of the partner API")
    .option("--api-key-file <file>", "file with the API key (or set CHUTE_API_KEY)", toPath)
    .option("--practice", "start in practice, with a sample race")
    .option("--restore-backup", "if the database is damaged: go on with the last backup")
    .option("--start-empty", "if the database is damaged: go on with an empty one")
    .option("--journal-mirror <folder>", "keep a second copy of the journal there", toPath);

/** The answer to a damaged database, given on the command line (S4). */
export function readOnDamaged({ restoreBackup, startEmpty }: SharedFlags) {
  if (restoreBackup === true) return "restore-backup";
  return startEmpty === true ? "start-empty" : undefined;
}

/** The parsed flags, or the exit code. */
export type CommandLine<Flags> =
  | { readonly flags: Flags }
  /** 0 after help or version, 2 after an invalid flag; the message is already printed. */
  | { readonly exitCode: 0 | 2 };

/** Parses `argv`, which must contain only Chute's own flags. */
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

// Absolute, so that the path does not depend on the working directory.
const toPath = (text: string): string => resolve(text);
