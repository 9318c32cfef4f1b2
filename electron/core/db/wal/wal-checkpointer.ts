import type { Clock, Logger } from "#core/ports.ts";
import { checkpointPages } from "#core/db/open/connection.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";

/** Checkpoints the WAL in a worker, so that no check-in waits for a long checkpoint. */
export interface LogKeeper {
  /** For a caller that writes much: resolves when the WAL has room. */
  room(): Promise<void>;
  close(): void;
}

/** The length of the WAL is checked after this many commits. One page of a download is one commit of 400 pages. */
const commitsBetweenLooks = 4;
/** The checkpoint starts after this time without a commit, because commits are slow during a checkpoint. */
const calmMs = 1_000;
/** From this length on the WAL is checkpointed even if commits never pause. */
const patientPages = 5_000;
/** At most this many pages are checkpointed on the main thread, which takes as long as ten commits. The next commit then restarts the WAL. */
const restPages = 400;
/**
 * Who writes much waits from here on, at 64 MiB: only while nobody writes does the log begin anew. The longer it may be,
 * the more often a page written twice is carried over once.
 */
const fullPages = 4 * checkpointPages;
/** A caller of `room` is expected to write much for this time. */
const muchForMs = 5_000;

export function checkpointWal(parts: {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly logger: Logger;
}): LogKeeper {
  const { db, jobs, clock, logger } = parts;
  let carrying: Promise<void> | null = null;
  let stopped = false;
  let commits = 0;
  let committedAt = 0;
  let roomAskedAt = Number.NEGATIVE_INFINITY;
  let cancelLook: (() => void) | null = null;

  /** Ends the worker's checkpoints: SQLite checkpoints at commits again. */
  const giveUp = (error: unknown): void => {
    if (stopped) return;
    stopped = true;
    db.leaveLogAlone(false);
    logger.log("warn", "database.log-kept", { error: error instanceof Error ? error.name : "" });
  };

  const isMuchWritten = (): boolean => clock.monotonic() - roomAskedAt < muchForMs;

  const carryRest = (): void => {
    if (!stopped && !isMuchWritten()) checkpointRest(db);
  };

  /** Checkpoints if at least `least` pages are not checkpointed yet. */
  const carryFrom = (least: number): void => {
    if (stopped || carrying !== null) return;
    if (pagesToCarry(db) < least) return;
    carrying = jobs
      .run("carry-log")
      .then(carryRest)
      .catch(giveUp)
      .finally(() => {
        carrying = null;
      });
  };

  const calm = createCalmTimer(
    clock,
    () => committedAt,
    () => carryFrom(checkpointPages),
  );

  const look = (): void => {
    cancelLook = null;
    if (stopped || carrying !== null) return;
    const pages = pagesToCarry(db);
    const longest = isMuchWritten() ? fullPages : patientPages;
    if (pages >= longest) carryFrom(longest);
    else if (pages >= checkpointPages) calm.start();
  };

  db.leaveLogAlone(true);
  db.onCommit(() => {
    commits += 1;
    committedAt = clock.monotonic();
    // After the reply to the command, because the question to SQLite takes a tenth of the time of a check-in.
    if (commits % commitsBetweenLooks === 0) cancelLook ??= clock.after(0, look);
  });
  return {
    async room() {
      roomAskedAt = clock.monotonic();
      carryFrom(checkpointPages);
      if (carrying === null || db.logPages().written < fullPages) return;
      await carrying;
      // Few pages were written meanwhile. After this checkpoint the next commit restarts the WAL.
      carryFrom(1);
      await carrying;
    },
    close() {
      stopped = true;
      calm.cancel();
      cancelLook?.();
    },
  };
}

/** Checkpoints what was committed during the worker's checkpoint. Without a complete checkpoint the WAL only grows. */
function checkpointRest(db: Db): void {
  const pages = pagesToCarry(db);
  if (pages > 0 && pages <= restPages) db.raw.pragma("wal_checkpoint(PASSIVE)");
}

function pagesToCarry(db: Db): number {
  const { written, carried } = db.logPages();
  return written - carried;
}

/** Calls `act` after `calmMs` without a commit. */
function createCalmTimer(clock: Clock, committedAt: () => number, act: () => void) {
  let cancel: (() => void) | null = null;
  const start = (inMs: number): void => {
    cancel ??= clock.after(inMs, () => {
      cancel = null;
      const leftMs = committedAt() + calmMs - clock.monotonic();
      if (leftMs > 0) start(leftMs);
      else act();
    });
  };
  return { start: () => start(calmMs), cancel: () => cancel?.() };
}
