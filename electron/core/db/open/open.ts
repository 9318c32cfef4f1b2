import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";
import { applicationId, openReader, openWriter } from "./connection.ts";
import type { Db } from "./database.ts";
import { wrapDatabase } from "./database.ts";
import { markAsBackup } from "./cloned-folder-mark.ts";
import { keepDamagedWal } from "#core/db/damage/damaged-wal.ts";
import { copyFileSafely, placeFile, removeUnfinished } from "#core/db/files/files.ts";
import { errorCode } from "./folder-lock.ts";
import { rollBackLeftover } from "#core/db/damage/rollback-journal.ts";
import { emptyLog, shortenLog } from "#core/db/wal/wal-preallocation.ts";
import type { Repaired } from "#core/db/damage/repair-database.ts";
import { repairDatabase } from "#core/db/damage/repair-database.ts";
import { makeFolder } from "./make-folder.ts";
import { migrate, readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { lastTime } from "#core/db/stores/journal/journal-store.ts";
import { migrations } from "#core/db/migrations/ladder.ts";
import { foreignObject } from "./schema-check.ts";
import type { DamageMark, WorkspaceFiles } from "./workspace-files.ts";
import {
  backupNameOf,
  databaseIn,
  forgetDamage,
  isHollow,
  listBackups,
  markDamage,
  moveAside,
  readDamage,
  restoreBackup,
  sizeOf,
  workspaceFiles,
} from "./workspace-files.ts";

export type OpenError =
  | "folder-missing"
  | "folder-read-only"
  | "folder-full"
  | "folder-unusable"
  | "database-newer"
  | "database-damaged";

export interface OpenOptions {
  /** The workspace's folder; made if it is not there, but its parent must be. */
  readonly folder: string;
  readonly clock: Clock;
  /** A person's answer to `database-damaged`. */
  readonly onDamaged?: "restore-backup" | "start-empty" | undefined;
  /** The migrations to climb; this version's own unless told. */
  readonly ladder?: readonly string[] | undefined;
}

/** What the opening found or did that a person should hear of. */
export interface OpenFinding {
  readonly code: "database-set-aside" | "database-mended" | "log-damaged" | "log-mended";
  readonly facts: Readonly<Record<string, string | number>>;
  /** The database that was set aside: what its journal knows and this one lacks is to be taken from it. */
  readonly takeFrom: string | null;
}

export interface OpenedDatabase {
  readonly db: Db;
  readonly files: WorkspaceFiles;
  readonly findings: readonly OpenFinding[];
}

/**
 * Opens a workspace's database, making or migrating it where needed.
 *
 * - `database-newer`: written by a later version; refused untouched (S4).
 * - `database-damaged`: set aside whole and never overwritten (S4), and it could not be mended. Stays so at every start
 *   until `onDamaged` says what to do; `details.setAside` is the folder, `details.lastBackup` the name of the newest backup or null.
 * - `folder-…`: the folder is not there, cannot be written to, has no space, or holds something else.
 */
export function openWorkspaceDatabase(
  options: OpenOptions,
): Result<OpenedDatabase, Failure<OpenError>> {
  const files = workspaceFiles(options.folder);
  try {
    const folder = prepareFolder(files);
    if (!folder.ok) return folder;
    rollBackLeftover(files.database);
    const log = keepDamagedWal(files, options.clock);
    const damage = findDamage(files, options);
    // Beside the mark of what was set aside: an answer that a crash cut short, or a backup put there by hand.
    const isAnswered = damage !== null && isInPlace(files);
    const mended = damage === null || isAnswered ? null : repairPages(files, damage, options);
    if (damage !== null) {
      const settled = isAnswered || mended !== null || settleDamage(files, options);
      if (!settled) return damaged(files, damage);
      forgetDamage(files);
    }
    const opened = openFile(files, options);
    if (!opened.ok) return opened;
    const findings: OpenFinding[] = [];
    if (log !== null) {
      findings.push({ code: "log-damaged", facts: { ...log }, takeFrom: databaseIn(log.setAside) });
      // What stands behind the damage would be found again at the next start.
      emptyLog(opened.value);
    }
    if (damage !== null && mended !== null) {
      const facts = { ...mended, reason: damage.reason, setAside: damage.setAside ?? "" };
      findings.push({ code: "database-mended", facts, takeFrom: null });
    } else if (damage !== null) {
      findings.push(foundDamage(damage, isAnswered ? undefined : options.onDamaged));
    }
    return ok({ db: wrapDatabase(opened.value, files.database), files, findings });
  } catch (error) {
    return openFailure(error);
  }
}

function prepareFolder(files: WorkspaceFiles): Result<null, Failure<OpenError>> {
  const parent = statSync(dirname(files.folder), { throwIfNoEntry: false });
  if (parent?.isDirectory() !== true) {
    return err("folder-missing", "The data folder does not exist");
  }
  for (const folder of [files.folder, files.backups, files.exports]) {
    makeFolder(folder);
    removeUnfinished(folder);
  }
  return ok(null);
}

/** Looks without writing; what turns out damaged is set aside at once. */
function findDamage(
  files: WorkspaceFiles,
  { clock, ladder = migrations }: OpenOptions,
): DamageMark | null {
  const known = readDamage(files);
  const isSetAside = known !== null && known.setAside !== null;
  if (isSetAside && !isInPlace(files)) return known;
  const reason = isSetAside ? inspect(files, ladder) : (known?.reason ?? inspect(files, ladder));
  if (reason === null) return known;
  const atMs = clock.now();
  markDamage(files, { reason, atMs, setAside: null });
  const mark = { reason, atMs, setAside: moveAside(files, atMs) };
  markDamage(files, mark);
  return mark;
}

const isInPlace = ({ database }: WorkspaceFiles): boolean => (sizeOf(database) ?? 0) > 0;

/** The cheap check of every start: header, sizes, schema. The whole file is checked afterwards, by a worker. */
function inspect(files: WorkspaceFiles, ladder: readonly string[]): string | null {
  if (isHollow(files)) return "database-without-its-log";
  const size = sizeOf(files.database);
  if (size === null || size === 0) return listBackups(files).length > 0 ? "database-lost" : null;
  return headDamage(files.database, ladder);
}

/**
 * SQLite's code for a file whose header, schema, or the head of a table cannot be read; `schema-altered` for one that
 * another program put something into (S11); null for a file that is fine.
 */
function headDamage(path: string, ladder: readonly string[]): string | null {
  try {
    const raw = openReader(path);
    try {
      const version = readVersion(raw);
      const isOurs = version > 0 && readApplicationId(raw) === applicationId;
      if (isOurs && version <= ladder.length && foreignObject(raw, ladder) !== null) {
        return "schema-altered";
      }
      const tables = raw
        .prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'",
        )
        .pluck();
      for (const table of tables.all()) raw.prepare(`SELECT * FROM "${table}" LIMIT 1`).get();
      if (isOurs) readJournalEnd(raw);
      return null;
    } finally {
      raw.close();
    }
  } catch (error) {
    return isDamage(error) ? errorCode(error) : null;
  }
}

