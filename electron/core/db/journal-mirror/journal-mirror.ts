import { dirname, join } from "node:path";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Clock, Logger } from "#core/ports.ts";
import {
  mirrorFileName,
  entryLine,
  headerLine,
  isLineOf,
  isSignedLine,
  readMirror,
  readLines,
  sealOfHeader,
  sealWith,
  signedLine,
} from "./journal-mirror-file.ts";
import type { WriteAt } from "./journal-mirror-disk.ts";
import {
  closeFileToOthers,
  flushFolder,
  gone,
  isThere,
  makeFile,
  readDisk,
  sizeOnMedium,
  writeToFile,
} from "./journal-mirror-disk.ts";
import type { Db } from "#core/db/open/database.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { NotWrittenReason } from "#core/db/files/not-written.ts";
import { whyNotWritten } from "#core/db/files/not-written.ts";
import { journalTable } from "#core/db/stores/journal/journal-reader.ts";
import { prepareRows } from "#core/db/table.ts";

/** A second copy of the journal in a folder that a person chose, on a stick perhaps; behind the work, never in it (J9). */
export interface JournalMirror {
  /** From now on there, with everything there is; null: nowhere. */
  use(folder: string | null): void;
  state(): BlackBoxState;
  /** Writes what is missing, if the folder can be written to, and ends. Waits for a medium that hangs, but not for long. */
  close(): Promise<void>;
}

export interface BlackBoxState {
  readonly folder: string | null;
  /** Null until it was found or begun. */
  readonly file: string | null;
  /** Entries that are not known to be on the medium. */
  readonly behind: number;
  /** Entries that this database wrote into it and signed, and does not have any more. */
  readonly missing: number;
  /** Why it could not be written the last time, or that it hangs; null when it could. */
  readonly why: NotWrittenReason | "no-answer" | null;
  /** When it was last flushed, in this run. */
  readonly lastAtMs: number | null;
  /** It is on the disk of the data, as far as it was found. */
  readonly isSameDisk: boolean;
}

export interface BlackBoxOptions {
  readonly db: Db;
  readonly device: string;
  /** Called when something is to be written. */
  readonly signer: () => JournalSigner;
  /** The folder of the data. */
  readonly home: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** It began, ended, failed or works again. */
  readonly onChange: () => void;
  readonly writeAt?: WriteAt;
  /** Which disk a folder is on. */
  readonly diskOf?: (folder: string) => Promise<number>;
}

interface Place {
  readonly path: string;
  readonly bytes: number;
  /** The last row of the journal that is in it. */
  readonly row: number;
  /** What the next signature goes on from. */
  readonly seal: string;
}

/** Commits that come together are written together. */
const gatherMs = 20;
const batch = 500;
const retryFirstMs = 1_000;
const retryLongestMs = 5_000;
const closeWaitMs = 3_000;
/** What takes longer is said, and waited for all the same. */
const answerWithinMs = 15_000;

