import { readFile, stat } from "node:fs/promises";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { errorCode } from "#station/host/private-file.ts";

export type KeyFileError =
  | "key-file-missing"
  | "key-file-unreadable"
  | "key-file-open-to-all"
  | "key-empty";

/** Permission bits of the group and of all other users. */
const othersMayUse = 0o066;
const longestKey = 4096;

/**
 * Reads the key from a file that other users of this computer cannot read (K1). Windows has no such
 * permission bits, so they are not checked there. Error messages never contain the file's text.
 */
export async function readKeyFile(path: string): Promise<Result<string, Failure<KeyFileError>>> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return err("key-file-unreadable", `${path} is not a file.`);
    if (process.platform !== "win32" && (found.mode & othersMayUse) !== 0) {
      return err(
        "key-file-open-to-all",
        `Others on this computer may read or change ${path}. Close it with: chmod 600 "${path}"`,
      );
    }
    return readKey(await readFile(path, "utf8"), `The file ${path}`);
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" || code === "ENOTDIR"
      ? err("key-file-missing", `There is no file ${path}.`)
      : err("key-file-unreadable", `The file ${path} cannot be read (${code}).`);
  }
}

/** A key is one line of printable characters. */
export function readKey(text: string, where: string): Result<string, Failure<"key-empty">> {
  const key = text.trim();
  return key.length <= longestKey && /^[\x21-\x7E]+$/.test(key)
    ? ok(key)
    : err("key-empty", `${where} does not hold an API key: one line of printable characters.`);
}
