import { chmod, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";

const onlyThisUser = 0o600;
const othersBits = 0o077;

/**
 * The text of a file that only this user may read; null if it does not exist. Corrects the file's
 * permissions.
 */
export async function readPrivateFile(path: string): Promise<string | null> {
  try {
    // The reader of a pipe waits for ever, and a folder without its permissions is closed to its user.
    if (!(await stat(path)).isFile()) throw new Error(`${path} is no file`);
    await chmod(path, onlyThisUser);
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Replaces the file atomically: after a crash it has the old or the new text. */
async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const next = `${path}.next`;
  await writeFile(next, text, { mode: onlyThisUser, flush: true });
  await chmod(next, onlyThisUser);
  await rename(next, path);
}

/** The valid content of a JSON file that only this user may read; null if it is missing or invalid. */
export async function readPrivateJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    return schema.parse(JSON.parse((await readPrivateFile(path)) ?? ""));
  } catch {
    return null;
  }
}

export const writePrivateJson = (path: string, value: unknown): Promise<void> =>
  writePrivateFile(path, `${JSON.stringify(value)}\n`);

/**
 * From now on, the process creates folders and files for this user alone (S9): the database with its WAL,
 * backups, exports and logs, whichever library creates them. On Windows the user's profile permissions
 * protect them.
 */
export function makeFilesPrivate(): void {
  if (process.platform !== "win32") process.umask(process.umask() | othersBits);
}

/** The code of an error of the system, for example `ENOENT`; null for every other error. */
export const errorCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error ? String(error.code) : null;
