import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyFileSafely, makeFolder } from "#core/db/files/files.ts";
import { databaseIn, isHollow } from "#core/db/open/workspace-files.ts";
import { privateFile } from "#core/db/open/private-files.ts";
import { walkWal } from "./wal-walk.ts";

const joinedIn = (setAside: string): string => join(setAside, "with-backup");

/**
 * Puts a copy of the backup and a copy of the WAL of a lost database side by side, so that the journal entries after the
 * backup can be read (S4). A backup has the same pages as its database. Pages that changed between the backup and the
 * beginning of the WAL are missing; the merge refuses entries that do not verify (J11). Does nothing if the database that
 * was set aside has content, or no WAL.
 */
export function joinLoneWal(setAside: string, backup: string): void {
  const lost = databaseIn(setAside);
  const joined = databaseIn(joinedIn(setAside));
  if (!isHollow(lost) || existsSync(joined)) return;
  makeFolder(joinedIn(setAside));
  copyFileSafely(`${lost}-wal`, `${joined}-wal`);
  copyFileSafely(backup, joined);
}

/** The database to read the journal from. SQLite deletes a WAL beside an empty database, even if it only reads. */
export function readableIn(setAside: string): string | null {
  const joined = databaseIn(joinedIn(setAside));
  if (existsSync(joined)) return joined;
  return isHollow(databaseIn(setAside)) ? null : databaseIn(setAside);
}

/**
 * The database to repair from. A lost database is a copy of its WAL beside an otherwise empty first page: in a first run,
 * the WAL has every page of the database. Null if that WAL is damaged, because SQLite would drop what is behind the damage.
 */
export function repairableIn(setAside: string): string | null {
  const lost = databaseIn(setAside);
  if (!isHollow(lost)) return lost;
  const folder = join(setAside, "wal-alone");
  makeFolder(folder);
  const alone = databaseIn(folder);
  copyFileSafely(`${lost}-wal`, `${alone}-wal`);
  const page = Buffer.alloc(pageBytes);
  page.writeUInt16BE(pageBytes, pageSizeAt);
  writeFileSync(alone, page, { mode: privateFile });
  return walkWal(alone, 0) === null ? alone : null;
}

/** SQLite's usual page size, and its place in the header. */
const pageBytes = 4_096;
const pageSizeAt = 16;
