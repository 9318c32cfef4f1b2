import { join } from "node:path";
import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { applicationId, openReader, withConnection } from "#core/db/open/connection.ts";
import { backupMarkKey, leftBackupsKey } from "#core/db/open/backup-mark.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import { withOwnEpochs } from "#core/db/stores/journal/own-epochs.ts";
import { readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { listBackups } from "#core/db/open/workspace-files.ts";
import type { BackupFile, WorkspaceFiles } from "#core/db/open/workspace-files.ts";

/**
 * The newest backup that has journal entries that its own computer wrote and that this database lacks (S4); null if
 * there is none. SQLite opens a database without an error if its WAL was deleted or is damaged, and commits of that WAL
 * are missing. All backups are compared: a backup that was made after the loss lacks the same entries.
 *
 * Entries of other computers do not count: a power cut may undo a part of a merge. The backups that a person left behind
 * do not count either (`leaveBackups`).
 */
export function backupWithLostEntries(
  raw: Database,
  files: WorkspaceFiles,
  knownVersions: number,
): BackupFile | null {
  const version = readVersion(raw);
  // The first WAL also holds the schema, so a database that lost it is empty.
  const isEmpty = version === 0 && readApplicationId(raw) === 0;
  if (!isEmpty && (version > knownVersions || readApplicationId(raw) !== applicationId)) {
    return null;
  }
  const meta = isEmpty ? null : createMetaStore(raw);
  const left = meta?.get(leftBackupsKey) ?? null;
  if (left === null && meta?.get(backupMarkKey) === "1") return null;
  const lacks = isEmpty ? ({ epochs }: OwnEnds) => epochs.length > 0 : createComparison(raw);
  for (const backup of listBackups(files)) {
    if (left !== null && backup.atMs <= Number(left)) return null;
    const ends = readOwnEnds(join(files.backups, backup.name));
    if (ends !== null && lacks(ends)) return backup;
  }
  return null;
}

/**
 * Remembers that a person goes on without the present backups, for example with an older one or with an empty database.
 * Call after the opening; true if there is something to remember.
 */
export function leaveBackups(raw: Database, files: WorkspaceFiles, isAnswered: boolean): boolean {
  const meta = createMetaStore(raw);
  const isNewlyRestored = meta.get(backupMarkKey) === "1" && meta.get(leftBackupsKey) === null;
  const [newest] = listBackups(files);
  if (newest === undefined || !(isAnswered || isNewlyRestored)) return false;
  meta.set(leftBackupsKey, String(newest.atMs));
  return true;
}

interface OwnEnds {
  readonly device: string;
  readonly epochs: readonly { readonly epoch: string; readonly last: number }[];
}

/** The last entry of each epoch of the device that made the backup; null if the backup cannot be read. */
function readOwnEnds(path: string): OwnEnds | null {
  try {
    return withConnection(openReader(path), (raw) => {
      const device = createMetaStore(raw).get("device") ?? "";
      const epochs = raw.prepare<{ device: string }, OwnEnds["epochs"][number]>(
        `${withOwnEpochs}
         SELECT epoch, (SELECT max(sequence) FROM journal WHERE device = @device AND epoch = own.epoch) AS last
         FROM own WHERE epoch IS NOT NULL`,
      );
      return { device, epochs: epochs.all({ device }) };
    });
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return null;
    throw error;
  }
}

/**
 * Returns a function that tells whether the database lacks the last entry of an epoch of a backup. Call it with the newest
 * backup first.
 *
 * A backup of another computer's database does not count. Exception: a database that lost its whole WAL may have another
 * device. Such a database has no entries and no backup with its device.
 */
function createComparison(raw: Database): (ends: OwnEnds) => boolean {
  const own = createMetaStore(raw).get("device");
  const entry = raw.prepare<[string, string, number]>(
    "SELECT 1 FROM journal WHERE device = ? AND epoch = ? AND sequence = ?",
  );
  let isOwnOnly = raw.prepare("SELECT 1 FROM journal LIMIT 1").get() !== undefined;
  return ({ device, epochs }) => {
    if (device === own) isOwnOnly = true;
    else if (isOwnOnly) return false;
    return epochs.some(({ epoch, last }) => entry.get(device, epoch, last) === undefined);
  };
}
