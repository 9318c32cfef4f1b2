import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

/**
 * Lets SQLite take back what a cut left half done under a rollback journal: the very first step of a new database, before
 * it keeps a log. Readers cannot, and would call the folder read-only for ever.
 */
export function rollBackLeftover(path: string): void {
  if (!existsSync(path) || !existsSync(`${path}-journal`)) return;
  try {
    const raw = new Sqlite(path, { fileMustExist: true });
    try {
      raw.pragma("user_version");
    } finally {
      raw.close();
    }
  } catch (error) {
    // What is wrong with the file or the folder is found and named by the checks that follow.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}
