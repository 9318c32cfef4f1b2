import { promises } from "node:fs";
import { privateFile } from "#core/db/open/private-files.ts";

const { chmod, open, stat } = promises;

/** Files of a medium that may be pulled or hang: nothing here waits on the program's own loop (J9). */

/** Writes there, cuts off what stood behind, and flushes. */
export type WriteAt = (path: string, position: number, text: string) => Promise<void>;

/** For this user alone (S9); throws where there is one. */
export async function makeFile(path: string): Promise<void> {
  await (await open(path, "wx", privateFile)).close();
}

/** Its names. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Takes the rights of others from a file that an earlier version made (S9); FAT, as on most sticks, keeps none. */
export async function closeFileToOthers(path: string): Promise<void> {
  if (process.platform !== "win32") await chmod(path, privateFile).catch(() => undefined);
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

export const sizeOnMedium = async (path: string): Promise<number> => (await stat(path)).size;

/** The same number for all that is on one disk. */
export const readDisk = async (folder: string): Promise<number> => (await stat(folder)).dev;

export const gone = (): Error => Object.assign(new Error("Its disk is gone"), { code: "ENOENT" });

export async function writeToFile(path: string, position: number, text: string): Promise<void> {
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
}
