import { mkdtempSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { join, relative, isAbsolute } from "node:path";
import { errorCode } from "#core/db/open/folder-lock.ts";
import { whyNotWritten } from "#core/db/files/not-written.ts";

/** Why a folder cannot hold the second copy of the journal (J9). */
export type BoxFolderTrouble = "no-folder" | "inside-data" | "read-only";

/** Null where it can, a full or failing one as well: that may pass, and is shown. The folder is tried, not only asked. */
export function mirrorFolderError(folder: string, dataDir: string): BoxFolderTrouble | null {
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

/** Links are followed. A data folder that is not there yet holds nothing. */
function isWithin(folder: string, dataDir: string): boolean {
  if (statSync(dataDir, { throwIfNoEntry: false }) === undefined) return false;
  const way = relative(realpathSync(dataDir), realpathSync(folder));
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}
