import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  copyFileSafely,
  fileTime,
  placeFile,
  readFileTime,
  syncFolder,
} from "#core/db/files/files.ts";
import { makeFolder } from "./make-folder.ts";
import { privateFile } from "./private-files.ts";

/** Where a workspace keeps its things. */
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

/** SQLite's own files beside the database; they belong together. */
export const databaseSuffixes = ["", "-wal", "-shm", "-journal"] as const;

const markerFile = "damaged.json";

/** What is known of a damaged database that nobody has decided about yet (S4). */
export interface DamageMark {
  readonly reason: string;
  readonly atMs: number;
  /** Where the files were moved; null while they are still in place. */
  readonly setAside: string | null;
}

export function readDamage({ folder }: WorkspaceFiles): DamageMark | null {
  const marker = join(folder, markerFile);
  if (!existsSync(marker)) return null;
  try {
    const { reason, atMs, setAside } = JSON.parse(readFileSync(marker, "utf8"));
    return { reason: String(reason), atMs: Number(atMs), setAside: setAside ?? null };
  } catch {
    return { reason: "unreadable-mark", atMs: 0, setAside: null };
  }
}

/** Remembers the damage across restarts, until a person decides. */
export function markDamage({ folder }: WorkspaceFiles, mark: DamageMark): void {
  const temporary = join(folder, `${markerFile}.part`);
  writeFileSync(temporary, JSON.stringify(mark));
  placeFile(temporary, join(folder, markerFile));
}

export function forgetDamage({ folder }: WorkspaceFiles): void {
  rmSync(join(folder, markerFile), { force: true });
  syncFolder(folder);
}

/** Where the journal is written by itself, once the database was found damaged and nobody has chosen a folder. */
export const journalAside = ({ setAside }: WorkspaceFiles): string => join(setAside, "journal");

/** The database in a folder of what was set aside. */
export const databaseIn = (place: string): string => join(place, "chute.sqlite");

function makePlaceAside({ setAside }: WorkspaceFiles, atMs: number): string {
  const base = join(setAside, fileTime(atMs));
  let place = base;
  for (let number = 2; existsSync(place); number += 1) place = `${base}-${number}`;
  makeFolder(place);
  return place;
}

/**
 * Copies the database and its log into a folder of their own, with a mended log in the place of its own; returns that
 * folder. Whoever has no room for it hears of it before anything is lost.
 */
export function copyAside(files: WorkspaceFiles, atMs: number, mendedLog: Uint8Array): string {
  const place = makePlaceAside(files, atMs);
  try {
    const log = `${databaseIn(place)}-wal`;
    copyFileSafely(files.database, databaseIn(place));
    copyFileSafely(`${files.database}-wal`, `${log}.damaged`);
    writeFileSync(log, mendedLog, { mode: privateFile });
    syncFolder(place);
    return place;
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
}

/** Moves the whole file set into a folder of its own, never deleting a byte (S4); returns that folder. */
export function moveAside(files: WorkspaceFiles, atMs: number): string {
  const place = makePlaceAside(files, atMs);
  for (const suffix of databaseSuffixes) {
    const from = `${files.database}${suffix}`;
    if (existsSync(from)) renameSync(from, `${databaseIn(place)}${suffix}`);
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

/** Newest first. */
export function listBackups({ backups }: WorkspaceFiles): BackupFile[] {
  if (!existsSync(backups)) return [];
  const found: BackupFile[] = [];
  for (const name of readdirSync(backups)) {
    const atMs = readFileTime(backupName.exec(name)?.[1] ?? "");
    if (atMs !== null) found.push({ name, atMs, bytes: statSync(join(backups, name)).size });
  }
  return found.toSorted((one, other) => other.atMs - one.atMs || (one.name < other.name ? 1 : -1));
}

/** Puts a backup in the database's place, which must be empty. The backup itself stays. */
export function restoreBackup(files: WorkspaceFiles, name: string): void {
  if (existsSync(files.database)) throw new Error("A database is in the way of the backup");
  copyFileSafely(join(files.backups, name), files.database);
}

/** True when log or database are there but the database has no bytes: SQLite would take it for a new one. */
export function isHollow(files: WorkspaceFiles): boolean {
  const size = sizeOf(files.database);
  return (size === null || size === 0) && (sizeOf(`${files.database}-wal`) ?? 0) > 0;
}

export const sizeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.size ?? null;
