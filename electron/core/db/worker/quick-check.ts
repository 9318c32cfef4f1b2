import type { Database } from "better-sqlite3";
import { errorCode } from "#core/db/files/file-errors.ts";

/**
 * Reads every page of the file (S4), in about 0.1 s per 25,000 registrations. `problems`: the first ten messages of SQLite
 * about the damage, for the log.
 */
export function quickCheck(raw: Database) {
  try {
    const problems = raw.prepare<[], string>("PRAGMA quick_check(10)").pluck().all();
    const sound = problems.length === 1 && problems[0] === "ok";
    return { sound, problems: sound ? [] : problems };
  } catch (error) {
    const code = errorCode(error);
    if (code?.startsWith("SQLITE_CORRUPT") !== true && code !== "SQLITE_NOTADB") throw error;
    return { sound: false, problems: [code] };
  }
}
