import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { leaveBackups } from "./lost-entries.ts";
import { openTarget } from "./repair-database.ts";
import { placeFile } from "#core/db/files/files.ts";
import { backupMarkKey } from "#core/db/open/backup-mark.ts";
import { applicationId, openReader, withConnection } from "#core/db/open/connection.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { readApplicationId } from "#core/db/migrations/migrate.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";

/** Puts an empty database in place by one renaming (S4). After a kill there is no database, or a complete one. */
export function placeEmptyDatabase(files: WorkspaceFiles, ladder: readonly string[]): void {
  const part = join(files.folder, "empty.part");
  withConnection(openTarget(part, ladder), (raw) => leaveBackups(raw, files, true));
  placeFile(part, files.database);
}

/**
 * Whether the database has no journal entries and is no backup, as after `placeEmptyDatabase`. A damaged database is not
 * unused.
 */
export function isUnused({ database }: WorkspaceFiles): boolean {
  try {
    return withConnection(
      openReader(database),
      (raw) =>
        readApplicationId(raw) === applicationId &&
        createMetaStore(raw).get(backupMarkKey) !== "1" &&
        raw.prepare("SELECT 1 FROM journal LIMIT 1").get() === undefined,
    );
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}