/** What the journal reads when it is opened. */
function readJournalEnd(raw: Database): void {
  const device = raw.prepare<[], string>("SELECT value FROM meta WHERE key = 'device'").pluck();
  lastTime(raw, device.get() ?? "");
}

const isDamage = (error: unknown): boolean => {
  const code = errorCode(error) ?? "";
  // A search index whose own tables cannot be read has no code of its own.
  const isIndex = error instanceof Error && error.message.startsWith("vtable constructor failed");
  return code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT") || isIndex;
};

/**
 * Notes damage that was met when the open database was first read, so that the next opening sets it aside (S4); false for
 * an error of another kind. The database is closed.
 */
export function noteDamage(
  { files }: Pick<OpenedDatabase, "files">,
  error: unknown,
  clock: Clock,
): boolean {
  if (!isDamage(error)) return false;
  const reason = errorCode(error) ?? "SQLITE_CORRUPT";
  markDamage(files, { reason, atMs: clock.now(), setAside: null });
  return true;
}

/** Without an answer of a person, which counts more, damaged pages are made good where nothing is lost by it. */
function repairPages(
  files: WorkspaceFiles,
  { reason, setAside }: DamageMark,
  { onDamaged, ladder = migrations }: OpenOptions,
): Repaired | null {
  const isOfPages =
    reason === "quick-check" || reason === "SQLITE_ERROR" || reason.startsWith("SQLITE_CORRUPT");
  if (onDamaged !== undefined || !isOfPages || setAside === null) return null;
  return repairDatabase(files, setAside, ladder);
}

