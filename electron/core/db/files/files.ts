import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { privateFile } from "#core/db/open/private-files.ts";

/** Waits until a file's bytes, or a folder's names, are on the medium. Folders cannot be flushed on Windows. */
function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Room that is left to this user on the disk of a folder; null where the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function syncFolder(folder: string): void {
  if (process.platform !== "win32") syncPath(folder);
}

/** Puts a finished file in its place: flushed before the name changes, and the name after. */
export function placeFile(temporary: string, final: string): void {
  const handle = openSync(temporary, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, final);
  syncFolder(dirname(final));
}

/** Copies to a name of its own first, so that a half copy never has the final name. */
export function copyFileSafely(from: string, to: string): void {
  const temporary = `${to}.part`;
  rmSync(temporary, { force: true });
  copyFileSync(from, temporary);
  // The copy has the rights of the original, which may lie on a stick.
  chmodSync(temporary, privateFile);
  placeFile(temporary, to);
}

/** Removes what a killed process left of files that never got their final name; one process owns the folder. */
export function removeUnfinished(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && unfinishedName.test(entry.name)) {
      rmSync(join(folder, entry.name), { force: true });
    }
  }
}

const unfinishedName = /\.part(?:-wal|-shm|-journal)?$/;

/** A moment as a file name that sorts: `2026-11-21T06-31-05-123Z`. */
export const fileTime = (atMs: number): string =>
  new Date(atMs).toISOString().replaceAll(/[:.]/g, "-");

/** Reads `fileTime`; null if it is none. */
export function readFileTime(text: string): number | null {
  const [, day, hour, minute, second, milli] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(text) ?? [];
  const atMs = Date.parse(`${day}T${hour}:${minute}:${second}.${milli}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}
