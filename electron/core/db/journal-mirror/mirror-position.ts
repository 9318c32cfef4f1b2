import { dirname, join } from "node:path";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Db } from "#core/db/open/database.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { WriteAt } from "./journal-mirror-disk.ts";
import {
  closeFileToOthers,
  fileExists,
  fileSize,
  flushFolder,
  makeFile,
} from "./journal-mirror-disk.ts";
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

/** Queries of the journal. The rowids of the journal have no gaps, because no row is ever deleted (J2). */
export interface JournalRows {
  entriesAfter(row: number): JournalEntry[];
  hashesAfter(row: number): { readonly row: number; readonly hash: string }[];
  has(entry: Pick<JournalEntry, "device" | "epoch" | "sequence">): boolean;
  lastRow(): number;
}

/** Maximum number of entries that one write appends. */
const batchEntries = 500;

export function prepareJournalRows({ raw }: Db): JournalRows {
  const entries = journalTable.select<[number, number]>(
    raw,
    "WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  const hashes = raw.prepare<[number, number], { row: number; hash: string }>(
    "SELECT rowid AS row, hash FROM journal WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  const one = raw.prepare<[string, string, number]>(
    "SELECT 1 FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
  );
  const lastRow = raw.prepare<[], number | null>("SELECT max(rowid) FROM journal").pluck();
  return {
    entriesAfter: (row) => entries.all(row, batchEntries),
    hashesAfter: (row) => hashes.all(row, batchEntries),
    has: ({ device, epoch, sequence }) => one.get(device, epoch, sequence) !== undefined,
    lastRow: () => lastRow.get() ?? 0,
  };
}

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
    const position = (await fileExists(path))
      ? await compare(journal, path, stopped)
      : await begin(journal, path);
    if (stopped.aborted) return null;
    if (position !== null) return { position, missing };
    missing += await countMissing(journal, path, stopped);
  }
}

/** Appends the next entries and flushes them. Null if nothing is missing in the file. */
export async function writeNext(
  { device, rows, signer }: MirroredJournal,
  { path, bytes, row, seal: before }: MirrorPosition,
  writeAt: WriteAt,
): Promise<MirrorPosition | null> {
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
  return { path, bytes: bytes + Buffer.byteLength(text), row: row + entries.length, seal };
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
  await makeFile(path);
  await flushFolder(dirname(path));
  return { path, bytes: 0, row: 0, seal: sealOfHeader(headerLine(device, signer().id)) };
}

/** Returns null if the file contains anything that is not in the journal; such a file is not changed. */
async function compare(
  { device, rows, signer }: MirroredJournal,
  path: string,
  stopped: AbortSignal,
): Promise<MirrorPosition | null> {
  const header = headerLine(device, signer().id);
  let position: MirrorPosition = { path, bytes: 0, row: 0, seal: sealOfHeader(header) };
  let { row, seal } = position;
  let known: ReturnType<JournalRows["hashesAfter"]> = [];
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
    if (known.length === 0) known = rows.hashesAfter(row);
    const next = known.shift();
    if (next === undefined || !isLineOf(text, next.hash)) return null;
    row = next.row;
    seal = sealWith(seal, next.hash);
    if (isSignedLine(text)) position = { path, bytes: end, row, seal };
  }
  if (stopped.aborted) return null;
  const isAll = position.bytes > 0 || (await fileSize(path)) <= header.length;
  return isAll ? position : null;
}
