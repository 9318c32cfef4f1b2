import type { Dirent } from "node:fs";
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { errorCode } from "./folder-lock.ts";

/** Everything Chute makes in a data folder; other folders in it are somebody else's and stay as they are. */
const ownFolders: ReadonlySet<string> = new Set(["live", "practice", "logs"]);

const othersBits = 0o077;
const stickyBit = 0o1000;

/** A file that this user alone may read and write; what has no such rights (Windows, FAT) takes no notice. */
export const privateFile = 0o600;

/**
 * Takes the rights of the group and of all others from a data folder and what Chute keeps in it (S9). Earlier versions
 * made files that every user of the computer could read, and so does whoever copies a folder.
 *
 * Returns the paths that stayed open to others, because the disk or their owner refuses. On Windows the rights of the
 * user's profile protect the folder, and nothing is done.
 */
export function closeToOthers(dataDir: string): readonly string[] {
  if (process.platform === "win32") return [];
  const refused: string[] = [];
  const folder = lstatSync(dataDir);
  // A home folder, or one like /tmp, is not Chute's to close: only what Chute made in it.
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
    // Not a link: what it points to may be anybody's.
    else if (entry.isFile()) close(path, refused);
  }
}

/** Empty for a folder that we may not read: the opening says so. */
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
    // FAT and some network disks accept the change and forget it.
    if ((lstatSync(path).mode & othersBits) !== 0) refused.push(path);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    // Deleted meanwhile: nothing is left to read.
    if (errorCode(error) !== "ENOENT") refused.push(path);
  }
}
