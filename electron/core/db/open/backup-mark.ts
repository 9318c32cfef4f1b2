import type { Database } from "better-sqlite3";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import { knownSignersKey, signingKeyName } from "#core/db/journal/journal-signer.ts";

/**
 * Key in `meta` that marks a backup, so that a backup that somebody copied to the path of the database is recognized
 * (S5).
 */
export const backupMarkKey = "is-backup";

/** Key in `meta` with the time of the newest backup that a person left behind (`leaveBackups`). */
export const leftBackupsKey = "left-backups";

/**
 * Deletes paired devices, the signing key and the known signers from a copy of a database (S11). Otherwise a device that
 * was revoked later would regain access through an older copy. The deleted bytes are overwritten.
 */
export function forgetAccess(raw: Database): void {
  raw.pragma("secure_delete = ON");
  raw.exec("DELETE FROM paired_device");
  raw.prepare("DELETE FROM meta WHERE key IN (?, ?)").run(signingKeyName, knownSignersKey);
  raw.pragma("secure_delete = OFF");
}

/** Call before the backup gets its final name. */
export function markAsBackup(raw: Database): void {
  forgetAccess(raw);
  // Which backups a person left behind was decided for the former database, not for this copy of it.
  raw.prepare("DELETE FROM meta WHERE key = ?").run(leftBackupsKey);
  createMetaStore(raw).set(backupMarkKey, "1");
}
