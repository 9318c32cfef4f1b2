import { closeSync, fdatasync, fstatSync, openSync, writeSync } from "node:fs";
import type { Clock } from "../ports.ts";
import type { Db } from "./database.ts";

/** Makes the log's file long once, after a start. */
export interface LogRoom {
  close(): void;
}

const MiB = 2 ** 20;
/** As long as the log gets before it is carried over in a calm moment and begins anew (`checkpointPages`). */
const roomBytes = 16 * MiB;
/** Written in one turn of the loop: less than half a millisecond. */
const sliceBytes = MiB / 2;
const betweenSlicesMs = 4;

/**
 * Makes the log's file as long as the log will get. A commit that makes a file longer waits for its pages and for the
 * file system's note of the new length; one that writes over what is there waits for its pages only. What follows the
 * last commit is zeros, which SQLite reads as the end of the log.
 *
 * Zeros are added behind all that the file has, in this thread and outside of transactions: SQLite, which writes the
 * log from this thread alone, is between two commits. When the disk refuses, commits go on as they would without.
 */
export function makeLogRoom({ db, clock }: { readonly db: Db; readonly clock: Clock }): LogRoom {
  const zeros = new Uint8Array(sliceBytes);
  let file: number | null = null;

  const stop = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };

  /** The new length goes to the medium beside the desk's work, before a commit would take it along. */
  const settle = (made: number): void => {
    file = null;
    fdatasync(made, () => closeSync(made));
  };

  const lengthen = (): void => {
    try {
      file ??= openSync(`${db.path}-wal`, "r+");
      const { size } = fstatSync(file);
      if (size >= roomBytes) {
        settle(file);
        return;
      }
      if (!db.inTransaction)
        writeSync(file, zeros, 0, Math.min(sliceBytes, roomBytes - size), size);
      cancel = clock.after(betweenSlicesMs, lengthen);
    } catch {
      stop();
    }
  };

  let cancel = clock.after(0, lengthen);
  return {
    close() {
      cancel();
      stop();
    },
  };
}
