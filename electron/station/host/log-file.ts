import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "./private-file.ts";

const mostBytes = 1_000_000;
const mostFiles = 5;
const onlyThisUser = 0o600;
const onlyThisUsersFolder = 0o700;

const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants;
/** Somebody may have put a pipe in the place of the log: opening it would wait for its reader for ever. */
const appendWithoutWaiting = O_APPEND | O_CREAT | O_WRONLY | (O_NONBLOCK ?? 0);

/** The folder of a data folder's logs. */
export const logFolder = (dataDir: string): string => join(dataDir, "logs");

/**
 * Writes `chute.log` and rotates it to `chute.1.log` … `chute.4.log`, one megabyte each. Opens the file with
 * the first line.
 */
export function createLogFile(dataDir: string) {
  const folder = logFolder(dataDir);
  let open: { readonly handle: number; bytes: number } | null = null;

  const start = (): { readonly handle: number; bytes: number } => {
    // Not recursive: the log must not create a missing data folder.
    if (!existsSync(folder)) mkdirSync(folder, { mode: onlyThisUsersFolder });
    const handle = openSync(nameOf(folder, 0), appendWithoutWaiting, onlyThisUser);
    return { handle, bytes: fstatSync(handle).size };
  };

  return {
    /** Appends a line. If the disk refuses, the line is lost: logging never stops the desk. */
    write(line: string) {
      try {
        const bytes = Buffer.from(`${line}\n`);
        open ??= start();
        if (open.bytes > 0 && open.bytes + bytes.length > mostBytes) {
          closeSync(open.handle);
          open = null;
          moveOn(folder);
          open = start();
        }
        writeSync(open.handle, bytes);
        open.bytes += bytes.length;
      } catch (error) {
        if (errorCode(error) === null) throw error;
      }
    },
  };
}

export type LogFile = ReturnType<typeof createLogFile>;

const nameOf = (folder: string, age: number): string =>
  join(folder, age === 0 ? "chute.log" : `chute.${age}.log`);

/** Renames each file to the next older number and deletes the oldest. */
function moveOn(folder: string): void {
  rmSync(nameOf(folder, mostFiles - 1), { force: true });
  for (let age = mostFiles - 2; age >= 0; age -= 1) {
    if (existsSync(nameOf(folder, age))) renameSync(nameOf(folder, age), nameOf(folder, age + 1));
  }
}
