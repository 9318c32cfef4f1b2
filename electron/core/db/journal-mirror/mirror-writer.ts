import type { NotWrittenReason } from "#core/db/files/file-errors.ts";
import { whyNotWritten } from "#core/db/files/file-errors.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { WriteAt } from "./journal-mirror-disk.ts";
import { diskGoneError } from "./journal-mirror-disk.ts";
import type { MirroredJournal, MirrorPosition } from "./mirror-position.ts";
import { findPosition, isInPlace, isWhole, writeNext } from "./mirror-position.ts";

export interface MirrorWriterState {
  /** Null until the file was found or created. */
  readonly file: string | null;
  /** The last row of the journal that is known to be in the mirror, also while the folder cannot be reached. */
  readonly reachedRow: number;
  /** Number of entries that this database wrote and signed, but does not have any more. */
  readonly missing: number;
  /** Why the last write failed, or that it hangs; null if it succeeded. */
  readonly why: NotWrittenReason | "no-answer" | null;
  /** Time of the last flush in this run of the program. */
  readonly lastAtMs: number | null;
  /** Whether the folder is on the disk of the data; null until known. */
  readonly isSameDisk: boolean | null;
}

export interface MirrorWriterOptions {
  readonly journal: MirroredJournal;
  readonly folder: string;
  /** The folder of the data. */
  readonly home: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the writer begins, fails or works again; not called after `stop`. */
  readonly onChange: () => void;
  readonly writeAt: WriteAt;
  /** The number of the disk that a folder is on. */
  readonly diskOf: (folder: string) => Promise<number>;
  /**
   * An earlier writer of this folder would write into the same file, so this writer waits until the earlier one has
   * ended.
   */
  readonly after: Promise<void>;
}

/** Screens ask a moment after the commit; what was written sooner was never seen as missing. */
const unseenMs = 15;
const retryFirstMs = 1_000;
const retryLongestMs = 5_000;
/** A disk that takes longer is reported as `no-answer`; the writer still waits for the disk. */
const answerWithinMs = 15_000;

