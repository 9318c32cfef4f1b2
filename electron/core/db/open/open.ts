import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";
import { applicationId, openReader, openWriter, withConnection } from "./connection.ts";
import type { Db } from "./database.ts";
import { wrapDatabase } from "./database.ts";
import { markAsBackup } from "./backup-mark.ts";
import { hasStamp } from "./cloned-folder-detection.ts";
import { backupWithLostEntries, leaveBackups } from "#core/db/damage/lost-entries.ts";
import type { DamagedWal } from "#core/db/damage/damaged-wal.ts";
import { hasWholeJournal, keepDamagedWal } from "#core/db/damage/damaged-wal.ts";
import type { OpenFinding } from "#core/db/damage/damage-findings.ts";
import { repairableIn } from "#core/db/damage/lone-wal.ts";
import { isUnused, placeEmptyDatabase } from "#core/db/damage/empty-database.ts";
import { foundDamage, keepMark, logDamaged, readMark } from "#core/db/damage/damage-findings.ts";
import {
  copyFileSafely,
  isFolder,
  isNoFile,
  makeFolder,
  placeFile,
  removeUnfinished,
} from "#core/db/files/files.ts";
import { errorCode, isCorrupt } from "#core/db/files/file-errors.ts";
import { folderFailure, inTheWay } from "./folder-lock.ts";
import { truncateWal, truncateLongWal } from "#core/db/wal/wal-preallocation.ts";
import { repairDatabase } from "#core/db/damage/repair-database.ts";
import { migrate, readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { lastTime } from "#core/db/stores/journal/journal-store.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import { migrations } from "#core/db/migrations/ladder.ts";
import { foreignObject, hasDamagedNumber, repairNumbers } from "./schema-check.ts";
import type { BackupFile, DamageMark, WorkspaceFiles } from "./workspace-files.ts";
import {
  backupNameOf,
  databaseIn,
  isHollow,
  isInPlace,
  listBackups,
  markDamage,
  moveAside,
  readAtStart,
  restoreBackup,
  restoreCutShort,
  sizeOf,
  workspaceFiles,
} from "./workspace-files.ts";

export type OpenError =
  | "folder-missing"
  | "folder-read-only"
  | "folder-full"
  | "folder-unusable"
  | "file-in-the-way"
  | "database-newer"
  | "database-damaged";

export interface OpenOptions {
  /** The workspace's folder; created if missing, but its parent must exist. */
  readonly folder: string;
  readonly clock: Clock;
  /** A person's answer to `database-damaged`. */
  readonly onDamaged?: "restore-backup" | "start-empty" | undefined;
  /** The migrations to run; by default those of this version. */
  readonly ladder?: readonly string[] | undefined;
}

export interface OpenedDatabase {
  readonly db: Db;
  readonly files: WorkspaceFiles;
  readonly findings: readonly OpenFinding[];
}

/**
 * Opens a workspace's database; creates or migrates it if needed.
 *
 * - `database-newer`: a later version of Chute wrote the database, which is not changed (S4).
 * - `database-damaged`: the database was moved aside with all its files and could not be repaired. Each start returns
 *   this error until `onDamaged` is given; `details.setAside` is the folder, `details.lastBackup` the backup that is
 *   offered, or null.
 * - `folder-…`: the folder is missing, read-only, full, or contains another program's database.
 * - `file-in-the-way`: something else has the name of one of its files or folders; `details.path` is its path.
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
    const damage = findDamage(files, options, log);
    // A database beside the damage mark: a crash interrupted the answer, or a person put a backup there.
    const isAnswered = damage !== null && isInPlace(files);
    const repaired = damage === null || isAnswered ? null : repairPages(files, damage, options);
    if (damage !== null) {
      const settled = isAnswered || repaired !== null || settleDamage(files, damage, options);
      if (!settled) return damaged(files, damage, options.onDamaged);
    }
    const findings: OpenFinding[] = [];
    if (log !== null) {
      findings.push({ code: logDamaged, facts: { ...log }, takeFrom: databaseIn(log.setAside) });
    }
    if (damage !== null) {
      const answer = isAnswered ? answerInPlace(files, damage) : options.onDamaged;
      findings.push(repaired ?? foundDamage(files, damage, answer));
    }
    if (findings.length > 0) keepMark(files, findings, options.clock.now());
    const opened = openFile(files, options);
    if (!opened.ok) return opened;
    const isOnBackup = findings.some(({ code }) => code === "database-set-aside");
    const hasLeft = leaveBackups(opened.value, files, isOnBackup);
    // Otherwise the next start would find the same damage, also if the WAL is lost.
    if (log !== null || hasLeft) truncateWal(opened.value);
    return ok({ db: wrapDatabase(opened.value, files.database), files, findings });
  } catch (error) {
    return openFailure(error);
  }
}

function prepareFolder(files: WorkspaceFiles): Result<null, Failure<OpenError>> {
  if (!isFolder(dirname(files.folder))) return folderMissing();
  for (const folder of [files.folder, files.backups, files.exports]) {
    makeFolder(folder);
    removeUnfinished(folder);
  }
  const foreign = readAtStart(files).find(isNoFile);
  return foreign === undefined ? ok(null) : inTheWay(foreign);
}

/**
 * Lets SQLite roll back an interrupted transaction of a rollback journal. Only the first step of a new database has a
 * rollback journal, before WAL mode is on. A read-only connection cannot roll back and would report the folder as
 * read-only.
 */
function rollBackLeftover(path: string): void {
  if (!existsSync(path) || !existsSync(`${path}-journal`)) return;
  try {
    withConnection(new Sqlite(path, { fileMustExist: true }), (raw) => raw.pragma("user_version"));
  } catch (error) {
    // The later checks report problems of the file or the folder.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}

type Damage = Pick<DamageMark, "reason" | "backup">;

/** Inspects the database without writing to it; moves a damaged one aside. */
function findDamage(
  files: WorkspaceFiles,
  { clock, ladder = migrations }: OpenOptions,
  log: DamagedWal | null,
): DamageMark | null {
  const known = readMark(files);
  const isSetAside = known !== null && known.setAside !== null;
  if (isSetAside && !isInPlace(files)) return known;
  const damage = known === null || isSetAside ? inspect(files, ladder, log) : known;
  if (damage === null) return known;
  const { reason, backup } = damage;
  // A start that was killed while it moved the files is continued in the same folder.
  const atMs = known?.setAside === null && known.atMs > 0 ? known.atMs : clock.now();
  markDamage(files, { reason, atMs, setAside: null, backup });
  const moved = moveAside(files, atMs);
  // The copy has the repaired WAL, so more of its journal can be read.
  const isOfLog = reason === entriesLost || known?.reason === logDamaged;
  const setAside = (isOfLog ? (log ?? known)?.setAside : null) ?? moved;
  const mark = { reason, atMs, setAside, backup };
  markDamage(files, mark);
  return mark;
}

const entriesLost = "entries-lost";
const databaseLost = "database-lost";
const numberDamaged = "number-damaged";
/** Only the WAL is here. */
const walAlone = "database-without-its-log";

/** The first WAL holds the schema of a new database, and the stamp is written after it: without it, the WAL is lost. */
const hasLostSchema = (files: WorkspaceFiles): boolean =>
  hasStamp(files) &&
  withConnection(
    openReader(files.database),
    (raw) => readVersion(raw) === 0 && readApplicationId(raw) === 0,
  );

/** The fast check of every start: header, sizes, schema. A worker checks the whole file later. */
function inspect(
  files: WorkspaceFiles,
  ladder: readonly string[],
  log: DamagedWal | null,
): Damage | null {
  const size = sizeOf(files.database);
  const isEmpty = size === null || size === 0;
  if (isHollow(files.database)) return { reason: walAlone, backup: null };
  const hasBackups = listBackups(files).length > 0;
  if (isEmpty && !hasBackups && !hasStamp(files)) return null;
  const reason = isEmpty ? databaseLost : headDamage(files.database, ladder);
  if (reason !== null) return { reason, backup: null };
  if (!hasBackups) return hasLostSchema(files) ? { reason: entriesLost, backup: null } : null;
  const findLost = (raw: Database) => backupWithLostEntries(raw, files, ladder.length);
  const lost = withConnection(openReader(files.database), findLost);
  if (lost === null) return null;
  // The entries of the repaired WAL are imported later in this start.
  if (log !== null && hasWholeJournal(log, (raw) => findLost(raw) !== null)) return null;
  return { reason: entriesLost, backup: lost.name };
}

/**
 * SQLite's code if the header, the schema or the first row of a table is unreadable; `schema-altered` if another program
 * changed the schema (S11); `number-damaged` if only the number of the version or the application id does not fit; else
 * null.
 */
function headDamage(path: string, ladder: readonly string[]): string | null {
  try {
    return withConnection(openReader(path), (raw) => {
      const version = readVersion(raw);
      if (hasDamagedNumber(raw, ladder)) return numberDamaged;
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
    });
  } catch (error) {
    return isDamage(error) ? errorCode(error) : null;
  }
}

/** Reads the rows that are read whenever the journal is opened, so that damage of these rows is found first. */
const readJournalEnd = (raw: Database) => lastTime(raw, createMetaStore(raw).get("device") ?? "");

/** SQLite has no error code for a search index with unreadable tables, only the message. */
const isDamage = (error: unknown): boolean =>
  isCorrupt(error) ||
  errorCode(error)?.startsWith("SQLITE_NOTADB") === true ||
  (error instanceof Error && error.message.startsWith("vtable constructor failed"));

/**
 * Marks the database as damaged after an error of its first reads, so that the next opening moves it aside; false for
 * other errors. The database must be closed.
 */
export function noteDamage(
  { files }: Pick<OpenedDatabase, "files">,
  error: unknown,
  clock: Clock,
): boolean {
  if (!isDamage(error)) return false;
  const reason = errorCode(error) ?? "SQLITE_CORRUPT";
  markDamage(files, { reason, atMs: clock.now(), setAside: null, backup: null });
  return true;
}

/** Repairs damaged pages if nothing irreplaceable is lost. If a person has answered, the answer decides instead. */
function repairPages(
  files: WorkspaceFiles,
  { reason, setAside }: DamageMark,
  { onDamaged, ladder = migrations }: OpenOptions,
): OpenFinding | null {
  const isOfPages =
    reason === walAlone ||
    reason === numberDamaged ||
    reason === "quick-check" ||
    reason === "SQLITE_ERROR" ||
    reason.startsWith("SQLITE_CORRUPT");
  if (onDamaged !== undefined || !isOfPages || setAside === null) return null;
  const source = repairableIn(setAside);
  const repaired = source === null ? null : repairDatabase(files, source, ladder);
  const facts = { ...repaired, reason, setAside };
  return repaired === null ? null : { code: "database-repaired", facts, takeFrom: null };
}

/** Performs the person's answer; false without an answer, or without an undamaged backup. */
function settleDamage(
  files: WorkspaceFiles,
  damage: DamageMark,
  { onDamaged: how, ladder = migrations }: OpenOptions,
): boolean {
  if (how === undefined) return false;
  if (how === "restore-backup") {
    const sound = offeredBackups(files, damage).find(({ name }) =>
      [null, numberDamaged].includes(headDamage(join(files.backups, name), ladder)),
    );
    if (sound === undefined) return false;
    restoreBackup(files, sound.name, (copy) =>
      withConnection(new Sqlite(copy), (raw) => repairNumbers(raw, ladder)),
    );
  } else placeEmptyDatabase(files, ladder);
  return true;
}

/**
 * The answer to a start that was killed after it put a database in place. An unused database beside the mark of a damaged
 * WAL is no answer: the WAL may have had the whole journal.
 */
const answerInPlace = (files: WorkspaceFiles, { reason }: DamageMark): OpenOptions["onDamaged"] =>
  reason !== logDamaged && isUnused(files) ? "start-empty" : undefined;

/** The backups in the order in which they are offered: the one that has the lost entries, then the newest. */
function offeredBackups(files: WorkspaceFiles, { backup }: DamageMark): readonly BackupFile[] {
  const backups = listBackups(files);
  return [
    ...backups.filter(({ name }) => name === backup),
    ...backups.filter(({ name }) => name !== backup),
  ];
}

const found: Readonly<Record<string, string>> = {
  [databaseLost]: "The database is missing or empty, although this folder was in use",
  [restoreCutShort]:
    "Chute ended while it restored a backup, before the backup was in place. The former database is not damaged; it was set aside. To go on with it, move its files back into the folder “live”",
};

function damaged(files: WorkspaceFiles, mark: DamageMark, answer: OpenOptions["onDamaged"]) {
  const { setAside, reason } = mark;
  const [last] = offeredBackups(files, mark);
  const lastBackup = last === undefined ? null : { name: last.name, atMs: last.atMs };
  const message =
    answer === "restore-backup"
      ? "None of the backups opens, so none was restored"
      : (found[reason] ?? "The database is damaged and was set aside");
  return err("database-damaged", message, {
    details: { setAside, reason, lastBackup },
  });
}

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
    truncateLongWal(raw, files.database);
    return ok(raw);
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** A file of another program or of a later version is never opened for writing. */
function refuse(files: WorkspaceFiles, known: number): Result<never, Failure<OpenError>> | null {
  if ((sizeOf(files.database) ?? 0) === 0) return null;
  return withConnection(openReader(files.database), (raw) => {
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
  });
}

/** Makes a backup first, because a migration changes the only copy. */
function keepBeforeMigration(raw: Database, files: WorkspaceFiles, clock: Clock): void {
  raw.pragma("wal_checkpoint(TRUNCATE)");
  const temporary = join(files.backups, "before-migration.part");
  copyFileSafely(files.database, temporary);
  withConnection(new Sqlite(temporary, { fileMustExist: true }), (copy) => {
    copy.pragma("journal_mode = DELETE");
    markAsBackup(copy);
  });
  placeFile(temporary, join(files.backups, backupNameOf(clock.now())));
}

function openFailure(error: unknown): Result<never, Failure<OpenError>> {
  const code = errorCode(error);
  if (code === null || code === "SQLITE_ERROR" || code.startsWith("SQLITE_CONSTRAINT")) throw error;
  if (code === "ENOENT") return folderMissing({ details: { cause: code } });
  return folderFailure(error, code);
}

const folderMissing = (details?: { readonly details: { readonly cause: string } }) =>
  err("folder-missing", "The data folder does not exist", details);
