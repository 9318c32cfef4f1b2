import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

/**
 * Lets SQLite roll back an interrupted transaction of a rollback journal. Only the first step of a new database has one,
 * before WAL mode is on. A read-only connection cannot roll back and would report the folder as read-only.
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
    // The checks after this one report problems of the file or the folder.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}
