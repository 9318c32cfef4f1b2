import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { WriteAt } from "./journal-mirror-disk.ts";
import { readDisk, writeToFile } from "./journal-mirror-disk.ts";
import { prepareJournalRows } from "./mirror-position.ts";
import type { MirrorWriter, MirrorWriterState } from "./mirror-writer.ts";
import { createMirrorWriter } from "./mirror-writer.ts";

export interface JournalMirrorState extends Omit<MirrorWriterState, "reachedRow" | "isSameDisk"> {
  readonly folder: string | null;
  /** Number of entries that may not be in the mirror yet. */
  readonly behind: number;
  /** Whether the folder is on the disk of the data, as far as known. */
  readonly isSameDisk: boolean;
}

export interface JournalMirrorOptions {
  readonly db: Db;
  readonly device: string;
  /** Called at each write, because the first call may create the key. */
  readonly signer: () => JournalSigner;
  /** The folder of the data. */
  readonly home: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the mirror starts, ends, fails or works again. */
  readonly onChange: () => void;
  readonly writeAt?: WriteAt;
  /** The number of the disk that a folder is on. */
  readonly diskOf?: (folder: string) => Promise<number>;
}

/** Commits within this time are written together. */
const gatherMs = 20;
const diskWaitMs = 3_000;

/**
 * A second journal file in a folder that a person chose, for example on a USB stick (J9). It is written after the
 * commits, so that no commit waits for the stick.
 */
export function createJournalMirror(options: JournalMirrorOptions) {
  const { db, device, signer, clock } = options;
  const { writeAt = writeToFile, diskOf = readDisk } = options;
  const rows = prepareJournalRows(db);
  /** The last run for each folder: a run that hangs may still write after its writer was stopped. */
  const lastRuns = new Map<string, Promise<void>>();
  let writer: MirrorWriter | null = null;

  const writerFor = (folder: string): MirrorWriter =>
    createMirrorWriter({
      ...options,
      journal: { device, rows, signer },
      folder,
      writeAt,
      diskOf,
      after: lastRuns.get(folder) ?? Promise.resolve(),
    });

  const stop = (): void => {
    writer?.stop();
    if (writer !== null) lastRuns.set(writer.folder, writer.lastRun());
    writer = null;
  };

  db.onCommit(() => writer?.plan(gatherMs));

  return {
    /** Mirrors the whole journal into this folder from now on; null ends the mirror. */
    use(folder: string | null) {
      stop();
      writer = folder === null ? null : writerFor(folder);
      writer?.plan(0);
      options.onChange();
    },
    state(): JournalMirrorState {
      if (writer === null) return nowhere;
      const { reachedRow, isSameDisk, ...state } = writer.state;
      return {
        ...state,
        folder: writer.folder,
        behind: rows.lastRow() - reachedRow,
        isSameDisk: isSameDisk === true,
      };
    },
    /** Looks soon whether the file is still as it was written, and else writes it anew. Nobody waits for the folder. */
    check: () => writer?.plan(gatherMs),
    /** Reads the file and resolves with whether it has the whole journal; false if the disk does not answer. */
    isWhole: async (): Promise<boolean> =>
      writer !== null && (await withinMs(clock, diskWaitMs, writer.isWhole())) === true,
    /**
     * Writes what is missing, if the folder can be written to, and ends. Waits at most `diskWaitMs` for a disk that
     * hangs.
     */
    async close() {
      if (writer !== null) await withinMs(clock, diskWaitMs, writer.finish());
      stop();
    },
  };
}

export type JournalMirror = ReturnType<typeof createJournalMirror>;

/** Resolves with undefined if `work` takes longer. */
async function withinMs<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const cancel = clock.after(ms, () => resolve(undefined));
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

const nowhere: JournalMirrorState = {
  folder: null,
  file: null,
  behind: 0,
  missing: 0,
  why: null,
  lastAtMs: null,
  isSameDisk: false,
};
