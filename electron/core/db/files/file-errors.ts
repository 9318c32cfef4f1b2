import Sqlite from "better-sqlite3";
import type { Err, Failure } from "#shared/result.ts";
import { err } from "#shared/result.ts";

/** The code of an error of SQLite or of the operating system; null for a bug of this program. */
export function errorCode(error: unknown): string | null {
  if (error instanceof Sqlite.SqliteError) return error.code;
  // better-sqlite3 gives this error no code.
  if (error instanceof TypeError && error.message.endsWith("directory does not exist"))
    return "ENOENT";
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

/** The index of the WAL grows with the WAL; on a full disk it cannot grow, which is SQLITE_IOERR_SHMSIZE. */
export const isDiskFull = (code: string): boolean =>
  ["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"].includes(code);

/** Whether the disk, the folder or the file cannot be written to by this user. */
export const isReadOnly = (code: string): boolean =>
  ["EACCES", "EPERM", "EROFS"].includes(code) ||
  code.startsWith("SQLITE_READONLY") ||
  code.startsWith("SQLITE_PERM");

export const isCorrupt = (error: unknown): boolean =>
  errorCode(error)?.startsWith("SQLITE_CORRUPT") === true;

/** Why a file beside the database was not written. */
export type NotWrittenReason = "disk-full" | "read-only" | "file-gone" | "busy" | "unknown";

/** A file could not be written and no part of it is left; `details.why` is a `NotWrittenReason`. */
export type NotWritten = Failure<"not-saved">;

export const notWritten = (why: NotWrittenReason): Err<NotWritten> =>
  err("not-saved", `The file was not written: ${why}`, { details: { why } });

/** Classifies the error of a failed write; null for a bug of this program. */
export function whyNotWritten(error: unknown): NotWrittenReason | null {
  const code = errorCode(error);
  if (code === null) return null;
  if (isDiskFull(code)) return "disk-full";
  if (isReadOnly(code)) return "read-only";
  if (code === "ENOENT" || code.startsWith("SQLITE_CANTOPEN")) return "file-gone";
  return code.startsWith("SQLITE_BUSY") ? "busy" : "unknown";
}
