import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { errorCode } from "./folder-lock.ts";

/** `in-doubt`: a crash may bring it back; the next start tells. */
export type NotSavedReason =
  | "disk-full"
  | "read-only"
  | "file-gone"
  | "file-replaced"
  | "busy"
  | "in-doubt"
  | "unknown";

/** A write that did not reach the disk: nothing of its transaction is kept, everything earlier is (J1). */
export class NotSavedError extends Error {
  readonly why: NotSavedReason;

  constructor(why: NotSavedReason, cause: unknown) {
    super(`Not saved: ${why}`, { cause });
    this.name = "NotSavedError";
    this.why = why;
  }
}

/**
 * Reads SQLite's own code of a failed write; null for what is a bug of ours (a constraint, wrong SQL), which must not be
 * taken for trouble with the disk.
 */
export function notSavedReason(error: unknown): NotSavedReason | null {
  if (!(error instanceof Sqlite.SqliteError)) return null;
  const { code } = error;
  // The index of the log is as large as the log is long; on a full disk it cannot grow.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") return "disk-full";
  if (code === "SQLITE_READONLY_DBMOVED" || code === "SQLITE_IOERR_DELETE_NOENT")
    return "file-gone";
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_PERM")) return "read-only";
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "busy";
  if (code.startsWith("SQLITE_CANTOPEN")) return "file-gone";
  return code.startsWith("SQLITE_IOERR") || code.startsWith("SQLITE_CORRUPT") ? "unknown" : null;
}

/**
 * The reason as the disk tells it where SQLite tells none: a disk that was set read-only under the program after an error
 * refuses writes to files that are open, and SQLite calls that an error of input or output.
 */
export function reasonOnDisk(why: NotSavedReason, path: string): NotSavedReason {
  if (why !== "unknown") return why;
  try {
    accessSync(dirname(path), constants.W_OK);
    return why;
  } catch (error) {
    return ["EROFS", "EACCES", "EPERM"].includes(errorCode(error) ?? "") ? "read-only" : why;
  }
}
