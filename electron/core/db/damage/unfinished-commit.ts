import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import type { Database } from "better-sqlite3";

const logHeadBytes = 32;
const frameHeadBytes = 24;

/**
 * Takes a commit that failed out of the log. SQLite writes all of it there before it makes room for its index of the log:
 * on a full disk that fails, SQLite forgets the commit, and after a crash it would read it again, so that what was told as
 * NOT SAVED is saved after all. The head of the first frame behind the last commit is overwritten, which needs no room.
 *
 * False where that fails too: then nobody knows what a crash would bring back.
 */
export function forgetUnfinishedCommit(raw: Database, path: string): boolean {
  try {
    const log = raw.prepare<[], { readonly log: number }>("PRAGMA wal_checkpoint(NOOP)").get();
    const pageBytes = Number(raw.pragma("page_size", { simple: true }));
    const at = logHeadBytes + (log?.log ?? 0) * (frameHeadBytes + pageBytes);
    const file = openSync(`${path}-wal`, "r+");
    try {
      writeSync(file, new Uint8Array(frameHeadBytes), 0, frameHeadBytes, at);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    return false;
  }
}
