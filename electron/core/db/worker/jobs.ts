import type { Database } from "better-sqlite3";
import type { Result } from "#shared/result.ts";
import { assertNever, ok } from "#shared/result.ts";
import { openForCheckpoint, openReader, withConnection } from "#core/db/open/connection.ts";
import type { NotWritten } from "#core/db/files/file-errors.ts";
import { notWritten, whyNotWritten } from "#core/db/files/file-errors.ts";
import type { Census } from "./census.ts";
import { takeCensus } from "./census.ts";
import type { ExportOrder } from "#core/db/export/export-row.ts";
import type { SoundnessVerdict } from "./quick-check.ts";
import { quickCheck } from "./quick-check.ts";
import type { JournalVerdict } from "./verify-journal.ts";
import { verifyJournal } from "./verify-journal.ts";
import type { ProjectionVerdict } from "./verify-projections.ts";
import { verifyProjections } from "./verify-projections.ts";
import { BackupUnsoundError, writeBackup } from "#core/db/backup/write-backup.ts";
import type { WrittenFile } from "#core/db/export/write-export.ts";
import { writeExport } from "#core/db/export/write-export.ts";

/** Input and output of each job. No job changes the content of the database. */
export interface JobTypes {
  /** Checkpoints the WAL as far as possible while other connections read. */
  readonly "checkpoint-wal": { readonly input: null; readonly output: null };
  readonly "quick-check": { readonly input: null; readonly output: SoundnessVerdict };
  readonly "verify-journal": { readonly input: null; readonly output: JournalVerdict };
  readonly "verify-projections": { readonly input: null; readonly output: ProjectionVerdict };
  readonly census: { readonly input: { readonly folder: string }; readonly output: Census };
  readonly export: {
    readonly input: ExportOrder;
    readonly output: Result<WrittenFile, NotWritten>;
  };
  readonly backup: {
    readonly input: { readonly path: string };
    readonly output: Result<WrittenFile, NotWritten>;
  };
}

export type JobName = keyof JobTypes;

export type JobOrder = {
  [Name in JobName]: { readonly name: Name; readonly input: JobTypes[Name]["input"] };
}[JobName];

/** Runs a job on a separate connection, which is read-only except for a checkpoint. */
export async function runJob(databasePath: string, order: JobOrder): Promise<unknown> {
  switch (order.name) {
    case "checkpoint-wal":
      return checkpoint(databasePath);
    // The data folder may be gone when the database is opened.
    case "export":
      return written(() => reading(databasePath, (raw) => writeExport(raw, order.input)));
    case "backup":
      return written(() => reading(databasePath, (raw) => writeBackup(raw, order.input.path)));
    case "quick-check":
      return reading(databasePath, quickCheck);
    case "verify-journal":
      return reading(databasePath, (raw) => inSnapshot(raw, () => verifyJournal(raw)));
    case "verify-projections":
      return reading(databasePath, (raw) => inSnapshot(raw, () => verifyProjections(raw)));
    case "census":
      return reading(databasePath, (raw) =>
        inSnapshot(raw, () => takeCensus(raw, order.input.folder)),
      );
    default:
      return assertNever(order);
  }
}

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
const inSnapshot = <T>(raw: Database, read: () => T): T => raw.transaction(read)();

function checkpoint(databasePath: string): null {
  withConnection(openForCheckpoint(databasePath), (raw) => raw.pragma("wal_checkpoint(PASSIVE)"));
  return null;
}

async function written(
  write: () => Promise<WrittenFile>,
): Promise<Result<WrittenFile, NotWritten>> {
  try {
    return ok(await write());
  } catch (error) {
    const why = error instanceof BackupUnsoundError ? "unknown" : whyNotWritten(error);
    if (why === null) throw error;
    return notWritten(why);
  }
}
