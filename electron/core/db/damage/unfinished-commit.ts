import { fdatasyncSync, readSync, writeSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { withFile } from "#core/db/files/files.ts";

const walHeadBytes = 32;
const saltsAt = 16;
const saltsEnd = 24;
const frameHeadBytes = 24;
const frameSaltsAt = 8;
const frameSaltsEnd = 16;

/**
 * Removes a failed commit from the WAL. SQLite writes the whole commit to the WAL before it extends the WAL index. If
 * the extension fails on a full disk, SQLite rolls back, but after a crash it would find the commit in the WAL: a
 * change that was reported as not saved would be saved. Overwriting the headers of the frames after the last commit
 * needs no space. All of them are overwritten: a program that is closed on the full disk leaves no WAL index, and the next
 * start takes a header that is left for a commit behind a damaged frame.
 *
 * Returns false if a header cannot be overwritten either: a crash may then restore the commit.
 */
export function forgetUnfinishedCommit(raw: Database, path: string): boolean {
  try {
    const wal = raw.prepare<[], { readonly log: number }>("PRAGMA wal_checkpoint(NOOP)").get();
    const pageBytes = Number(raw.pragma("page_size", { simple: true }));
    const frameBytes = frameHeadBytes + pageBytes;
    withFile(`${path}-wal`, "r+", (file) => {
      eraseFrames(file, walHeadBytes + (wal?.log ?? 0) * frameBytes, frameBytes);
      fdatasyncSync(file);
    });
    return true;
  } catch {
    return false;
  }
}

/** Overwrites the headers of all frames from this position that were written since the last restart of the WAL. */
function eraseFrames(file: number, from: number, frameBytes: number): void {
  const head = Buffer.alloc(walHeadBytes);
  readSync(file, head, 0, walHeadBytes, 0);
  const salts = head.subarray(saltsAt, saltsEnd);
  const frame = Buffer.alloc(frameHeadBytes);
  for (let at = from; readSync(file, frame, 0, frameHeadBytes, at) === frameHeadBytes;) {
    if (!frame.subarray(frameSaltsAt, frameSaltsEnd).equals(salts)) return;
    writeSync(file, new Uint8Array(frameHeadBytes), 0, frameHeadBytes, at);
    at += frameBytes;
  }
}
