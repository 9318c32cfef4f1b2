import { dirname, join } from "node:path";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Db } from "#core/db/open/database.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { WriteAt } from "./journal-mirror-disk.ts";
import { closeFileToOthers, flushFolder, makeFile, readStats } from "./journal-mirror-disk.ts";
import {
  entryLine,
  headerLine,
  isLineOf,
  isSignedLine,
  mirrorFileName,
  readLines,
  readMirror,
  sealOfHeader,
  sealWith,
  signedLine,
} from "./journal-mirror-file.ts";

/** How far the journal is written into one mirror file. */
export interface MirrorPosition {
  readonly path: string;
  /** Tells whether another file has the name now. FAT may give the same file another number; it is then read again. */
  readonly inode: number;
  readonly bytes: number;
  /** The last row of the journal that the file contains. */
  readonly row: number;
  /** The hash that the next signature continues (J11). */
  readonly seal: string;
}

/** The journal that is mirrored, and its writer. */
export interface MirroredJournal {
  readonly device: string;
  readonly rows: JournalRows;
  /** Called at each write, because the first call may create the key. */
  readonly signer: () => JournalSigner;
}

/** Maximum number of entries that one write appends. */
const batchEntries = 500;

/** Queries of the journal. The rowids of the journal have no gaps, because no row is ever deleted (J2). */
export function prepareJournalRows({ raw }: Db) {
  const entries = journalTable.select<[number, number]>(
    raw,
    "WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  const one = raw.prepare<[string, string, number]>(
    "SELECT 1 FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
  );
  const lastRow = raw.prepare<[], number | null>("SELECT max(rowid) FROM journal").pluck();
  return {
    entriesAfter: (row: number): JournalEntry[] => entries.all(row, batchEntries),
    has: ({
      device,
      epoch,
      sequence,
    }: Pick<JournalEntry, "device" | "epoch" | "sequence">): boolean =>
      one.get(device, epoch, sequence) !== undefined,
    lastRow: (): number => lastRow.get() ?? 0,
  };
}

export type JournalRows = ReturnType<typeof prepareJournalRows>;

/**
 * Finds the file in the folder that this computer wrote and whose content is a part of the journal, or creates a file
 * with a new name. `missing` counts the entries in other files of this computer that the database no longer has.
 * Returns null if `stopped` was aborted before the file was found.
 */
export async function findPosition(
  journal: MirroredJournal,
  folder: string,
  stopped: AbortSignal,
): Promise<{ readonly position: MirrorPosition; readonly missing: number } | null> {
  let missing = 0;
  for (let number = 1; ; number += 1) {
    const path = join(folder, mirrorFileName(journal.device, number));
    const stats = await readStats(path);
    const position =
      stats === null
        ? await begin(journal, path)
        : await compare(journal, path, stats.ino, stopped);
    if (stopped.aborted) return null;
    if (position !== null) return { position, missing };
    missing += await countMissing(journal, path, stopped);
  }
}

/** Whether the file is still there, is the same file, and did not become shorter. */
export async function isInPlace({ path, inode, bytes }: MirrorPosition): Promise<boolean> {
  const stats = await readStats(path);
  return stats !== null && stats.ino === inode && stats.size >= bytes;
}

/** Reads the file and returns whether it contains the whole journal. */
export async function isWhole(
  journal: MirroredJournal,
  { path, inode }: MirrorPosition,
  stopped: AbortSignal,
): Promise<boolean> {
  const read = await compare(journal, path, inode, stopped);
  return read?.row === journal.rows.lastRow();
}

/** Appends the next entries and flushes them. Null if nothing is missing in the file. */
export async function writeNext(
  { device, rows, signer }: MirroredJournal,
  position: MirrorPosition,
  writeAt: WriteAt,
): Promise<MirrorPosition | null> {
  const { path, bytes, row, seal: before } = position;
  const entries = rows.entriesAfter(row);
  if (entries.length === 0 && bytes > 0) return null;
  const { id, sign } = signer();
  const seal = entries.reduce((made, { hash }) => sealWith(made, hash), before);
  const signature = sign(seal);
  const lines = entries.map((entry, at) =>
    at === entries.length - 1 ? signedLine(entry, signature) : entryLine(entry),
  );
  if (bytes === 0) lines.unshift(headerLine(device, id));
  const text = lines.map((line) => `${line}\n`).join("");
  await writeAt(path, bytes, text);
  return {
    ...position,
    bytes: bytes + Buffer.byteLength(text),
    row: row + entries.length,
    seal,
  };
}

/** Counts the entries of a file that this computer signed and its database no longer has. */
async function countMissing(
  { device, rows, signer }: MirroredJournal,
  path: string,
  stopped: AbortSignal,
): Promise<number> {
  const { id } = signer();
  let count = 0;
  for await (const item of readMirror(path)) {
    if (stopped.aborted) return count;
    if (item.kind !== "entry" || item.signer !== id || item.entry.device !== device) continue;
    if (!rows.has(item.entry)) count += 1;
  }
  return count;
}

async function begin({ device, signer }: MirroredJournal, path: string): Promise<MirrorPosition> {
  const inode = await makeFile(path);
  await flushFolder(dirname(path));
  const seal = sealOfHeader(headerLine(device, signer().id));
  return { path, inode, bytes: 0, row: 0, seal };
}

/**
 * Reads how far the journal is in the file. Returns null if the file contains anything that is not in the journal; such
 * a file is not changed.
 */
async function compare(
  { device, rows, signer }: MirroredJournal,
  path: string,
  inode: number,
  stopped: AbortSignal,
): Promise<MirrorPosition | null> {
  const header = headerLine(device, signer().id);
  let position: MirrorPosition = { path, inode, bytes: 0, row: 0, seal: sealOfHeader(header) };
  let { row, seal } = position;
  let known: JournalEntry[] = [];
  await closeFileToOthers(path);
  for await (const { text, end, isWhole } of readLines(path)) {
    if (stopped.aborted) return null;
    if (position.bytes === 0) {
      if (isWhole ? text !== header : !header.startsWith(text)) return null;
      if (isWhole) position = { ...position, bytes: end };
      continue;
    }
    // An incomplete last line is written again, and so are lines that no signature covers.
    if (!isWhole) continue;
    if (known.length === 0) known = rows.entriesAfter(row);
    const next = known.shift();
    if (next === undefined || !isLineOf(text, next)) return null;
    row += 1;
    seal = sealWith(seal, next.hash);
    if (isSignedLine(text)) position = { path, inode, bytes: end, row, seal };
  }
  if (stopped.aborted) return null;
  const isAll = position.bytes > 0 || ((await readStats(path))?.size ?? 0) <= header.length;
  return isAll ? position : null;
}
