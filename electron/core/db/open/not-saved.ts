import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import type { NotWrittenReason } from "#core/db/files/file-errors.ts";
import { errorCode, isDiskFull, isReadOnly } from "#core/db/files/file-errors.ts";

/** `in-doubt`: after a crash, the next start may find the transaction saved. */
export type NotSavedReason = NotWrittenReason | "file-replaced" | "in-doubt";

/** A transaction did not reach the disk and was rolled back; earlier transactions are kept (J1). */
export class NotSavedError extends Error {
  readonly why: NotSavedReason;

  constructor(why: NotSavedReason, cause: unknown) {
    super(`Not saved: ${why}`, { cause });
    this.name = "NotSavedError";
    this.why = why;
  }
}

/** Classifies SQLite's code of a failed write; null for a bug of this program (a constraint, wrong SQL). */
export function notSavedReason(error: unknown): NotSavedReason | null {
  if (!(error instanceof Sqlite.SqliteError)) return null;
  const { code } = error;
  if (isDiskFull(code)) return "disk-full";
  if (code === "SQLITE_READONLY_DBMOVED" || code === "SQLITE_IOERR_DELETE_NOENT")
    return "file-gone";
  if (isReadOnly(code)) return "read-only";
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "busy";
  if (code.startsWith("SQLITE_CANTOPEN")) return "file-gone";
  return code.startsWith("SQLITE_IOERR") || code.startsWith("SQLITE_CORRUPT") ? "unknown" : null;
}

/**
 * Asks the file system if SQLite reports only an I/O error. An operating system may remount a disk read-only after a disk
 * error; SQLite then reports SQLITE_IOERR for files that are already open.
 */
export function reasonOnDisk(why: NotSavedReason, path: string): NotSavedReason {
  if (why !== "unknown") return why;
  try {
    accessSync(dirname(path), constants.W_OK);
    return why;
  } catch (error) {
    return isReadOnly(errorCode(error) ?? "") ? "read-only" : why;
  }
}
