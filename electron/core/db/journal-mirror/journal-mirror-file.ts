import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { journalFileHeaderSchema, journalLineSchema } from "#shared/contract/journal-mirror.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { deepestLevel, depthOfJson } from "#shared/domain/basics/json-depth.ts";
import { isRegularFile } from "#core/db/files/files.ts";
import { isSignedBy } from "#core/db/journal/journal-signer.ts";
import { sha256 } from "#core/db/stores/journal/journal-merge.ts";

/**
 * The format of a journal mirror (J9): a header line with format and writer, then one complete entry per line, in the
 * order of saving. The last entry of each batch has a signature of the header and all entries up to itself (J11).
 * Earlier versions of Chute wrote no signatures, and ignore signatures that they read.
 */
const format = "chute-journal";
const version = 1;

/** Maximum number of entries kept in memory until their signature is read; a file may have no signature. */
const maxUnsigned = 1_000;

/** Longer than any entry: a request has at most 256 KiB, and had at most 1 MiB in earlier versions. */
const maxLineLength = 2 * 1024 * 1024;

export const mirrorFileName = (device: string, number: number): string =>
  `${format}-${device}${number === 1 ? "" : `-${number}`}.jsonl`;

/** Full paths of the mirror files in a folder; each may be imported. A pipe, whose reader waits for ever, is none. */
export const mirrorFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^chute-journal-.+\.jsonl$/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
    .filter(isRegularFile);

export const headerLine = (device: string, signer: string): string =>
  JSON.stringify({ format, version, device, signer });

/** What a signature signs: a hash over the header and the hashes of all entries up to the signed one. */
export const sealOfHeader = (header: string): string => sha256(header);
export const sealWith = (seal: string, entryHash: string): string => sha256(`${seal}${entryHash}`);

export const isSignedLine = (line: string): boolean => /,"signature":"[\w-]+"\}$/.test(line);

/** One line of the file. */
export const entryLine = ({ hash, ...rest }: JournalEntry): string =>
  JSON.stringify({ hash, ...rest });

export const signedLine = ({ hash, ...rest }: JournalEntry, signature: string): string =>
  JSON.stringify({ hash, ...rest, signature });

/** Whether the line is exactly what is written for the entry, with or without a signature. */
export function isLineOf(line: string, entry: JournalEntry): boolean {
  const unsigned = entryLine(entry);
  return line === unsigned || (isSignedLine(line) && line.startsWith(`${unsigned.slice(0, -1)},`));
}

export interface Line {
  readonly text: string;
  /** Position of the next line, in bytes. */
  readonly end: number;
  /** False for text after the last line break. */
  readonly isWhole: boolean;
}

/**
 * Reads the lines of a file in bounded memory. A line that is longer than any entry counts as a refused line and ends
 * the reading.
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0);
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let to = rest.indexOf(10); to >= 0; to = rest.indexOf(10, from)) {
      end += to + 1 - from;
      yield { text: rest.toString("utf8", from, to), end, isWhole: true };
      from = to + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > maxLineLength) {
      yield { text: "", end: end + rest.length, isWhole: true };
      return;
    }
  }
  if (rest.length > 0)
    yield { text: rest.toString("utf8"), end: end + rest.length, isWhole: false };
}

/** One line or the format of a file. */
export type MirrorItem =
  | {
      readonly kind: "entry";
      readonly entry: JournalEntry;
      readonly bytes: number;
      /** The key whose valid signature covers the entry; null without a valid signature. */
      readonly signer: string | null;
    }
  /** A line that is not an entry. */
  | { readonly kind: "refused" }
  /** The file has another format; nothing is read. */
  | { readonly kind: "other-format" }
  /** A later version of Chute wrote the file; nothing is read. */
  | { readonly kind: "later-format" };

/**
 * Reads a file line by line. The entries are not verified; the merge does that. An incomplete last line is skipped,
 * because its writer writes the line again. A damaged header costs only the signatures: the entries after it are read
 * as unsigned ones. If the second line is no entry either, the file is not a journal and is read no further.
 */
export async function* readMirror(path: string): AsyncGenerator<MirrorItem> {
  let isFirst = true;
  /** Whether a header or an entry was read. */
  let isJournal = false;
  let batch = createBatch(null, "");
  for await (const { text, isWhole } of readLines(path)) {
    const read = readJson(text);
    const header = isFirst ? journalFileHeaderSchema.safeParse(read) : null;
    const parsed = journalLineSchema.safeParse(read);
    if (header?.success === true) {
      if (header.data.version !== version) return yield { kind: "later-format" };
      batch = createBatch(header.data.signer ?? null, text);
      isJournal = true;
    } else if (parsed.success) {
      // The line before was the header.
      if (!isFirst && !isJournal) yield { kind: "refused" };
      isJournal = true;
      const { signature, ...entry } = parsed.data;
      yield* batch.add(entry, text.length, signature);
    } else if (isJournal) {
      if (isWhole) yield { kind: "refused" };
    } else if (!isFirst) {
      break;
    }
    isFirst = false;
  }
  if (isJournal) yield* batch.rest();
  else yield { kind: "other-format" };
}

/** Keeps entries until the signature after them is read. */
function createBatch(signer: string | null, header: string) {
  let seal = sealOfHeader(header);
  let unsigned: { readonly entry: JournalEntry; readonly bytes: number }[] = [];
  const take = (signedBy: string | null): MirrorItem[] => {
    const items = unsigned.map((one) => ({ kind: "entry" as const, ...one, signer: signedBy }));
    unsigned = [];
    return items;
  };
  return {
    add(entry: JournalEntry, bytes: number, signature: string | undefined): MirrorItem[] {
      seal = sealWith(seal, entry.hash);
      unsigned.push({ entry, bytes });
      if (signer === null || unsigned.length > maxUnsigned) return take(null);
      if (signature === undefined) return [];
      return take(isSignedBy(signer, seal, signature) ? signer : null);
    },
    /** The last entries of a file without a signature at its end: no signature covers them. */
    rest: (): MirrorItem[] => take(null),
  };
}

/** Returns null if the text is not JSON, or is nested so deeply that parsing could overflow the stack. */
function readJson(text: string): unknown {
  if (depthOfJson(text) > deepestLevel) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
