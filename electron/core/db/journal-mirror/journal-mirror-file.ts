import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { journalFileHeaderSchema, journalLineSchema } from "#shared/contract/journal-mirror.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { deepestLevel, depthOfJson } from "#shared/domain/basics/json-depth.ts";
import { isSignedBy } from "#core/db/journal/journal-signer.ts";
import { sha256 } from "#core/db/stores/journal/journal-merge.ts";

/**
 * A second copy of the journal as a file: a line that says what it is and who writes it, then one entry a line, whole, in
 * the order it was saved here (J9). The last entry of each batch carries a signature of all that stands before it, and of
 * itself (J11). Earlier versions wrote none, and read on over them.
 */
const format = "chute-journal";
const version = 1;

/** Entries that a signature may still come for; a file without any must not fill the memory. */
const mostUnsigned = 1_000;

/** Longer than any entry: the request that makes one has 256 KiB at most, and an earlier version's had 1 MiB. */
const longestLine = 2 * 1024 * 1024;

export const mirrorFileName = (device: string, number: number): string =>
  `${format}-${device}${number === 1 ? "" : `-${number}`}.jsonl`;

/** Whole paths; every one may be brought back. */
export const mirrorFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^chute-journal-.+\.jsonl$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));

export const headerLine = (device: string, signer: string): string =>
  JSON.stringify({ format, version, device, signer });

/** What a signature signs: one hash over the header and the hashes of all entries up to its own. */
export const sealOfHeader = (header: string): string => sha256(header);
export const sealWith = (seal: string, entryHash: string): string => sha256(`${seal}${entryHash}`);

export const isSignedLine = (line: string): boolean => /,"signature":"[\w-]+"\}$/.test(line);

const hashStart = (hash: string): string => `{"hash":"${hash}",`;

/** The hash comes first, so that a line is known again without reading it all. */
export const entryLine = ({ hash, ...rest }: JournalEntry): string =>
  JSON.stringify({ hash, ...rest });

export const signedLine = ({ hash, ...rest }: JournalEntry, signature: string): string =>
  JSON.stringify({ hash, ...rest, signature });

export const isLineOf = (line: string, hash: string): boolean => line.startsWith(hashStart(hash));

export interface Line {
  readonly text: string;
  /** Where the next line begins, in bytes. */
  readonly end: number;
  /** False for what stands behind the last line break. */
  readonly isWhole: boolean;
}

/** A file's lines, in bounded memory; one that is too long to be ours ends it, as a line that says nothing. */
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
    if (rest.length > longestLine) {
      yield { text: "", end: end + rest.length, isWhole: true };
      return;
    }
  }
  if (rest.length > 0)
    yield { text: rest.toString("utf8"), end: end + rest.length, isWhole: false };
}

/** One thing that was read of a file. */
export type MirrorItem =
  | {
      readonly kind: "entry";
      readonly entry: JournalEntry;
      readonly bytes: number;
      /** Whose signature stands behind it and fits; null for none. */
      readonly signer: string | null;
    }
  /** A line that is no entry. */
  | { readonly kind: "refused" }
  /** Nothing of the file is read: it is something else. */
  | { readonly kind: "other-format" }
  /** Nothing of the file is read: a later version of Chute wrote it, and reads it. */
  | { readonly kind: "later-format" };

/**
 * What a file holds, line by line; whether it can be believed is for the merge to say (J11). A torn last line is passed
 * over; the one who wrote it begins it anew.
 */
export async function* readMirror(path: string): AsyncGenerator<MirrorItem> {
  let isFirst = true;
  let batch = createBatch(null, "");
  for await (const { text, isWhole } of readLines(path)) {
    const read = readJson(text);
    if (isFirst) {
      isFirst = false;
      const header = journalFileHeaderSchema.safeParse(read);
      if (!header.success || header.data.version !== version) {
        yield { kind: header.success ? "later-format" : "other-format" };
        return;
      }
      batch = createBatch(header.data.signer ?? null, text);
      continue;
    }
    const parsed = journalLineSchema.safeParse(read);
    if (parsed.success) {
      const { signature, ...entry } = parsed.data;
      yield* batch.add(entry, text.length, signature);
    } else if (isWhole) yield { kind: "refused" };
  }
  if (isFirst) yield { kind: "other-format" };
  else yield* batch.rest();
}

/** Holds entries back until the signature behind them was read. */
function createBatch(signer: string | null, header: string) {
  let seal = sealOfHeader(header);
  let held: { readonly entry: JournalEntry; readonly bytes: number }[] = [];
  const give = (by: string | null): MirrorItem[] => {
    const items = held.map((one) => ({ kind: "entry" as const, ...one, signer: by }));
    held = [];
    return items;
  };
  return {
    add(entry: JournalEntry, bytes: number, signature: string | undefined): MirrorItem[] {
      seal = sealWith(seal, entry.hash);
      held.push({ entry, bytes });
      if (signer === null || held.length > mostUnsigned) return give(null);
      if (signature === undefined) return [];
      return give(isSignedBy(signer, seal, signature) ? signer : null);
    },
    /** What a torn file ends with: facts all the same, without anybody's word for them. */
    rest: (): MirrorItem[] => give(null),
  };
}

/** Null for what is no JSON, and for what is nested so deeply that walking it would take the stack. */
function readJson(text: string): unknown {
  if (depthOfJson(text) > deepestLevel) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