export function createJournalMirror(options: BlackBoxOptions): JournalMirror {
  const { db, device, home, clock, logger } = options;
  const { writeAt = writeToFile, diskOf = readDisk } = options;
  const read = prepareReading(db);
  let folder: string | null = null;
  let place: Place | null = null;
  /** The last row that is known to be on the medium, also while it cannot be reached. */
  let reached = 0;
  /** Grows with each order, so that what an earlier one waited for counts no more. */
  let order = 0;
  let why: BlackBoxState["why"] = null;
  let lastAtMs: number | null = null;
  let isSameDisk: boolean | null = null;
  let missing = 0;
  let failures = 0;
  let running: { readonly order: number; readonly done: Promise<void> } | null = null;
  /** The last run of each folder: one that hangs there may still write. */
  const runs = new Map<string, Promise<void>>();
  let cancelTimer: (() => void) | null = null;
  let isClosed = false;

  /** After the close the database may be closed too, and nobody can read the state any more. */
  const onChange = (): void => {
    if (!isClosed) options.onChange();
  };

  /** Our own file in the folder, as far as it says what the journal says; else one under a new name. */
  const find = async (within: string): Promise<Place> => {
    let unknown = 0;
    for (let number = 1; ; number += 1) {
      const path = join(within, mirrorFileName(device, number));
      const found = (await isThere(path)) ? await compare(path) : await begin(path);
      if (found === null) {
        unknown += await countMissing(path);
        continue;
      }
      if (missing !== unknown) {
        missing = unknown;
        onChange();
      }
      return found;
    }
  };

  /** What a file of our own name knows that we wrote, and that is gone here: nobody else can sign it. */
  const countMissing = async (path: string): Promise<number> => {
    const { id } = options.signer();
    let count = 0;
    for await (const item of readMirror(path)) {
      if (item.kind !== "entry" || item.signer !== id || item.entry.device !== device) continue;
      const { epoch, sequence } = item.entry;
      if (read.has.get(device, epoch, sequence) === undefined) count += 1;
    }
    return count;
  };

  const begin = async (path: string): Promise<Place> => {
    await makeFile(path);
    await flushFolder(dirname(path));
    return { path, bytes: 0, row: 0, seal: sealOfHeader(headerLine(device, options.signer().id)) };
  };

  /** Null where anything in it is not the journal's: such a file is left as it is. */
  const compare = async (path: string): Promise<Place | null> => {
    const header = headerLine(device, options.signer().id);
    let place: Place = { path, bytes: 0, row: 0, seal: sealOfHeader(header) };
    let { row, seal } = place;
    let known: { readonly row: number; readonly hash: string }[] = [];
    await closeFileToOthers(path);
    for await (const { text, end, isWhole } of readLines(path)) {
      if (isClosed) return place;
      if (place.bytes === 0) {
        if (isWhole ? text !== header : !header.startsWith(text)) return null;
        if (isWhole) place = { ...place, bytes: end };
        continue;
      }
      // A torn last line is written anew, and what no signature stands behind.
      if (!isWhole) continue;
      if (known.length === 0) known = read.hashes.all(row, batch);
      const next = known.shift();
      if (next === undefined || !isLineOf(text, next.hash)) return null;
      row = next.row;
      seal = sealWith(seal, next.hash);
      if (isSignedLine(text)) place = { path, bytes: end, row, seal };
    }
    const isAll = place.bytes > 0 || (await sizeOnMedium(path)) <= header.length;
    return isAll ? place : null;
  };

  const write = async ({ path, bytes, row, seal: before }: Place): Promise<Place | null> => {
    const entries = read.entries.all(row, batch);
    if (entries.length === 0 && bytes > 0) return null;
    const signer = options.signer();
    const seal = entries.reduce((made, { hash }) => sealWith(made, hash), before);
    const signature = signer.sign(seal);
    const lines = entries.map((entry, at) =>
      at === entries.length - 1 ? signedLine(entry, signature) : entryLine(entry),
    );
    if (bytes === 0) lines.unshift(headerLine(device, signer.id));
    const text = lines.map((line) => `${line}\n`).join("");
    await writeAt(path, bytes, text);
    return { path, bytes: bytes + Buffer.byteLength(text), row: row + entries.length, seal };
  };

  const catchUp = async (mine: number, within: string): Promise<void> => {
    for (;;) {
      if (isClosed || mine !== order) return;
      const cancelWatch = clock.after(answerWithinMs, () => hangs(mine));
      try {
        if (place === null) {
          const onDiskOfData = (await diskOf(within)) === (await diskOf(home));
          if (mine !== order) return;
          // An empty folder of this disk is what a pulled stick leaves where it was mounted.
          if (onDiskOfData && isSameDisk === false) throw gone();
          isSameDisk = onDiskOfData;
          const found = await find(within);
          if (mine !== order) return;
          place = found;
        }
        if (isClosed) return;
        reached = place.row;
        const next = await write(place);
        if (mine !== order) return;
        if (next !== null) {
          place = next;
          reached = next.row;
          lastAtMs = clock.now();
        }
        failures = 0;
        if (why !== null) {
          why = null;
          onChange();
        }
        if (next === null) return;
      } catch (error) {
        if (mine === order) fail(error);
        return;
      } finally {
        cancelWatch();
      }
    }
  };

  const hangs = (mine: number): void => {
    if (mine !== order || why !== null) return;
    why = "no-answer";
    logger.log("warn", "black-box.not-written", { why });
    onChange();
  };

  const fail = (error: unknown): void => {
    const before = why;
    why = whyNotWritten(error) ?? "unknown";
    place = null;
    if (before !== why) {
      logger.log("warn", "black-box.not-written", { why, error });
      onChange();
    }
    if (!isClosed) later(Math.min(retryLongestMs, retryFirstMs * 2 ** failures));
    failures = Math.min(failures + 1, 10);
  };

  const start = (): Promise<void> => {
    const mine = order;
    const within = folder;
    if (within === null) return Promise.resolve();
    if (running?.order === mine) return running.done;
    const done = catchUpAfter(runs.get(within), mine, within);
    runs.set(within, done);
    running = { order: mine, done };
    return done;
  };

  /** An earlier run would write into the same file. */
  const catchUpAfter = async (
    earlier: Promise<void> | undefined,
    mine: number,
    within: string,
  ): Promise<void> => {
    const cancelWatch = clock.after(answerWithinMs, () => hangs(mine));
    await earlier;
    cancelWatch();
    await catchUp(mine, within);
    if (running?.order === mine) running = null;
  };

  const later = (delayMs: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      void start();
    });
  };

  db.onCommit(() => {
    if (folder !== null && !isClosed && cancelTimer === null) later(gatherMs);
  });

  return {
    use(next) {
      order += 1;
      folder = next;
      place = null;
      reached = 0;
      why = null;
      lastAtMs = null;
      isSameDisk = null;
      failures = 0;
      missing = 0;
      if (next !== null) later(0);
      onChange();
    },
    state: () => ({
      folder,
      file: place?.path ?? null,
      behind: folder === null ? 0 : (read.lastRow.get() ?? 0) - reached,
      missing,
      why,
      lastAtMs,
      isSameDisk: isSameDisk === true,
    }),
    async close() {
      cancelTimer?.();
      let cancelWait = (): void => undefined;
      const waited = new Promise<void>((resolve) => {
        cancelWait = clock.after(closeWaitMs, resolve);
      });
      const finished = (async () => {
        await running?.done;
        if (why === null) await start();
      })();
      await Promise.race([finished, waited]);
      cancelWait();
      cancelTimer?.();
      isClosed = true;
    },
  };
}

/** Rows of the journal are numbered without gaps: none is ever deleted (J2). */
function prepareReading({ raw }: Db) {
  return {
    entries: prepareRows<JournalEntry, [number, number]>(
      raw,
      journalTable,
      `SELECT ${journalTable.columns} FROM journal WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    ),
    hashes: raw.prepare<[number, number], { row: number; hash: string }>(
      "SELECT rowid AS row, hash FROM journal WHERE rowid > ? ORDER BY rowid LIMIT ?",
    ),
    has: raw.prepare<[string, string, number]>(
      "SELECT 1 FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
    ),
    lastRow: raw.prepare<[], number | null>("SELECT max(rowid) FROM journal").pluck(),
  };
}
