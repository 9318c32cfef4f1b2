import type { Database } from "better-sqlite3";

/** Stands in `meta` of every backup, so that one in the database's place says what it is (S5). */
export const copyMarkKey = "is-backup";

/** Before a backup is given its name. */
export function markAsBackup(raw: Database): void {
  raw
    .prepare(
      "INSERT INTO meta (key, value) VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = '1'",
    )
    .run(copyMarkKey);
}
