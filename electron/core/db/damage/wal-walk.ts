import { existsSync, readFileSync, readSync, statSync } from "node:fs";
import { uptime } from "node:os";
import { withFile } from "#core/db/files/files.ts";
import { countFinishedFrames } from "./wal-index.ts";

/**
 * Damage of a WAL. SQLite reads a WAL up to the first frame with a wrong checksum and silently drops all later frames
 * (https://sqlite.org/walformat.html).
 */
export interface WalDamage {
  /** Number of commits that SQLite would drop. */
  readonly commits: number;
  /** The WAL with recomputed checksums, so that SQLite reads all its pages. */
  readonly repaired: Uint8Array;
  /** Whether a later frame contains each damaged page again, so that the repaired WAL is complete. */
  readonly isWhole: boolean;
}

const headBytes = 32;
const frameHeadBytes = 24;
const littleEndian = 0x377f0682;
const bigEndian = 0x377f0683;
const walVersion = 3_007_000;

/** The header of a database; a page size of 1 means 65,536. */
const databaseHeadBytes = 100;
const pageSizeAt = 16;

/**
 * Checks a database's WAL before SQLite opens it; null without damage. Frames of a commit that was not finished (from a
 * killed program) and frames with other salts (from before the last restart of the WAL) are no damage. Takes about
 * 20 ms for 24 MiB, the longest WAL of a desk.
 */
export function walkWal(database: string, nowMs: number): WalDamage | null {
  const path = `${database}-wal`;
  if (!existsSync(path) || !existsSync(database)) return null;
  const pageBytes = readPageBytes(database);
  if (pageBytes === null) return null;
  const countFinished = (salts: Buffer): number =>
    (isOfAnEarlierBoot(database, nowMs) ? null : countFinishedFrames(database, salts)) ?? Infinity;
  return findWalDamage(readFileSync(path), pageBytes, countFinished);
}

/**
 * Whether the computer was restarted after the last write to the WAL. The cause may be a power cut: pages that were not
 * flushed may then be missing or on the disk in any order.
 */
export const isOfAnEarlierBoot = (database: string, nowMs: number): boolean =>
  statSync(`${database}-wal`).mtimeMs < nowMs - uptime() * 1_000;

function readPageBytes(database: string): number | null {
  const head = Buffer.alloc(databaseHeadBytes);
  const read = withFile(database, "r", (file) => readSync(file, head, 0, databaseHeadBytes, 0));
  if (read < databaseHeadBytes) return null;
  const size = head.readUInt16BE(pageSizeAt);
  return size === 1 ? 65_536 : size >= 512 ? size : null;
}

interface Frame {
  /** The header of the frame, and the page. */
  readonly bytes: Buffer;
  readonly page: number;
  readonly isCommit: boolean;
  /**
   * Whether the frame was written since the last restart of the WAL. The sign of this: its salts are those of the WAL,
   * or its checksum (which does not cover the salts) is correct.
   */
  readonly isCurrent: boolean;
  /** Whether the frame's checksum continues the checksum of the previous frame. Then page and page number are undamaged. */
  readonly isRight: boolean;
  /** Whether SQLite accepts the frame, provided that SQLite accepts all earlier frames. */
  readonly fits: boolean;
}

/** `countFinished` returns the number of frames in finished commits. */
function findWalDamage(
  wal: Buffer,
  pageBytes: number,
  countFinished: (salts: Buffer) => number,
): WalDamage | null {
  const frameBytes = frameHeadBytes + pageBytes;
  if (wal.length < headBytes + frameBytes) return null;
  const head = wal.subarray(0, headBytes);
  const isLittle = head.readUInt32BE(0) !== bigEndian;
  const headFits =
    [littleEndian, bigEndian].includes(head.readUInt32BE(0)) &&
    head.readUInt32BE(8) === pageBytes &&
    isSame(sumOf(head.subarray(0, 24), [0, 0], isLittle), readSum(head, 24));
  const salts = headFits ? head.subarray(16, 24) : wal.subarray(headBytes + 8, headBytes + 16);
  // The WAL was preallocated and is not used yet.
  if (salts.every((byte) => byte === 0)) return null;
  const format = { frameBytes, salts, isLittle, finished: countFinished(salts) };
  const frames = readFrames(wal, format);
  const firstBad = headFits ? frames.findIndex(({ fits }) => !fits) : 0;
  const lost = firstBad < 0 ? [] : frames.slice(firstBad);
  const commits = lost.filter(({ isCommit, isCurrent }) => isCommit && isCurrent).length;
  if (commits === 0) return null;
  return {
    commits,
    repaired: repairWal(frames, { salts, pageBytes, isLittle }),
    isWhole: lost.every((frame, at) => frame.isRight || isWrittenAgain(frame, lost.slice(at + 1))),
  };
}

/** Returns false if the frame is not current, because its page number is then unknown. */
const isWrittenAgain = ({ isCurrent, page }: Frame, later: readonly Frame[]): boolean =>
  isCurrent && later.some((frame) => frame.isRight && frame.page === page);

