import { closeSync, fdatasync, openSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import type { Clock } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import { freeBytes, withFile } from "#core/db/files/files.ts";
import { notSavedReason } from "#core/db/open/not-saved.ts";

const MiB = 2 ** 20;
/**
 * The length of the preallocated file. At a busy desk, a checkpoint restarts the WAL before the WAL is that long
 * (`patientPages`).
 */
const preallocatedBytes = 24 * MiB;
/** The disk must have this much more free space, so that preallocation does not fill a small disk. */
const spareBytes = 2 * preallocatedBytes;

/**
 * Fills the WAL file with zeros up to the length that the WAL will reach, and by as much again after a commit made it
 * longer. After a crash the file still has this length and is not extended (`truncateLongWal` shortens a longer one).
 *
 * A commit that extends a file waits for its pages and for the file system's metadata; a commit that overwrites existing
 * bytes waits for its pages only, which takes half the time. SQLite reads zeros as the end of the WAL.
 *
 * One MiB is written in each turn of the event loop, because all of it would stop the desk for up to 100 ms on a slow
 * computer. One flush follows in the background: a flush of each part would delay many commits. The zeros are written
 * after the end of the file, in this thread and outside of transactions, so SQLite, which writes the WAL only in this
 * thread, is between two commits. If the disk refuses, preallocation stops.
 */
export function preallocateWal({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const path = `${db.path}-wal`;
  let knownSize = 0;
  /** The length that the file gets; null if nothing is to be written. */
  let goal: number | null = null;
  let stopped = false;
  let cancelCheck: (() => void) | null = null;

  /** The length that a file of this length should get; null if it stays as it is. */
  const goalFor = (size: number): number | null => {
    const isOfCrash = knownSize === 0 && size >= preallocatedBytes;
    if (size === knownSize || isOfCrash || !hasSpace(path)) return null;
    return size < preallocatedBytes ? preallocatedBytes : size + preallocatedBytes;
  };
  const check = (): void => {
    cancelCheck = null;
    try {
      if (db.inTransaction || db.fileProblem() !== null) return;
      const { size } = statSync(path);
      goal ??= goalFor(size);
      knownSize = size;
      if (goal === null) return;
      knownSize = Math.min(size + MiB, goal);
      extend(path, size, knownSize);
      if (knownSize < goal) checkSoon();
      else {
        flush(path);
        goal = null;
      }
    } catch {
      stopped = true;
    }
  };
  /** Checks the length of the WAL after the reply of the command that committed. */
  const checkSoon = (): void => {
    if (!stopped) cancelCheck ??= clock.after(0, check);
  };

  checkSoon();
  db.onCommit(checkSoon);
  return {
    close() {
      stopped = true;
      cancelCheck?.();
    },
  };
}

/** Empties a WAL file that is longer than preallocated. Call before anything else uses the database. */
export function truncateLongWal(raw: Database, path: string): void {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > preallocatedBytes) truncateWal(raw);
}

/** Checkpoints and empties the WAL. If the disk refuses, the WAL stays as it is and work can continue. */
export function truncateWal(raw: Database): void {
  try {
    raw.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (notSavedReason(error) === null) throw error;
  }
}

/** Whether the disk has enough free space; true if the system does not report the free space. */
const hasSpace = (path: string): boolean =>
  (freeBytes(dirname(path)) ?? Number.POSITIVE_INFINITY) > spareBytes;

const zeros = new Uint8Array(MiB);

const extend = (path: string, from: number, to: number): number =>
  withFile(path, "r+", (file) => writeSync(file, zeros, 0, to - from, from));

/** Flushes the new length in the background, so that the next commit does not have to. */
function flush(path: string): void {
  const file = openSync(path, "r+");
  fdatasync(file, () => closeSync(file));
}
