import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateJson } from "#station/host/private-file.ts";

const fileName = "data-folders.json";
/** Length of the list of recent folders. */
const most = 6;

const keptSchema = z.object({
  /** The folder of a start without a flag; null: the default folder. */
  chosen: z.string().nullable(),
  /** Newest first. */
  recent: z.array(z.string()),
});

type Kept = z.infer<typeof keptSchema>;

/** Reads the file before every change, because another window of this user may have another folder open. */
export function createDataFolders(listFolder: string, usual: string) {
  const path = join(listFolder, fileName);
  const change = (edit: (kept: Kept) => Kept): Promise<void> =>
    writePrivateJson(path, edit(readKept(path)));
  return {
    /** The folder of a start without a flag; null: the default folder. */
    chosen: (): string | null => readKept(path).chosen,
    /** Newest first. */
    recent: (): readonly string[] => readKept(path).recent,
    /** Records that the folder was opened, by a flag or by choice. */
    remember: (folder: string) =>
      change(({ chosen, recent }) => ({
        chosen,
        recent: [folder, ...recent.filter((one) => one !== folder)].slice(0, most),
      })),
    /** Makes the folder the default of the next starts. */
    choose: (folder: string) =>
      change(({ recent }) => ({ chosen: folder === usual ? null : folder, recent })),
    /** Removes the folder from the list; the folder itself is not changed. */
    forget: (folder: string) =>
      change(({ chosen, recent }) => ({
        chosen: chosen === folder ? null : chosen,
        recent: recent.filter((one) => one !== folder),
      })),
  };
}

/** The data folders that this user's desktop has opened; stored outside all of them. */
export type DataFolders = ReturnType<typeof createDataFolders>;

/** An unreadable list counts as empty; the default folder is always known. */
function readKept(path: string): Kept {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return { chosen: null, recent: [] };
  }
}

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * The runtime's profile folder for a data folder. Each folder except the default has its own profile, so that
 * two windows may have two folders open, and no page storage mixes two races.
 */
export function profileOf(folder: string, usual: string, profile: string): string {
  if (folder === usual) return profile;
  const name = hash("sha256", folder).slice(0, 16);
  return join(profile, "folders", name);
}
