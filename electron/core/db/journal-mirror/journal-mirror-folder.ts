import { mkdtempSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { errorCode, whyNotWritten } from "#core/db/files/file-errors.ts";

/** Why a folder cannot contain the journal mirror (J9). */
export type MirrorFolderError = "no-folder" | "inside-data" | "read-only";

/**
 * Tries to write to the folder. Also returns null for a full or failing disk, because such a failure can pass, and the
 * screen shows it.
 */
export function mirrorFolderError(folder: string, dataDir: string): MirrorFolderError | null {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return "no-folder";
    if (isWithin(folder, dataDir)) return "inside-data";
    rmdirSync(mkdtempSync(join(folder, ".chute-")));
    return null;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return whyNotWritten(error) === "read-only" ? "read-only" : null;
  }
}

/** Whether the folder is the data folder or inside it; links are followed. False if the data folder does not exist yet. */
function isWithin(folder: string, dataDir: string): boolean {
  if (statSync(dataDir, { throwIfNoEntry: false }) === undefined) return false;
  const path = relative(realpathSync(dataDir), realpathSync(folder));
  return !isAbsolute(path) && path.split(/[\\/]/)[0] !== "..";
}
