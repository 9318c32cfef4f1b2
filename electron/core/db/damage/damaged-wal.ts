import { rmSync } from "node:fs";
import type { Database } from "better-sqlite3";
import type { Clock } from "#core/ports.ts";
import { openReader, withConnection } from "#core/db/open/connection.ts";
import { copyFileSafely } from "#core/db/files/files.ts";
import { errorCode } from "#core/db/files/file-errors.ts";
import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import { isOfAnEarlierBoot, walkWal } from "./wal-walk.ts";
import { foreignObject } from "#core/db/open/schema-check.ts";
import { countOwnCommands } from "#core/db/stores/journal/journal-store.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { copyAside, databaseIn } from "#core/db/open/workspace-files.ts";

/** A damaged WAL that was copied aside. */
export interface DamagedWal {
  /** Number of commits that SQLite would drop. */
  readonly commits: number;
  /** The folder with the database, the damaged WAL and the repaired WAL. */
  readonly setAside: string;
  /** 1 if the repaired WAL is complete and is used; else 0. */
  readonly whole: number;
}

/**
 * Copies a damaged WAL into `set-aside`, once as it is and once repaired, together with the database, before SQLite
 * drops the commits after the damage (S4). If the repaired WAL is complete, it replaces the damaged one.
 */
export function keepDamagedWal(files: WorkspaceFiles, clock: Clock): DamagedWal | null {
  const nowMs = clock.now();
  const damage = walkWal(files.database, nowMs);
  if (damage === null) return null;
  const { commits, repaired, isWhole } = damage;
  const setAside = copyAside(files, nowMs, repaired);
  if (isOfAnEarlierBoot(files.database, nowMs) && isTorn(files, databaseIn(setAside), commits)) {
    rmSync(setAside, { recursive: true });
    return null;
  }
  const isUsed = isWhole && isComplete(databaseIn(setAside));
  if (isUsed) copyFileSafely(`${databaseIn(setAside)}-wal`, `${files.database}-wal`);
  return { commits, setAside, whole: Number(isUsed) };
}

/** Maximum number of commits in the WAL before a flush. It decides if the lost commands cannot be counted. */
const maxUnflushed = 8;

/**
 * Whether a power cut explains the damage. A power cut can damage at most one command, because each command is flushed
 * before the next one begins. A commit without a flush contains no command of this desk (`transactionWithoutFlush`).
 */
function isTorn({ database }: WorkspaceFiles, repaired: string, commits: number): boolean {
  const [before, after] = [countCommands(database), countCommands(repaired)];
  return before === null || after === null ? commits <= maxUnflushed : after - before < 2;
}

/** Returns null if the journal cannot be read. */
const countCommands = (path: string): number | null => readIfSound(path, countOwnCommands);

/**
 * Whether the database with the repaired WAL is complete. If the page number of a frame is damaged, a page is missing
 * although every page by itself is correct; so the schema, the journal's chain and the projections are checked, too.
 */
const isComplete = (path: string): boolean =>
  readIfSound(
    path,
    (raw) =>
      raw.pragma("integrity_check(1)", { simple: true }) === "ok" &&
      foreignObject(raw) === null &&
      verifyJournal(raw).brokenAt.length === 0 &&
      verifyProjections(raw).differences === 0,
  ) ?? false;

/** Whether the repaired WAL has the whole journal: its chain is unbroken, and `lacksEntries` is false. */
export const hasWholeJournal = (
  { setAside }: DamagedWal,
  lacksEntries: (raw: Database) => boolean,
): boolean =>
  readIfSound(
    databaseIn(setAside),
    (raw) => verifyJournal(raw).brokenAt.length === 0 && !lacksEntries(raw),
  ) ?? false;

/** Returns null if SQLite reports an error. */
function readIfSound<T>(path: string, read: (raw: Database) => T): T | null {
  try {
    return withConnection(openReader(path), read);
  } catch (error) {
    if (errorCode(error)?.startsWith("SQLITE_") === true) return null;
    throw error;
  }
}
