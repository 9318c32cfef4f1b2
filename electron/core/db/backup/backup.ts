import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";
import type { NotWritten } from "#core/db/files/not-written.ts";
import type { BackupFile, WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { backupNameOf, listBackups } from "#core/db/open/workspace-files.ts";

/** The ring of backups of one workspace. */
export interface Backups {
  readonly folder: string;
  /** Newest first. */
  list(): BackupFile[];
  /** Nothing was saved since the newest one of this run was begun. */
  isCurrent(): boolean;
  /** Makes one now, while the desk goes on. */
  make(): Promise<Result<BackupFile, NotWritten>>;
  /** Makes one soon, and then whenever something changed, every ten minutes. */
  start(): void;
  /** Stops the timer and waits for a backup at hand. */
  close(): Promise<void>;
}

export interface BackupParts {
  readonly db: Db;
  readonly files: WorkspaceFiles;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after each backup that was made. */
  onMade?(): void;
}

const soonMs = 5_000;
const everyMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
const keptNewest = 5;
const keptDays = 7;

export function createBackups(parts: BackupParts): Backups {
  const { db, files, jobs, clock, logger } = parts;
  let covered = -1;
  let cancel: (() => void) | null = null;
  let atHand: Promise<unknown> = Promise.resolve();

  const write = async (): Promise<Result<BackupFile, NotWritten>> => {
    const changes = db.changes;
    const atMs = unusedTime(files, clock.now());
    const name = backupNameOf(atMs);
    const made = await jobs.run("backup", { path: join(files.backups, name) });
    if (!made.ok) {
      logger.log("warn", "backup.failed", { why: made.error.details?.["why"] });
      return made;
    }
    covered = changes;
    for (const spare of spareBackups(listBackups(files))) {
      // Under a clock that was set back it may look old (J7).
      if (spare.name === name) continue;
      rmSync(join(files.backups, basename(spare.name)), { force: true });
    }
    parts.onMade?.();
    return ok({ name, atMs, bytes: made.value.bytes });
  };

  const make = (): Promise<Result<BackupFile, NotWritten>> => {
    const made = atHand.then(write);
    atHand = made.catch(() => undefined);
    return made;
  };

  const tick = (): void => {
    cancel = clock.after(everyMs, tick);
    if (db.changes === covered) return;
    make().catch((error: unknown) => logger.log("error", "backup.broken", { error }));
  };

  return {
    folder: files.backups,
    list: () => listBackups(files),
    isCurrent: () => db.changes === covered,
    make,
    start() {
      cancel ??= clock.after(soonMs, tick);
    },
    async close() {
      cancel?.();
      await atHand;
    },
  };
}

/** Two backups in one millisecond, or under a clock that was set back, never share a name. */
function unusedTime(files: WorkspaceFiles, nowMs: number): number {
  const taken = new Set(listBackups(files).map(({ atMs }) => atMs));
  let atMs = nowMs;
  while (taken.has(atMs)) atMs += 1;
  return atMs;
}

/**
 * What the ring no longer needs: all but the five newest and the newest of each of the last seven days (UTC) that have
 * any.
 */
export function spareBackups(newestFirst: readonly BackupFile[]): readonly BackupFile[] {
  const newestOfDay = new Map<number, BackupFile>();
  for (const backup of newestFirst) {
    const day = Math.floor(backup.atMs / dayMs);
    if (!newestOfDay.has(day)) newestOfDay.set(day, backup);
  }
  const days = new Set([...newestOfDay.values()].slice(0, keptDays));
  return newestFirst.filter((backup, index) => index >= keptNewest && !days.has(backup));
}