/** What the frames since the last restart of the WAL have in common. */
interface WalFormat {
  readonly frameBytes: number;
  readonly salts: Buffer;
  readonly isLittle: boolean;
  /** The number of frames in finished commits, if it is known; else infinite. */
  readonly finished: number;
}

/** The frames up to the last current commit that was finished. */
function readFrames(wal: Buffer, format: WalFormat): Frame[] {
  const frames = readCurrentFrames(wal, format);
  const { finished } = format;
  const believed = isOlder(frames, finished) ? frames : frames.slice(0, finished);
  const last = believed.findLastIndex(({ isCommit, isCurrent }) => isCommit && isCurrent);
  return believed.slice(0, last + 1);
}

/**
 * Whether the WAL index is older than the WAL, for example after a power cut. SQLite continues the checksum of a commit
 * only after the WAL index counts that commit as finished.
 */
const isOlder = (frames: readonly Frame[], finished: number): boolean =>
  frames.slice(finished).some((frame, at, later) => frame.isCommit && later[at + 1]?.isRight);

function readCurrentFrames(wal: Buffer, { frameBytes, salts, isLittle }: WalFormat): Frame[] {
  const whole = Math.floor((wal.length - headBytes) / frameBytes);
  const bytesOf = (at: number): Buffer =>
    wal.subarray(headBytes + at * frameBytes, headBytes + (at + 1) * frameBytes);
  const hasSalts = (bytes: Buffer): boolean => bytes.subarray(8, 16).equals(salts);
  let count = whole;
  while (count > 0) {
    const last = bytesOf(count - 1);
    if (hasSalts(last) && last.readUInt32BE(4) > 0) break;
    count -= 1;
  }
  const frames: Frame[] = [];
  let stated = readSum(wal, 24);
  // After the last commit with correct salts, one more commit may follow whose salts are damaged.
  for (let at = 0; at < whole; at += 1) {
    const bytes = bytesOf(at);
    const own = readSum(bytes, 16);
    const page = bytes.readUInt32BE(0);
    // Zeros continue the checksum of zeros, but no frame has the page number 0.
    const isRight = page > 0 && isSame(sumOfFrame(bytes, stated, isLittle), own);
    const isCurrent = isRight || hasSalts(bytes);
    if (at >= count && !isCurrent) break;
    stated = own;
    const isCommit = bytes.readUInt32BE(4) > 0;
    frames.push({ bytes, page, isCommit, isCurrent, isRight, fits: isRight && hasSalts(bytes) });
  }
  return frames;
}

/** A new WAL with the same pages, without frames that have an implausible header. */
function repairWal(
  frames: readonly Frame[],
  {
    salts,
    pageBytes,
    isLittle,
  }: Pick<WalFormat, "salts" | "isLittle"> & { readonly pageBytes: number },
): Uint8Array {
  const sizes = frames.filter(({ isRight }) => isRight).map(({ bytes }) => bytes.readUInt32BE(4));
  const lastPage = Math.max(0, ...sizes);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(isLittle ? littleEndian : bigEndian, 0);
  head.writeUInt32BE(walVersion, 4);
  head.writeUInt32BE(pageBytes, 8);
  salts.copy(head, 16);
  let sum = writeSum(head, 24, sumOf(head.subarray(0, 24), [0, 0], isLittle));
  const written: Buffer[] = [head];
  for (const [at, { bytes, page, isCurrent, isRight }] of frames.entries()) {
    const isPlausible = isRight || (isCurrent && page > 0 && page <= lastPage);
    if (!isPlausible) continue;
    const frame = Buffer.from(bytes);
    // A damaged frame may have a wrong commit mark; only the last frame must be a commit.
    if (!isRight && at < frames.length - 1) frame.writeUInt32BE(0, 4);
    salts.copy(frame, 8);
    sum = writeSum(frame, 16, sumOfFrame(frame, sum, isLittle));
    written.push(frame);
  }
  return Buffer.concat(written);
}

type Sum = readonly [number, number];

const readSum = (bytes: Buffer, at: number): Sum => [
  bytes.readUInt32BE(at),
  bytes.readUInt32BE(at + 4),
];

function writeSum(bytes: Buffer, at: number, sum: Sum): Sum {
  bytes.writeUInt32BE(sum[0], at);
  bytes.writeUInt32BE(sum[1], at + 4);
  return sum;
}

const isSame = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1];

const sumOfFrame = (frame: Buffer, before: Sum, isLittle: boolean): Sum =>
  sumOf(frame.subarray(frameHeadBytes), sumOf(frame.subarray(0, 8), before, isLittle), isLittle);

/** The checksum of a WAL: two sums over pairs of 32-bit words, modulo 2³². */
function sumOf(bytes: Buffer, before: Sum, isLittle: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, other] = before;
  for (let at = 0; at < view.byteLength; at += 8) {
    one = (one + view.getUint32(at, isLittle) + other) >>> 0;
    other = (other + view.getUint32(at + 4, isLittle) + one) >>> 0;
  }
  return [one, other];
}
