import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "#core/db/files/files.ts";

/**
 * Makes a folder and what is missing of the way to it, and waits until each name is on the medium: a file that was flushed
 * is lost all the same when a power cut takes the folder around it (J1).
 */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made !== dirname(made); made = dirname(made)) {
    flushName(made);
    if (made === first) return;
  }
}

/** A folder that we may write to but not read cannot be flushed; SQLite lets that pass as well. */
function flushName(path: string): void {
  try {
    syncFolder(dirname(path));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
