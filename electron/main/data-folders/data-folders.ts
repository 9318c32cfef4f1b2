import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "#station/host/private-file.ts";

const fileName = "data-folders.json";
/** The last few, not a history. */
const most = 6;

const keptSchema = z.object({
  /** Where a start without a flag goes; null: the usual folder. */
  chosen: z.string().nullable(),
  /** Newest first. */
  recent: z.array(z.string()),
});

type Kept = z.infer<typeof keptSchema>;

/** Which data folders this user's desktop had open; kept outside all of them. */
export interface DataFolders {
  /** Where a start without a flag goes; null: the usual folder. */
  chosen(): string | null;
  /** Newest first. */
  recent(): readonly string[];
  /** It was opened, by a flag or by choice. */
  remember(folder: string): Promise<void>;
  /** It opens at the next start, and at those after it. */
  choose(folder: string): Promise<void>;
  /** Takes it off the list; the folder itself stays as it is. */
  forget(folder: string): Promise<void>;
}

/** Read before every change: another window of this user may have another folder open. */
export function createDataFolders(place: string, usual: string): DataFolders {
  const path = join(place, fileName);
  const change = (edit: (kept: Kept) => Kept): Promise<void> =>
    writePrivateFile(path, `${JSON.stringify(edit(readKept(path)))}\n`);
  return {
    chosen: () => readKept(path).chosen,
    recent: () => readKept(path).recent,
    remember: (folder) =>
      change(({ chosen, recent }) => ({
        chosen,
        recent: [folder, ...recent.filter((one) => one !== folder)].slice(0, most),
      })),
    choose: (folder) =>
      change(({ recent }) => ({ chosen: folder === usual ? null : folder, recent })),
    forget: (folder) =>
      change(({ chosen, recent }) => ({
        chosen: chosen === folder ? null : chosen,
        recent: recent.filter((one) => one !== folder),
      })),
  };
}

/** A list that cannot be read begins anew; the usual folder is always known. */
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
 * Where the runtime keeps its own files for a data folder. Each folder but the usual one has its own,
 * so that two may be open at once, each by one window, and no page's memory mixes two races.
 */
export function profileOf(folder: string, usual: string, profile: string): string {
  if (folder === usual) return profile;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(profile, "folders", name);
}
