import type { Database } from "better-sqlite3";
import { knownSignersKey, signingKeyName } from "#core/db/journal/journal-signer.ts";

/** Stands in `meta` of every backup, so that one in the database's place says what it is (S5). */
export const copyMarkKey = "is-backup";

/**
 * Devices that were paired are let in by this database alone, never by a copy of it (S11): one that was revoked since would
 * come back with an older copy. It alone signs its journal, and knows whom a person let in. What is deleted is overwritten.
 */
export function forgetAccess(raw: Database): void {
  raw.pragma("secure_delete = ON");
  raw.exec("DELETE FROM paired_device");
  raw.prepare("DELETE FROM meta WHERE key IN (?, ?)").run(signingKeyName, knownSignersKey);
  raw.pragma("secure_delete = OFF");
}

/** Before a backup is given its name. */
export function markAsBackup(raw: Database): void {
  forgetAccess(raw);
  raw
    .prepare(
      "INSERT INTO meta (key, value) VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = '1'",
    )
    .run(copyMarkKey);
}
