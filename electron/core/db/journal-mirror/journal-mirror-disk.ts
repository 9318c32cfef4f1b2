import type { Stats } from "node:fs";
import { promises } from "node:fs";
import { errorCode } from "#core/db/files/file-errors.ts";
import { privateFile } from "#core/db/open/private-files.ts";

const { chmod, open, stat } = promises;

// All functions are asynchronous, because a stick that was pulled out may hang, and a hanging call must not block the
// event loop (J9).

/** Replaces the file's content from `position` on, and flushes it. */
export type WriteAt = (path: string, position: number, text: string) => Promise<void>;

/** Creates a file that only this user may read (S9), and returns its inode. Fails if the file exists. */
export async function makeFile(path: string): Promise<number> {
  const file = await open(path, "wx", privateFile);
  try {
    return (await file.stat()).ino;
  } finally {
    await file.close();
  }
}

/** Flushes the names in a folder. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the rights of other users from a file of an earlier version. FAT, used on most sticks, has no rights. */
export async function closeFileToOthers(path: string): Promise<void> {
  if (process.platform !== "win32") await chmod(path, privateFile).catch(() => undefined);
}

/** Null if the file does not exist. */
export async function readStats(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** The number of the disk that a folder is on. */
export const readDisk = async (folder: string): Promise<number> => (await stat(folder)).dev;

export const diskGoneError = (): Error =>
  Object.assign(new Error("The disk of the folder is gone"), { code: "ENOENT" });

export const writeToFile: WriteAt = async (path, position, text) => {
  const file = await open(path, "r+");
  try {
    await file.truncate(position);
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, null, position + done);
      done += bytesWritten;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
};
