import { rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { applicationId, withConnection } from "#core/db/open/connection.ts";
import { markAsBackup } from "#core/db/open/backup-mark.ts";
import { makeFolder, placeFile } from "#core/db/files/files.ts";
import { readApplicationId } from "#core/db/migrations/migrate.ts";
import { quickCheck } from "#core/db/worker/quick-check.ts";
import { removeDatabase } from "#core/db/open/workspace-files.ts";
import type { WrittenFile } from "#core/db/export/write-export.ts";

/**
 * Copies all pages in one step, so that the copy is consistent although the writing connection continues to write to
 * the WAL.
 */
const allPages = 0x7fffffff;

/** The copy differs from the original. */
export class BackupUnsoundError extends Error {}

/**
 * Copies the open database to `path`. Before the copy gets its final name, it is opened and checked, its journal
 * entries are counted, and the file is flushed. A missing folder is made. A failure leaves no file.
 */
export async function writeBackup(raw: Database, path: string): Promise<WrittenFile> {
  const temporary = `${path}.part`;
  try {
    makeFolder(dirname(path));
    rmSync(temporary, { force: true });
    const before = countEntries(raw);
    await raw.backup(temporary, { progress: () => allPages });
    const rows = verifyCopy(temporary, before);
    placeFile(temporary, path);
    return { rows, bytes: statSync(path).size };
  } catch (error) {
    removeDatabase(temporary);
    throw error;
  }
}

/** Marks the copy as a backup (S5) and returns its number of journal entries. */
function verifyCopy(path: string, atLeast: number): number {
  return withConnection(new Sqlite(path, { fileMustExist: true }), (copy) => {
    copy.pragma("journal_mode = DELETE");
    markAsBackup(copy);
    const entries = countEntries(copy);
    const sound = quickCheck(copy).sound && readApplicationId(copy) === applicationId;
    if (!sound || entries < atLeast) throw new BackupUnsoundError("The backup is not sound");
    return entries;
  });
}

const countEntries = (raw: Database): number =>
  raw.prepare<[], number>("SELECT count(*) FROM journal").pluck().get() ?? 0;
