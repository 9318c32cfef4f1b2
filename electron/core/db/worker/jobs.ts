import type { Database } from "better-sqlite3";
import type { Result } from "#shared/result.ts";
import { assertNever, ok } from "#shared/result.ts";
import { openCarrier, openReader } from "#core/db/open/connection.ts";
import type { NotWritten } from "#core/db/files/not-written.ts";
import { notWritten, whyNotWritten } from "#core/db/files/not-written.ts";
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

/** Long work, by name: what goes in and what comes out. None of it changes what the database says. */
export interface JobTypes {
  /** Carries the log over into the database, as far as nobody still reads what was before. */
  readonly "carry-log": { readonly input: null; readonly output: null };
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

/** One order to the worker. */
export type JobOrder = {
  [Name in JobName]: { readonly name: Name; readonly input: JobTypes[Name]["input"] };
}[JobName];

/** Does one job on a connection of its own, a reading one wherever that is enough. */
export async function runJob(databasePath: string, order: JobOrder): Promise<unknown> {
  if (order.name === "carry-log") return carryLog(databasePath);
  const raw = openReader(databasePath);
  try {
    switch (order.name) {
      case "quick-check":
        return quickCheck(raw);
      case "verify-journal":
        return atOneMoment(raw, verifyJournal);
      case "verify-projections":
        return atOneMoment(raw, verifyProjections);
      case "census":
        return atOneMoment(raw, (read) => takeCensus(read, order.input.folder));
      case "export":
        return await written(() => writeExport(raw, order.input));
      case "backup":
        return await written(() => writeBackup(raw, order.input.path));
      default:
        return assertNever(order);
    }
  } finally {
    raw.close();
  }
}

/** Everything it reads is of one moment, while the desk goes on writing: else what changed between two looks differs. */
const atOneMoment = <T>(raw: Database, read: (raw: Database) => T): T =>
  raw.transaction(() => read(raw))();

function carryLog(databasePath: string): null {
  const raw = openCarrier(databasePath);
  try {
    raw.pragma("wal_checkpoint(PASSIVE)");
    return null;
  } finally {
    raw.close();
  }
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
