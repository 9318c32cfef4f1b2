import { chmodSync, copyFileSync, existsSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";
import { applicationId, openReader, withConnection } from "#core/db/open/connection.ts";
import { markAsBackup } from "#core/db/open/backup-mark.ts";
import { makeFolder, placeFile, withFile } from "#core/db/files/files.ts";
import { errorCode, isCorrupt } from "#core/db/files/file-errors.ts";
import { quickCheck } from "#core/db/worker/quick-check.ts";
import { readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { privateFile } from "#core/db/open/private-files.ts";
import { migrations } from "#core/db/migrations/ladder.ts";
import { foreignObject, hasDamagedNumber, repairNumbers } from "#core/db/open/schema-check.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import {
  databaseSuffixes,
  forgetDamage,
  markDamage,
  moveAside,
  readDamage,
  removeDatabase,
  restoreCutShort,
} from "#core/db/open/workspace-files.ts";

/**
 * Why a file is refused as a backup.
 *
 * - `backup-not-ours`: the file is no database of Chute.
 * - `backup-newer`: a later version of Chute wrote the file.
 * - `backup-damaged`: the file is not completely readable.
 * - `backup-altered`: the schema of the file differs from Chute's (S11); `details.what` names the first difference.
 * - `backup-unreadable`: the file is missing, or this user may not read or copy it; `details.cause` is the error code.
 */
export type BackupFileError =
  | "backup-not-ours"
  | "backup-newer"
  | "backup-damaged"
  | "backup-altered"
  | "backup-unreadable";

type Checked = Result<null, Failure<BackupFileError>>;

const headBytes = 72;
const sqliteName = "SQLite format 3\0";
const versionAt = 60;
const ownerAt = 68;

/** Checks only the first bytes; reads more only to tell a damaged version or application id from another file. */
export function looksLikeBackup(path: string): Checked {
  const head = Buffer.alloc(headBytes);
  try {
    withFile(path, "r", (file) => readSync(file, head, 0, headBytes, 0));
  } catch (error) {
    return unreadable(error);
  }
  if (head.toString("latin1", 0, sqliteName.length) !== sqliteName) return notOurs();
  const version = head.readUInt32BE(versionAt);
  const isOurs = head.readUInt32BE(ownerAt) === applicationId;
  const known = isOurs ? knownVersion(version) : notOurs();
  // A file that has neither number is not opened with SQLite, because another program may use it now.
  const mayBeOurs = isOurs || version === migrations.length;
  return !known.ok && mayBeOurs && isOnlyNumberDamaged(path) ? ok(null) : known;
}

/** False also if the file cannot be read. */
function isOnlyNumberDamaged(path: string): boolean {
  try {
    return withConnection(openReader(path), (raw) => hasDamagedNumber(raw, migrations));
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}

/**
 * Replaces the present database by a copy of this file, and moves the present database aside with all its files (S4).
 * All checks run on the copy before anything is moved. The copy is marked as a backup, so that nothing is sent from it
 * before a person agrees (S5). The caller must own the folder, and no file in it may be open.
 */
export function restoreFile(
  files: WorkspaceFiles,
  path: string,
  clock: Clock,
): Result<{ readonly setAside: string | null }, Failure<BackupFileError>> {
  const copy = join(files.folder, "restore.part");
  try {
    makeFolder(dirname(files.folder));
    makeFolder(files.folder);
    removeDatabase(copy);
    for (const suffix of restoredSuffixes) {
      if (!existsSync(`${path}${suffix}`)) continue;
      copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
      chmodSync(`${copy}${suffix}`, privateFile);
    }
    const checked = prepareCopy(copy);
    if (!checked.ok) return checked;
    const setAside = putInPlace(files, copy, clock.now());
    return ok({ setAside });
  } catch (error) {
    return unreadable(error);
  } finally {
    removeDatabase(copy);
  }
}

/** The files that SQLite needs of a database after a crash. SQLite creates the `-shm` file again. */
const restoredSuffixes = databaseSuffixes.filter((suffix) => suffix !== "-shm");

/** Checkpoints the WAL into the copy, checks the copy and marks it as a backup. */
function prepareCopy(copy: string): Checked {
  try {
    return withConnection(new Sqlite(copy, { fileMustExist: true }), (raw) => {
      raw.pragma("trusted_schema = OFF");
      raw.pragma("journal_mode = DELETE");
      repairNumbers(raw, migrations);
      if (readApplicationId(raw) !== applicationId) return notOurs();
      const known = knownVersion(readVersion(raw));
      if (!known.ok) return known;
      const foreign = foreignObject(raw);
      if (foreign !== null) return altered(foreign);
      if (!quickCheck(raw).sound) return damaged();
      markAsBackup(raw);
      return ok(null);
    });
  } catch (error) {
    if (errorCode(error) === "SQLITE_NOTADB") return notOurs();
    if (isCorrupt(error)) return damaged();
    throw error;
  }
}

/**
 * If the program ends while no database is in place, the next start finds the damage mark and asks a person. If the
 * present database was found damaged, the mark stays, so that the next start takes over its journal.
 */
function putInPlace(files: WorkspaceFiles, copy: string, atMs: number): string | null {
  const isThere = databaseSuffixes.some((suffix) => existsSync(`${files.database}${suffix}`));
  const known = readDamage(files);
  let setAside: string | null = null;
  if (isThere) {
    const mark = { reason: restoreCutShort, backup: null, ...known, atMs };
    markDamage(files, { ...mark, setAside: null });
    setAside = moveAside(files, atMs);
    markDamage(files, { ...mark, setAside });
  }
  placeFile(copy, files.database);
  if (known === null || (setAside ?? known.setAside) === null) forgetDamage(files);
  return setAside;
}

function knownVersion(version: number): Checked {
  if (version === 0) return notOurs();
  return version > migrations.length
    ? err("backup-newer", "A later version of Chute wrote this file")
    : ok(null);
}

const notOurs = () => err("backup-not-ours", "This file is not a database of Chute");
const altered = (what: string) =>
  err("backup-altered", "This file was altered by another program", { details: { what } });
const damaged = () => err("backup-damaged", "This file is damaged");

function unreadable(error: unknown) {
  const cause = errorCode(error);
  if (cause === null) throw error;
  return err("backup-unreadable", "This file cannot be read or copied", { details: { cause } });
}
