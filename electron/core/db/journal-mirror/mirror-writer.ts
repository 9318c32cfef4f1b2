import type { NotWrittenReason } from "#core/db/files/file-errors.ts";
import { whyNotWritten } from "#core/db/files/file-errors.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { WriteAt } from "./journal-mirror-disk.ts";
import { diskGoneError } from "./journal-mirror-disk.ts";
import type { MirroredJournal, MirrorPosition } from "./mirror-position.ts";
import { findPosition, writeNext } from "./mirror-position.ts";

/** Writes the journal into one folder, until it is stopped. */
export interface MirrorWriter {
  readonly folder: string;
  readonly state: MirrorWriterState;
  /** The last run. A run that hangs may still write after `stop`. */
  lastRun(): Promise<void>;
  /** Writes after `delayMs`, unless a run is planned already. */
  plan(delayMs: number): void;
  /** Writes what is missing now, unless the last write to the folder failed. */
  finish(): Promise<void>;
  stop(): void;
}

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

export function createMirrorWriter(options: MirrorWriterOptions): MirrorWriter {
  const { journal, folder, clock } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const state: Changeable = { ...nothingWritten };
  let position: MirrorPosition | null = null;
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
    position ??= await openPosition(options, state, signal);
    if (position === null || signal.aborted) return false;
    state.file = position.path;
    state.reachedRow = position.row;
    const next = await writeNext(journal, position, options.writeAt);
    if (signal.aborted) return false;
    if (next !== null) {
      position = next;
      state.reachedRow = next.row;
      state.lastAtMs = clock.now();
    }
    failures = 0;
    report(null);
    return next !== null;
  };

  const catchUp = async (earlier: Promise<void>): Promise<void> => {
    await watched(() => earlier);
    const startedAt = clock.monotonic();
    try {
      while (!signal.aborted && (await watched(step)));
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
    isRunning = false;
    // A screen that asked meanwhile says that entries are on the way.
    const isSlow = clock.monotonic() - startedAt > unseenMs;
    if (isSlow && !signal.aborted && state.why === null) options.onChange();
  };

  const fail = (error: unknown): void => {
    position = null;
    state.file = null;
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
    lastRun: () => lastRun,
    plan: (delayMs) => timer.plan(delayMs),
    async finish() {
      timer.cancel();
      if (isRunning) await lastRun;
      if (state.why === null) await run();
    },
    stop() {
      stopped.abort();
      timer.close();
    },
  };
}

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