/** Does what the person said; false while there is nothing to do it with. */
function settleDamage(
  files: WorkspaceFiles,
  { onDamaged: how, ladder = migrations }: OpenOptions,
): boolean {
  if (how === undefined) return false;
  if (how === "restore-backup") {
    const sound = listBackups(files).find(
      ({ name }) => headDamage(join(files.backups, name), ladder) === null,
    );
    if (sound === undefined) return false;
    restoreBackup(files, sound.name);
  }
  return true;
}

function damaged(files: WorkspaceFiles, { setAside, reason }: DamageMark) {
  const [last] = listBackups(files);
  const lastBackup = last === undefined ? null : { name: last.name, atMs: last.atMs };
  return err("database-damaged", "The database is damaged and was set aside", {
    details: { setAside, reason, lastBackup },
  });
}

const foundDamage = (
  { reason, setAside }: DamageMark,
  answer: OpenOptions["onDamaged"],
): OpenFinding => ({
  code: "database-set-aside",
  facts: { reason, setAside: setAside ?? "", answer: answer ?? "" },
  takeFrom: setAside !== null && answer === "restore-backup" ? databaseIn(setAside) : null,
});

function openFile(
  files: WorkspaceFiles,
  { clock, ladder = migrations }: OpenOptions,
): Result<Database, Failure<OpenError>> {
  const refused = refuse(files, ladder.length);
  if (refused !== null) return refused;
  const raw = openWriter(files.database);
  try {
    const version = readVersion(raw);
    if (version > 0 && version < ladder.length) keepBeforeMigration(raw, files, clock);
    migrate(raw, ladder);
    shortenLog(raw, files.database);
    return ok(raw);
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Somebody else's file, or one of a later version, is not even opened for writing. */
function refuse(files: WorkspaceFiles, known: number): Result<never, Failure<OpenError>> | null {
  if ((sizeOf(files.database) ?? 0) === 0) return null;
  const raw = openReader(files.database);
  try {
    const version = readVersion(raw);
    const owner = readApplicationId(raw);
    const isEmpty = version === 0 && owner === 0;
    if (!isEmpty && owner !== applicationId) {
      return err("folder-unusable", "The database file belongs to another program");
    }
    if (version <= known) return null;
    return err("database-newer", "The database was written by a later version", {
      details: { version, known },
    });
  } finally {
    raw.close();
  }
}

/** A migration never runs on the only copy. */
function keepBeforeMigration(raw: Database, files: WorkspaceFiles, clock: Clock): void {
  raw.pragma("wal_checkpoint(TRUNCATE)");
  const temporary = join(files.backups, "before-migration.part");
  copyFileSafely(files.database, temporary);
  const copy = new Sqlite(temporary, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = DELETE");
    markAsBackup(copy);
  } finally {
    copy.close();
  }
  placeFile(temporary, join(files.backups, backupNameOf(clock.now())));
}

function openFailure(error: unknown): Result<never, Failure<OpenError>> {
  const code = errorCode(error);
  if (code === null || code === "SQLITE_ERROR" || code.startsWith("SQLITE_CONSTRAINT")) throw error;
  const details = { details: { cause: code } };
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") {
    return err("folder-full", "There is no space left in the data folder", details);
  }
  const readOnly =
    code.startsWith("SQLITE_READONLY") ||
    code.startsWith("SQLITE_CANTOPEN") ||
    code.startsWith("SQLITE_PERM") ||
    ["EACCES", "EPERM", "EROFS"].includes(code);
  if (readOnly) return err("folder-read-only", "The data folder cannot be written to", details);
  if (code === "ENOENT") return err("folder-missing", "The data folder does not exist", details);
  return err("folder-unusable", "The data folder cannot be used", details);
}
