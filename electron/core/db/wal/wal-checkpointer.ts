import type { Clock, Logger } from "#core/ports.ts";
import { checkpointPages } from "#core/db/open/connection.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";

/** Keeps the log short from a worker, so that no check-in waits while thousands of pages are written twice. */
export interface LogKeeper {
  /** For who writes much: settles when there is room in the log. */
  room(): Promise<void>;
  close(): void;
}

/** The log is looked at each so many commits; a page of a download writes 400. */
const commitsBetweenLooks = 4;
/** A saved fact waits while the disk takes the log in: that is done once nothing was committed for so long. */
const calmMs = 1_000;
/** A desk that is never calm so long: from here on its log is carried over all the same. */
const patientPages = 5_000;
/** So little is carried over between two commits, in the time of ten: then the next one begins the log anew. */
const restPages = 400;
/**
 * Who writes much waits from here on, at 64 MiB: only while nobody writes does the log begin anew. The longer it may be,
 * the more often a page written twice is carried over once.
 */
const fullPages = 4 * checkpointPages;
/** Who asked for room writes much, and will go on. */
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

  /** Commits carry the log over again themselves. */
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

  /** Unless less than `least` pages are to be carried over. */
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
    // After the reply that the commit was for: to ask SQLite takes a tenth of a check-in.
    if (commits % commitsBetweenLooks === 0) cancelLook ??= clock.after(0, look);
  });
  return {
    async room() {
      roomAskedAt = clock.monotonic();
      carryFrom(checkpointPages);
      if (carrying === null || db.logPages().written < fullPages) return;
      await carrying;
      // What was written meanwhile is little; then the next commit begins the log anew.
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

/** Carries over what was committed while the worker carried. A log that is never carried over whole only grows. */
function checkpointRest(db: Db): void {
  const pages = pagesToCarry(db);
  if (pages > 0 && pages <= restPages) db.raw.pragma("wal_checkpoint(PASSIVE)");
}

function pagesToCarry(db: Db): number {
  const { written, carried } = db.logPages();
  return written - carried;
}

/** Calls `act` once nothing was committed for `calmMs`. */
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
