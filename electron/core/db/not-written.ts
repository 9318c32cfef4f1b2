import type { Err, Failure } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import { errorCode } from "./folder-lock.ts";
import type { NotSavedReason } from "./not-saved.ts";

/** A file that could not be written; `details.why` is a `NotSavedReason`. Nothing of it is left. */
export type NotWritten = Failure<"not-saved">;

export const notWritten = (why: NotSavedReason): Err<NotWritten> =>
  err("not-saved", `The file was not written: ${why}`, { details: { why } });

/** Reads the code of a file that failed; null for a bug of ours, which is no trouble with the disk. */
export function whyNotWritten(error: unknown): NotSavedReason | null {
  const code = errorCode(error);
  if (code === null) return null;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL") return "disk-full";
  if (["EACCES", "EPERM", "EROFS"].includes(code) || code.startsWith("SQLITE_READONLY")) {
    return "read-only";
  }
  if (code === "ENOENT" || code.startsWith("SQLITE_CANTOPEN")) return "file-gone";
  return code.startsWith("SQLITE_BUSY") ? "busy" : "unknown";
}
