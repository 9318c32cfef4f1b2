import type { Err, Failure } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import { errorCode } from "#core/db/open/folder-lock.ts";
import type { NotSavedReason } from "#core/db/open/not-saved.ts";

/** Why a file beside the database was not written. */
export type NotWrittenReason = Exclude<NotSavedReason, "file-replaced" | "in-doubt">;

/** A file that could not be written; `details.why` is a `NotWrittenReason`. Nothing of it is left. */
export type NotWritten = Failure<"not-saved">;

export const notWritten = (why: NotWrittenReason): Err<NotWritten> =>
  err("not-saved", `The file was not written: ${why}`, { details: { why } });

/** Reads the code of a file that failed; null for a bug of ours, which is no trouble with the disk. */
export function whyNotWritten(error: unknown): NotWrittenReason | null {
  const code = errorCode(error);
  if (code === null) return null;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL") return "disk-full";
  if (["EACCES", "EPERM", "EROFS"].includes(code) || code.startsWith("SQLITE_READONLY")) {
    return "read-only";
  }
  if (code === "ENOENT" || code.startsWith("SQLITE_CANTOPEN")) return "file-gone";
  return code.startsWith("SQLITE_BUSY") ? "busy" : "unknown";
}