/** Writes the journal into one folder, until it is stopped. */
export function createMirrorWriter(options: MirrorWriterOptions) {
  const { journal, folder, clock } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const state: Changeable = { ...nothingWritten };
  const file = trackFile(options, state, signal);
  let failures = 0;
  let lastRun = options.after;
  let isRunning = false;

  const report = (why: MirrorWriterState["why"], error?: unknown): void =>
    setWhy(options, state, why, error);

  const watched = <T>(act: () => Promise<T>): Promise<T> =>
    withAlarm(clock, act, () => {
      if (!signal.aborted && state.why === null) report("no-answer");
    });

  /** Writes one batch. Returns whether there may be more. */
  const step = async (): Promise<boolean> => {
    const position = await file.find();
    if (position === null || signal.aborted) return false;
    const next = await writeNext(journal, position, options.writeAt);
    if (signal.aborted) return false;
    if (next !== null) {
      file.moveTo(next);
      state.lastAtMs = clock.now();
    }
    failures = 0;
    report(null);
    return next !== null;
  };

  const catchUp = async (earlier: Promise<void>): Promise<void> => {
    await watched(() => earlier);
    const startedAt = clock.monotonic();
    const { lastAtMs } = state;
    try {
      await watched(file.check);
      while (!signal.aborted && (await watched(step)));
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
    isRunning = false;
    // A screen that asked meanwhile says that entries are on the way.
    const isSlow = clock.monotonic() - startedAt > unseenMs && state.lastAtMs !== lastAtMs;
    if (isSlow && !signal.aborted && state.why === null) options.onChange();
  };

  const fail = (error: unknown): void => {
    file.forget();
    report(whyNotWritten(error) ?? "unknown", error);
    timer.start(Math.min(retryLongestMs, retryFirstMs * 2 ** failures));
    failures = Math.min(failures + 1, 10);
  };

  const run = (): Promise<void> => {
    if (!isRunning && !signal.aborted) {
      isRunning = true;
      lastRun = catchUp(lastRun);
    }
    return lastRun;
  };
  const timer = createTimer(clock, () => void run());

  return {
    folder,
    state,
    /** The last run. A run that hangs may still write after `stop`. */
    lastRun: () => lastRun,
    /** Writes after `delayMs`, unless a run is planned already. */
    plan: (delayMs: number) => timer.plan(delayMs),
    /** Writes what is missing now, unless the last write to the folder failed. */
    async finish() {
      timer.cancel();
      if (isRunning) await lastRun;
      if (state.why === null) await run();
    },
    /** Whether the file was read and has the whole journal. If not, the next run reads it and writes what is missing. */
    async isWhole(): Promise<boolean> {
      await lastRun;
      if (await file.isWhole()) return true;
      timer.plan(0);
      return false;
    },
    stop() {
      stopped.abort();
      timer.close();
    },
  };
}

export type MirrorWriter = ReturnType<typeof createMirrorWriter>;

const nothingWritten: MirrorWriterState = {
  file: null,
  reachedRow: 0,
  missing: 0,
  why: null,
  lastAtMs: null,
  isSameDisk: null,
};

type Changeable = { -readonly [Key in keyof MirrorWriterState]: MirrorWriterState[Key] };

/** Returns null if the writer was stopped meanwhile. */
async function openPosition(
  { journal, folder, home, diskOf, onChange }: MirrorWriterOptions,
  state: Changeable,
  signal: AbortSignal,
): Promise<MirrorPosition | null> {
  const isSameDisk = (await diskOf(folder)) === (await diskOf(home));
  if (signal.aborted) return null;
  // A stick that was pulled out may leave an empty folder on this disk where it was mounted.
  if (isSameDisk && state.isSameDisk === false) throw diskGoneError();
  state.isSameDisk = isSameDisk;
  const found = await findPosition(journal, folder, signal);
  if (found === null) return null;
  if (found.missing !== state.missing) {
    state.missing = found.missing;
    onChange();
  }
  return found.position;
}

/** The position in the mirror file, as long as the file is the one that was written. */
function trackFile(options: MirrorWriterOptions, state: Changeable, signal: AbortSignal) {
  let position: MirrorPosition | null = null;
  /** A reading found that the file is not whole, although it is in its place. */
  let isDamaged = false;
  const moveTo = (next: MirrorPosition | null): void => {
    position = next;
    if (next === null) return;
    state.file = next.path;
    state.reachedRow = next.row;
  };
  return {
    async find(): Promise<MirrorPosition | null> {
      if (position === null) moveTo(await openPosition(options, state, signal));
      return position;
    },
    moveTo,
    forget(): void {
      position = null;
      state.file = null;
    },
    /** If somebody deleted, shortened or replaced the file, it is found as at a start of the program. */
    async check(): Promise<void> {
      if (position === null || (!isDamaged && (await isInPlace(position)))) return;
      position = null;
      isDamaged = false;
      if (signal.aborted) return;
      options.logger.log("warn", "journal-mirror.file-changed", {});
      options.onChange();
    },
    async isWhole(): Promise<boolean> {
      if (position === null) return false;
      isDamaged = !(await isReadWhole(options.journal, position, signal));
      return !isDamaged;
    },
  };
}

/** False if the file cannot be read; the next run finds the same error and reports it. */
async function isReadWhole(...read: Parameters<typeof isWhole>): Promise<boolean> {
  try {
    return await isWhole(...read);
  } catch (error) {
    if (whyNotWritten(error) === null) throw error;
    return false;
  }
}

function setWhy(
  { logger, onChange }: MirrorWriterOptions,
  state: Changeable,
  why: MirrorWriterState["why"],
  error: unknown,
): void {
  if (state.why === why) return;
  state.why = why;
  if (why !== null) logger.log("warn", "journal-mirror.not-written", { why, error });
  onChange();
}

/** Runs `act`, and calls `onLate` if `act` takes longer than `answerWithinMs`. */
async function withAlarm<T>(clock: Clock, act: () => Promise<T>, onLate: () => void): Promise<T> {
  const cancel = clock.after(answerWithinMs, onLate);
  try {
    return await act();
  } finally {
    cancel();
  }
}

/** One timer. After `close` it cannot be started. */
function createTimer(clock: Clock, act: () => void) {
  let cancel: (() => void) | null = null;
  let isClosed = false;
  /** Starts the timer; replaces an earlier start. */
  const start = (delayMs: number): void => {
    cancel?.();
    if (isClosed) return;
    cancel = clock.after(delayMs, () => {
      cancel = null;
      act();
    });
  };
  return {
    start,
    /** Has no effect if the timer is already started. */
    plan(delayMs: number): void {
      if (cancel === null) start(delayMs);
    },
    cancel: () => cancel?.(),
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
