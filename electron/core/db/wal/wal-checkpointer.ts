import type { Clock, Logger } from "#core/ports.ts";
import { checkpointPages } from "#core/db/open/connection.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";

/** The length of the WAL is checked after this many commits. One page of a download is one commit of 400 pages. */
const commitsBetweenChecks = 4;
/** A checkpoint starts after this time without a commit, because commits are slow during a checkpoint. */
const calmMs = 1_000;
/** From this length on the WAL is checkpointed even if commits never pause. */
const patientPages = 5_000;
/** At most this many pages are checkpointed on the main thread, in the time of ten commits. The next commit then restarts the WAL. */
const restPages = 400;
/**
 * 64 MiB: from this length on, code that writes a lot waits, because SQLite can restart the WAL only while nobody writes.
 * In a long WAL, a page that was written several times is checkpointed once.
 */
const fullPages = 4 * checkpointPages;
/** A failed checkpoint of the worker is tried again after this time. */
const retryMs = 60_000;
/** After a call of `waitForCheckpoint`, more such calls are expected for this time. */
const bulkMs = 5_000;

/** Checkpoints the WAL in a worker, so that no check-in waits for a long checkpoint. */
export function createWalCheckpointer(parts: {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly logger: Logger;
}) {
  const { db, jobs, clock, logger } = parts;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** Set after a failed checkpoint of the worker, until the next try. */
  let cancelRetry: (() => void) | null = null;
  let commits = 0;
  let committedAt = 0;
  let bulkAt = Number.NEGATIVE_INFINITY;
  let cancelCheck: (() => void) | null = null;

  /** SQLite checkpoints at commits until the worker tries again: the disk may have been full for a short time only. */
  const retryLater = (error: unknown): void => {
    if (stopped) return;
    db.deferCheckpoints(false);
    cancelRetry = clock.after(retryMs, () => {
      cancelRetry = null;
      db.deferCheckpoints(true);
      check();
    });
    logger.log("warn", "database.log-kept", { error: error instanceof Error ? error.name : "" });
  };

  const isBulk = (): boolean => clock.monotonic() - bulkAt < bulkMs;

  /** Checkpoints if at least `least` pages are not checkpointed yet. */
  const checkpointFrom = (least: number): void => {
    if (stopped || cancelRetry !== null || running !== null || pendingPages(db) < least) return;
    running = jobs
      .run("checkpoint-wal")
      .then(() => {
        if (!stopped && !isBulk()) checkpointRest(db);
      })
      .catch(retryLater)
      .finally(() => {
        running = null;
      });
  };

  const calm = createCalmTimer(
    clock,
    () => committedAt,
    () => checkpointFrom(checkpointPages),
  );

  const check = (): void => {
    cancelCheck = null;
    if (stopped || running !== null) return;
    const pages = pendingPages(db);
    const longest = isBulk() ? fullPages : patientPages;
    if (pages >= longest) checkpointFrom(longest);
    else if (pages >= checkpointPages) calm.start();
  };

  db.deferCheckpoints(true);
  db.onCommit(() => {
    commits += 1;
    committedAt = clock.monotonic();
    // The length is read after the reply to the command, because reading it takes a tenth of the time of a check-in.
    if (commits % commitsBetweenChecks === 0) cancelCheck ??= clock.after(0, check);
  });
  return {
    /** Resolves when the WAL is short enough for more commits. Code that writes a lot waits for it. */
    async waitForCheckpoint() {
      bulkAt = clock.monotonic();
      checkpointFrom(checkpointPages);
      if (running === null || db.walPages().written < fullPages) return;
      await running;
      // Few pages were written during the worker's checkpoint. After this checkpoint the next commit restarts the WAL.
      checkpointFrom(1);
      await running;
    },
    close() {
      stopped = true;
      calm.cancel();
      cancelCheck?.();
      cancelRetry?.();
    },
  };
}

/** Checkpoints what was committed during the worker's checkpoint. Without a complete checkpoint the WAL only grows. */
function checkpointRest(db: Db): void {
  const pages = pendingPages(db);
  if (pages > 0 && pages <= restPages) db.raw.pragma("wal_checkpoint(PASSIVE)");
}

function pendingPages(db: Db): number {
  const { written, checkpointed } = db.walPages();
  return written - checkpointed;
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
