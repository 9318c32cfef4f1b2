import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";
import type { NotWritten } from "#core/db/files/file-errors.ts";
import type { BackupFile, WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { backupNameOf, listBackups } from "#core/db/open/workspace-files.ts";

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

/** The rotating backups of a workspace. */
export function createBackups(parts: BackupParts) {
  const { db, files, jobs, clock, logger } = parts;
  let covered = -1;
  let cancel: (() => void) | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const write = async (): Promise<Result<BackupFile, NotWritten>> => {
    const changes = db.changes;
    const atMs = unusedTime(files, clock.now());
    const name = backupNameOf(atMs);
    const made = await jobs.run("backup", join(files.backups, name));
    if (!made.ok) {
      logger.log("warn", "backup.failed", { why: made.error.details?.["why"] });
      return made;
    }
    covered = changes;
    for (const spare of spareBackups(listBackups(files))) {
      rmSync(join(files.backups, basename(spare.name)), { force: true });
    }
    parts.onMade?.();
    return ok({ name, atMs, bytes: made.value.bytes });
  };

  const make = (): Promise<Result<BackupFile, NotWritten>> => {
    const made = last.then(write);
    last = made.catch(() => undefined);
    return made;
  };

  const tick = (): void => {
    cancel = clock.after(everyMs, tick);
    if (db.changes === covered || db.fileProblem() !== null) return;
    make().catch((error: unknown) => logger.log("error", "backup.broken", { error }));
  };

  return {
    folder: files.backups,
    /** The backups, newest first. */
    list: (): BackupFile[] => listBackups(files),
    /** Whether nothing was saved since the newest backup of this run began. */
    isCurrent: (): boolean => db.changes === covered,
    /** Makes a backup now, while commands continue. */
    make,
    /** Makes a backup soon, and then every ten minutes if something changed. */
    start() {
      cancel ??= clock.after(soonMs, tick);
    },
    /** Stops the timer and waits for a backup in progress. */
    async close() {
      cancel?.();
      await last;
    },
  };
}

/**
 * Each backup has a later name than all before, also after the clock was set back (J7): the newest one is restored after a
 * damage, and the oldest ones are deleted.
 */
function unusedTime(files: WorkspaceFiles, nowMs: number): number {
  const [newest] = listBackups(files);
  return newest === undefined ? nowMs : Math.max(nowMs, newest.atMs + 1);
}

/** The backups to delete: all but the five newest and the newest of each of the last seven days (UTC) with backups. */
export function spareBackups(newestFirst: readonly BackupFile[]): readonly BackupFile[] {
  const newestOfDay = new Map<number, BackupFile>();
  for (const backup of newestFirst) {
    const day = Math.floor(backup.atMs / dayMs);
    if (!newestOfDay.has(day)) newestOfDay.set(day, backup);
  }
  const days = new Set([...newestOfDay.values()].slice(0, keptDays));
  return newestFirst.filter((backup, index) => index >= keptNewest && !days.has(backup));
}
