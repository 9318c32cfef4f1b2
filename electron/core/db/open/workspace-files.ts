import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  copyFileSafely,
  fileTime,
  isRegularFile,
  makeFolder,
  readFileTime,
  syncFolder,
  writeJson,
} from "#core/db/files/files.ts";
import { privateFile } from "./private-files.ts";

/** The paths of a workspace. */
export interface WorkspaceFiles {
  readonly folder: string;
  readonly database: string;
  readonly backups: string;
  readonly exports: string;
  readonly setAside: string;
}

export const workspaceFiles = (folder: string): WorkspaceFiles => ({
  folder,
  database: join(folder, "chute.sqlite"),
  backups: join(folder, "backups"),
  exports: join(folder, "exports"),
  setAside: join(folder, "set-aside"),
});

/** Suffixes of the files of a SQLite database. */
export const databaseSuffixes = ["", "-wal", "-shm", "-journal"] as const;

export const removeDatabase = (path: string): void =>
  databaseSuffixes.forEach((suffix) => rmSync(`${path}${suffix}`, { force: true }));

const markerIn = ({ folder }: WorkspaceFiles): string => join(folder, "damaged.json");

/** The path of the stamp (S5), which `watchClonedFolder` writes. */
export const stampIn = ({ folder }: WorkspaceFiles): string => join(folder, "stamp.json");

/** The files of a workspace that a start reads; another thing in such a place ends the start (S4). */
export const readAtStart = (files: WorkspaceFiles): readonly string[] => [
  ...databaseSuffixes.map((suffix) => `${files.database}${suffix}`),
  markerIn(files),
  stampIn(files),
];

/** The reason of the mark while a person's backup takes the place of an undamaged database. */
export const restoreCutShort = "restore-cut-short";

/** Describes a damaged database until its journal was taken over, or a person starts empty (S4). */
export interface DamageMark {
  readonly reason: string;
  /** Until the files were moved, the time that names their folder. */
  readonly atMs: number;
  /** The folder that its files were moved to; null if they were not moved yet. */
  readonly setAside: string | null;
  /** The backup that has entries that the database lacks; null if the newest backup is to be offered. */
  readonly backup: string | null;
}

export function readDamage(files: WorkspaceFiles): DamageMark | null {
  const marker = markerIn(files);
  if (!existsSync(marker)) return null;
  try {
    const { reason, atMs, setAside, backup } = JSON.parse(readFileSync(marker, "utf8"));
    return {
      reason: String(reason),
      atMs: Number(atMs),
      setAside: setAside ?? null,
      backup: backup ?? null,
    };
  } catch {
    return { reason: "unreadable-mark", atMs: 0, setAside: null, backup: null };
  }
}

export const markDamage = (files: WorkspaceFiles, mark: DamageMark): void =>
  writeJson(markerIn(files), mark);

export function forgetDamage(files: WorkspaceFiles): void {
  rmSync(markerIn(files), { force: true });
  syncFolder(files.folder);
}

/** The journal mirror's folder if the database is damaged and no person has chosen a folder. */
export const journalAside = ({ setAside }: WorkspaceFiles): string => join(setAside, "journal");

/** The database in a folder below `set-aside`. */
export const databaseIn = (place: string): string => join(place, "chute.sqlite");

function makePlaceAside({ setAside }: WorkspaceFiles, atMs: number): string {
  const base = join(setAside, fileTime(atMs));
  let place = base;
  for (let number = 2; existsSync(place); number += 1) place = `${base}-${number}`;
  makeFolder(place);
  return place;
}

/**
 * Copies the database, its damaged WAL and the repaired WAL into a new folder, and returns that folder. On a full disk it
 * throws before anything is changed.
 */
export function copyAside(files: WorkspaceFiles, atMs: number, repairedWal: Uint8Array): string {
  const place = makePlaceAside(files, atMs);
  try {
    const wal = `${databaseIn(place)}-wal`;
    copyFileSafely(files.database, databaseIn(place));
    copyFileSafely(`${files.database}-wal`, `${wal}.damaged`);
    writeFileSync(wal, repairedWal, { mode: privateFile });
    syncFolder(place);
    return place;
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Moves all files of the database into a folder that is named after `atMs`, and returns that folder. After a crash, the
 * same time continues in the same folder, so a mark with this time must be written before.
 */
export function moveAside(files: WorkspaceFiles, atMs: number): string {
  const here = databaseSuffixes.filter((suffix) => existsSync(`${files.database}${suffix}`));
  const begun = databaseIn(join(files.setAside, fileTime(atMs)));
  const isFree = here.every((suffix) => !existsSync(`${begun}${suffix}`));
  const place = existsSync(dirname(begun)) && isFree ? dirname(begun) : makePlaceAside(files, atMs);
  for (const suffix of here) {
    renameSync(`${files.database}${suffix}`, `${databaseIn(place)}${suffix}`);
  }
  syncFolder(place);
  syncFolder(files.folder);
  return place;
}

export interface BackupFile {
  readonly name: string;
  readonly atMs: number;
  readonly bytes: number;
}

const backupName = /^chute-(.+)\.sqlite$/;

export const backupNameOf = (atMs: number): string => `chute-${fileTime(atMs)}.sqlite`;

/** The backups of a workspace, newest first. A folder, a pipe or a broken link with such a name is none. */
export function listBackups({ backups }: WorkspaceFiles): BackupFile[] {
  if (!existsSync(backups)) return [];
  const found: BackupFile[] = [];
  for (const name of readdirSync(backups)) {
    const atMs = readFileTime(backupName.exec(name)?.[1] ?? "");
    const path = join(backups, name);
    if (atMs !== null && isRegularFile(path))
      found.push({ name, atMs, bytes: statSync(path).size });
  }
  return found.toSorted((one, other) => other.atMs - one.atMs || (one.name < other.name ? 1 : -1));
}

/** Copies a backup to the database's path, where no file may exist. The copy is prepared before it gets its name. */
export function restoreBackup(
  files: WorkspaceFiles,
  name: string,
  prepare: (copy: string) => void,
): void {
  if (existsSync(files.database)) throw new Error("A database is in the way of the backup");
  copyFileSafely(join(files.backups, name), files.database, prepare);
}

/** Whether a WAL exists but the database is missing or empty: SQLite would create a new database and drop the WAL. */
export const isHollow = (database: string): boolean =>
  (sizeOf(database) ?? 0) === 0 && (sizeOf(`${database}-wal`) ?? 0) > 0;

export const sizeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.size ?? null;

export const isInPlace = ({ database }: WorkspaceFiles): boolean => (sizeOf(database) ?? 0) > 0;
