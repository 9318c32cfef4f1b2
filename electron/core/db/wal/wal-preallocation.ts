import { closeSync, fdatasync, openSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import type { Clock } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import { freeBytes } from "#core/db/files/files.ts";
import { notSavedReason } from "#core/db/open/not-saved.ts";

/** Keeps the log's file longer than the log. */
export interface LogRoom {
  close(): void;
}

const MiB = 2 ** 20;
/** Longer than the log gets at the busiest desk before it is carried over and begins anew (`patientPages`). */
const roomBytes = 24 * MiB;
/** Room is made only where the disk has so much more of it: on a small disk it would keep other things from being saved. */
const spareBytes = 2 * roomBytes;

/**
 * Makes the log's file as long as the log will get; longer by as much again whenever a commit did lengthen it. A file
 * that a crash left has its room already: none is added at a start (`shortenLog` has made a longer one anew). A commit
 * that makes a file longer waits for its pages and for the file system's note of the new length; one that writes over
 * what is there waits for its pages only, half as long. What follows the last commit is zeros, which SQLite reads as
 * the end of the log.
 *
 * It is written in one turn of the loop, and goes to the medium beside the desk's work: of many small pieces, each
 * would hold up the commit after it.
 *
 * Zeros are added behind all that the file has, in this thread and outside of transactions: SQLite, which writes the
 * log from this thread alone, is between two commits. When the disk refuses, commits go on as they would without.
 */
export function preallocateWal({ db, clock }: { readonly db: Db; readonly clock: Clock }): LogRoom {
  const path = `${db.path}-wal`;
  let made = 0;
  let stopped = false;
  let cancelLook: (() => void) | null = null;

  const look = (): void => {
    cancelLook = null;
    try {
      const { size } = statSync(path);
      if (size === made || db.inTransaction) return;
      const isLeft = made === 0 && size >= roomBytes;
      made = size;
      if (isLeft || !hasRoom(path)) return;
      made = size < roomBytes ? roomBytes : size + roomBytes;
      lengthen(path, size, made);
    } catch {
      stopped = true;
    }
  };
  /** After the reply that the commit was for. */
  const lookSoon = (): void => {
    if (!stopped) cancelLook ??= clock.after(0, look);
  };

  lookSoon();
  db.onCommit(lookSoon);
  return {
    close() {
      stopped = true;
      cancelLook?.();
    },
  };
}

/** Empties a log that is longer than its room, before anything else uses the database. */
export function shortenLog(raw: Database, path: string): void {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > roomBytes) emptyLog(raw);
}

/** Carries the log over and cuts it off. A disk that takes nothing keeps nobody from working: then the log stays as it is. */
export function emptyLog(raw: Database): void {
  try {
    raw.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (notSavedReason(error) === null) throw error;
  }
}

/** A system that does not say how much there is has enough. */
const hasRoom = (path: string): boolean =>
  (freeBytes(dirname(path)) ?? Number.POSITIVE_INFINITY) > spareBytes;

const zeros = new Uint8Array(MiB);

function lengthen(path: string, from: number, to: number): void {
  const file = openSync(path, "r+");
  try {
    for (let at = from; at < to; at += MiB) writeSync(file, zeros, 0, Math.min(MiB, to - at), at);
  } finally {
    // The new length goes to the medium before a commit would take it along.
    fdatasync(file, () => closeSync(file));
  }
}
