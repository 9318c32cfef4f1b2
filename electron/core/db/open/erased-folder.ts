import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "#core/db/files/file-errors.ts";
import { fileTime, isFolder, makeFolder, readFileTime, syncFolder } from "#core/db/files/files.ts";
import { openReader, withConnection } from "./connection.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";
import { workspaceFiles } from "./workspace-files.ts";

const prefix = "erased-";

/**
 * The file with the note of a wipe (K4). It moves with the erased folder, then into the data folder until the new database
 * has the note. In a live folder that was not erased it means nothing.
 */
export const wipeNoteIn = (folder: string): string => join(folder, "wiped.json");

/**
 * Moves the live folder out of the way (K4). The one step of a wipe that decides: before it everything is here, after it
 * nothing is, whatever a crash or a power cut does. `removeErased` does the rest, at the next start if need be.
 *
 * @throws Error of the disk, or if the folder is a link, because its data would stay where the link leads. Nothing was
 * changed then, except that exports which are not kept may be gone.
 */
export function moveErased(
  { folder, exports }: WorkspaceFiles,
  { dataDir, atMs, keepsExports }: MoveErasedOptions,
): void {
  if (lstatSync(folder).isSymbolicLink()) throw new Error("The live folder is a link");
  // Exports in an erased folder are exports to keep.
  if (!keepsExports) rmSync(exports, { recursive: true, force: true });
  renameSync(folder, join(dataDir, `${prefix}${fileTime(atMs)}`));
}

export const hasErased = (dataDir: string): boolean => erasedFolders(dataDir).length > 0;

const erasedFolders = (dataDir: string): readonly WorkspaceFiles[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith(prefix) && readFileTime(name.slice(prefix.length)) !== null)
    .map((name) => workspaceFiles(join(dataDir, name)));

/**
 * The fingerprints of the API keys that erased databases name, and that the live one names. A crash in a wipe may have left
 * keys of erased databases in the key store.
 */
export function keptFingerprints(dataDir: string) {
  const erased = erasedFolders(dataDir).flatMap(fingerprintsIn);
  // Without erased keys nothing opens the live database before its files are checked.
  const live = workspaceFiles(join(dataDir, "live"));
  return { erased, inUse: erased.length === 0 ? [] : fingerprintsIn(live) };
}

/** Empty for a database that cannot be read: an erasure does not wait for it. */
function fingerprintsIn({ database }: WorkspaceFiles): readonly string[] {
  if (!existsSync(database)) return [];
  try {
    return withConnection(openReader(database), (raw) =>
      raw.prepare<[], string>("SELECT fingerprint FROM credential").pluck().all(),
    );
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [];
  }
}

export interface MoveErasedOptions {
  readonly dataDir: string;
  readonly atMs: number;
  readonly keepsExports: boolean;
}

/**
 * Moves the exports of erased folders into the new live folder, and the note of the wipe into the data folder, then removes
 * the erased folders. Without an erased folder it does nothing.
 *
 * @throws Error of the disk; the next call goes on.
 */
export function removeErased(dataDir: string): void {
  const live = workspaceFiles(join(dataDir, "live"));
  for (const erased of erasedFolders(dataDir)) {
    // A power cut must not bring the live folder back after a part of it was removed.
    syncFolder(dataDir);
    const note = wipeNoteIn(erased.folder);
    if (existsSync(note)) renameSync(note, wipeNoteIn(dataDir));
    if (isFolder(erased.exports)) {
      makeFolder(live.exports);
      for (const file of readdirSync(erased.exports)) {
        renameSync(join(erased.exports, file), join(live.exports, file));
      }
      syncFolder(live.exports);
    }
    rmSync(erased.folder, { recursive: true, force: true });
  }
}
