import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  promises,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import { privateFile } from "#core/db/open/private-files.ts";
import type { NotWritten } from "./file-errors.ts";
import { errorCode, notWritten, whyNotWritten } from "./file-errors.ts";

/** Opens a file or a folder for `run`. */
export function withFile<T>(path: string, flags: "r" | "r+", run: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return run(file);
  } finally {
    closeSync(file);
  }
}

const flush = (path: string, flags: "r" | "r+"): void => withFile(path, flags, fsyncSync);

/** Flushes the names in a folder to the disk. Windows cannot flush folders. */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") flush(folder, "r");
}

/**
 * Creates a folder and its missing parents, and flushes the name of each. Without this flush, a power cut could lose
 * the folder together with the flushed files in it (J1).
 */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made !== dirname(made); made = dirname(made)) {
    flushName(made);
    if (made === first) return;
  }
}

/** Best effort: a folder that this user may write to but not read cannot be flushed. SQLite ignores this error, too. */
function flushName(path: string): void {
  try {
    syncFolder(dirname(path));
  } catch (error) {
    if (errorCode(error) === null) throw error;
  }
}

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Whether this is a regular file, or a link to one. */
export const isRegularFile = (path: string): boolean => existsSync(path) && !isNoFile(path);

/**
 * Whether something other than a regular file has this name, such as a folder, a link that leads to itself, or a pipe,
 * whose reader waits for ever.
 */
export function isNoFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch (error) {
    if (errorCode(error) === "ELOOP") return true;
    throw error;
  }
}

/** Free bytes for this user on the disk of a folder; null if the system does not report them. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Renames a complete file to its final name. Flushes the file before the renaming, and the folder after it. */
export function placeFile(temporary: string, final: string): void {
  flush(temporary, "r+");
  renameSync(temporary, final);
  syncFolder(dirname(final));
}

export function writeJson(path: string, value: unknown): void {
  const temporary = `${path}.part`;
  writeFileSync(temporary, JSON.stringify(value));
  placeFile(temporary, path);
}

/** Copies to a temporary name first, so that an incomplete copy never has the final name. */
export function copyFileSafely(
  from: string,
  to: string,
  prepare: (copy: string) => void = () => undefined,
): void {
  const temporary = `${to}.part`;
  rmSync(temporary, { force: true });
  copyFileSync(from, temporary);
  // The copy has the permissions of the original; on a stick, everybody may have all permissions for each file.
  chmodSync(temporary, privateFile);
  prepare(temporary);
  placeFile(temporary, to);
}

/** Writes to a temporary name first, so that an existing file stays until the new file is complete. */
export async function writeWholeFile(
  path: string,
  bytes: Uint8Array,
): Promise<Result<null, NotWritten>> {
  const temporary = `${path}.part`;
  try {
    await promises.writeFile(temporary, bytes, { flush: true, mode: privateFile });
    await promises.rename(temporary, path);
    return ok(null);
  } catch (error) {
    await promises.rm(temporary, { force: true }).catch(() => undefined);
    const why = whyNotWritten(error);
    if (why === null) throw error;
    return notWritten(why);
  }
}

const temporaryName = /\.part(?:-wal|-shm|-journal)?$/;

/** Removes incomplete files of a killed process. The caller owns the folder, so no other process writes them. */
export function removeUnfinished(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && temporaryName.test(entry.name)) {
      rmSync(join(folder, entry.name), { force: true });
    }
  }
}

/** A time as a file name that sorts by time: `2026-11-21T06-31-05-123Z`. */
export const fileTime = (atMs: number): string =>
  new Date(atMs).toISOString().replaceAll(/[:.]/g, "-");

/** The time in a name made by `fileTime`; null for any other text. */
export function readFileTime(text: string): number | null {
  const [, day, hour, minute, second, milli] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(text) ?? [];
  const atMs = Date.parse(`${day}T${hour}:${minute}:${second}.${milli}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}
