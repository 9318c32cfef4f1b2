import type { Database } from "better-sqlite3";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import { openForCheckpoint, openReader, withConnection } from "#core/db/open/connection.ts";
import type { NotWritten } from "#core/db/files/file-errors.ts";
import { notWritten, whyNotWritten } from "#core/db/files/file-errors.ts";
import { takeCensus } from "./census.ts";
import type { ExportOrder } from "#core/db/export/export-row.ts";
import { quickCheck } from "./quick-check.ts";
import { verifyJournal } from "./verify-journal.ts";
import { verifyProjections } from "./verify-projections.ts";
import { BackupUnsoundError, writeBackup } from "#core/db/backup/write-backup.ts";
import type { WrittenFile } from "#core/db/export/write-export.ts";
import { writeExport } from "#core/db/export/write-export.ts";

/**
 * The jobs, each with the path of the database and its own input. Each has a separate connection, which is read-only except
 * for a checkpoint. No job changes the content of the database.
 */
const jobs = {
  /** Checkpoints the WAL as far as possible while other connections read. */
  "checkpoint-wal": async (path: string) =>
    withConnection(openForCheckpoint(path), (raw) => void raw.pragma("wal_checkpoint(PASSIVE)")),
  "quick-check": (path: string) => reading(path, quickCheck),
  "verify-journal": (path: string) => readingSnapshot(path, verifyJournal),
  "verify-projections": (path: string) => readingSnapshot(path, verifyProjections),
  census: (path: string, folder: string) => readingSnapshot(path, (raw) => takeCensus(raw, folder)),
  export: (path: string, order: ExportOrder) => writing(path, (raw) => writeExport(raw, order)),
  backup: (path: string, target: string) => writing(path, (raw) => writeBackup(raw, target)),
};

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> =
  Parameters<Jobs[Name]> extends [string, ...infer Input] ? Input : never;
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

/** A job for the worker. */
export interface JobOrder {
  readonly name: JobName;
  readonly input: readonly unknown[];
}

export const runJob = (databasePath: string, { name, input }: JobOrder): Promise<unknown> =>
  (jobs[name] as (path: string, ...input: readonly unknown[]) => Promise<unknown>)(
    databasePath,
    ...input,
  );

async function reading<T>(
  databasePath: string,
  read: (raw: Database) => T | Promise<T>,
): Promise<T> {
  const raw = openReader(databasePath);
  try {
    return await read(raw);
  } finally {
    raw.close();
  }
}

/** Reads in one transaction, so that commits of the desk between two reads cause no differences. */
const readingSnapshot = <T>(databasePath: string, read: (raw: Database) => T): Promise<T> =>
  reading(databasePath, (raw) => raw.transaction(() => read(raw))());

/** Reads the database into a file. The data folder may be gone when the database is opened. */
async function writing(
  databasePath: string,
  write: (raw: Database) => Promise<WrittenFile>,
): Promise<Result<WrittenFile, NotWritten>> {
  try {
    return ok(await reading(databasePath, write));
  } catch (error) {
    const why = error instanceof BackupUnsoundError ? "unknown" : whyNotWritten(error);
    if (why === null) throw error;
    return notWritten(why);
  }
}
