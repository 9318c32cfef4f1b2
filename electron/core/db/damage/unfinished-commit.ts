import { fdatasyncSync, writeSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { withFile } from "#core/db/files/files.ts";

const walHeadBytes = 32;
const frameHeadBytes = 24;

/**
 * Removes a failed commit from the WAL. SQLite writes the whole commit to the WAL before it extends the WAL index. If
 * the extension fails on a full disk, SQLite rolls back, but after a crash it would find the commit in the WAL: a
 * change that was reported as not saved would be saved. Overwriting the header of the frame after the last commit needs
 * no space.
 *
 * Returns false if the header cannot be overwritten either: a crash may then restore the commit.
 */
export function forgetUnfinishedCommit(raw: Database, path: string): boolean {
  try {
    const wal = raw.prepare<[], { readonly log: number }>("PRAGMA wal_checkpoint(NOOP)").get();
    const pageBytes = Number(raw.pragma("page_size", { simple: true }));
    const at = walHeadBytes + (wal?.log ?? 0) * (frameHeadBytes + pageBytes);
    withFile(`${path}-wal`, "r+", (file) => {
      writeSync(file, new Uint8Array(frameHeadBytes), 0, frameHeadBytes, at);
      fdatasyncSync(file);
    });
    return true;
  } catch {
    return false;
  }
}
