import { existsSync, readFileSync } from "node:fs";
import { endianness } from "node:os";

const version = 3_007_000;
/** The WAL index begins with two copies of its header (https://sqlite.org/walformat.html#the_wal_index_header). */
const headBytes = 48;
const isReadyAt = 12;
const framesAt = 16;
const saltsAt = 32;

/**
 * Number of frames in the finished commits of a WAL with these salts, as its WAL index tells. SQLite writes this number
 * after all frames of a commit, so a frame behind them belongs to a commit that nobody was told of. Null if there is no
 * index of this WAL. An index from before a restart of the computer may be older than its WAL.
 */
export function countFinishedFrames(database: string, salts: Uint8Array): number | null {
  const path = `${database}-shm`;
  if (!existsSync(path)) return null;
  const index = readFileSync(path);
  if (index.length < 2 * headBytes) return null;
  const counts = [0, headBytes].flatMap((at) => {
    const head = index.subarray(at, at + headBytes);
    const isOfThisWal = head[isReadyAt] === 1 && head.subarray(saltsAt, saltsAt + 8).equals(salts);
    return isOfThisWal && readNumber(head, 0) === version ? [readNumber(head, framesAt)] : [];
  });
  return counts.length === 0 ? null : Math.max(...counts);
}

const readNumber = (head: Buffer, at: number): number =>
  endianness() === "LE" ? head.readUInt32LE(at) : head.readUInt32BE(at);
