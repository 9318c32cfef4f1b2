import type { Dirent } from "node:fs";
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { errorCode } from "#core/db/files/file-errors.ts";

/** The folders that Chute creates in a data folder; other folders there keep their permissions. */
const ownFolders: ReadonlySet<string> = new Set(["live", "practice", "logs"]);

const othersBits = 0o077;
const stickyBit = 0o1000;

/** Only this user may read and write the file; Windows and FAT ignore the mode. */
export const privateFile = 0o600;

/**
 * Removes the permissions of group and others from a data folder and Chute's files in it (S9). Earlier versions created
 * files that every user of the computer could read; copying a folder can give such permissions as well.
 *
 * Returns the paths that are still open to others, because the disk or their owner refuses. On Windows the permissions
 * of the user's profile protect the folder.
 */
export function closeToOthers(dataDir: string): readonly string[] {
  if (process.platform === "win32") return [];
  const refused: string[] = [];
  const folder = lstatSync(dataDir);
  // A home folder or a shared folder like /tmp keeps its permissions; only Chute's folders in it change.
  const isOurs = resolve(dataDir) !== resolve(homedir()) && (folder.mode & stickyBit) === 0;
  if (isOurs) close(dataDir, refused);
  for (const entry of entriesOf(dataDir)) {
    const path = join(dataDir, entry.name);
    if (entry.isFile() && isOurs) close(path, refused);
    if (entry.isDirectory() && ownFolders.has(entry.name)) closeAll(path, refused);
  }
  return refused;
}

function closeAll(folder: string, refused: string[]): void {
  close(folder, refused);
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeAll(path, refused);
    // Links are skipped: the target may belong to another program or user.
    else if (entry.isFile()) close(path, refused);
  }
}

/** Empty for an unreadable folder; opening it reports the error later. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [];
  }
}

function close(path: string, refused: string[]): void {
  try {
    const { mode } = lstatSync(path);
    if ((mode & othersBits) === 0) return;
    chmodSync(path, mode & 0o7777 & ~othersBits);
    // FAT and some network disks accept the change without storing it.
    if ((lstatSync(path).mode & othersBits) !== 0) refused.push(path);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    // ENOENT: the file was deleted in the meantime.
    if (errorCode(error) !== "ENOENT") refused.push(path);
  }
}
