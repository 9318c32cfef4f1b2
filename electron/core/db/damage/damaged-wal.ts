import { rmSync } from "node:fs";
import type { Clock } from "#core/ports.ts";
import { openReader } from "#core/db/open/connection.ts";
import { copyFileSafely } from "#core/db/files/files.ts";
import { errorCode } from "#core/db/open/folder-lock.ts";
import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import { isOfAnEarlierBoot, walkWal } from "./wal-walk.ts";
import { foreignObject } from "#core/db/open/schema-check.ts";
import { countOwnCommands } from "#core/db/stores/journal/journal-store.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { copyAside, databaseIn } from "#core/db/open/workspace-files.ts";

/** A damaged WAL that was kept. */
export interface KeptLog {
  /** Number of commits that SQLite would drop. */
  readonly commits: number;
  /** The folder with the database, the damaged WAL and the mended WAL. */
  readonly setAside: string;
  /** 1 if the mended WAL is complete and is used; else 0. */
  readonly whole: number;
}

/**
 * A log that SQLite cannot read whole is kept beside the database it belongs to, once as it was and once mended, before
 * SQLite drops what stands behind the damage (S4). The work goes on with the mended one where nothing of it is wrong.
 */
export function keepDamagedWal(files: WorkspaceFiles, clock: Clock): KeptLog | null {
  const damage = walkWal(files.database);
  if (damage === null) return null;
  const { commits, mended, isWhole } = damage;
  const nowMs = clock.now();
  const setAside = copyAside(files, nowMs, mended);
  if (isOfAnEarlierBoot(files.database, nowMs) && isTorn(files, databaseIn(setAside), commits)) {
    rmSync(setAside, { recursive: true });
    return null;
  }
  const isUsed = isWhole && readsThrough(databaseIn(setAside));
  if (isUsed) copyFileSafely(`${databaseIn(setAside)}-wal`, `${files.database}-wal`);
  return { commits, setAside, whole: Number(isUsed) };
}

/** Maximum number of commits in the WAL before a flush, for the case that the lost commands cannot be counted. */
const mostUnflushed = 8;

/**
 * Whether a power cut explains the damage. Each command is flushed before the next begins, so that one at most is torn by
 * it; commits that are flushed later hold no command of this desk (`transactionSoon`).
 */
function isTorn({ database }: WorkspaceFiles, mended: string, commits: number): boolean {
  const [before, after] = [countCommands(database), countCommands(mended)];
  return before === null || after === null ? commits <= mostUnflushed : after - before < 2;
}

/** Null if the journal cannot be read. */
function countCommands(path: string): number | null {
  try {
    const raw = openReader(path);
    try {
      return countOwnCommands(raw);
    } finally {
      raw.close();
    }
  } catch (error) {
    if (errorCode(error)?.startsWith("SQLITE_") === true) return null;
    throw error;
  }
}

/**
 * Whether nothing is missing in it. A frame whose page number was damaged leaves out a page that nobody can name, and
 * each page by itself is sound then: so the schema, the journal's chain and the projections are compared as well.
 */
function readsThrough(path: string): boolean {
  try {
    const raw = openReader(path);
    try {
      return (
        raw.pragma("integrity_check(1)", { simple: true }) === "ok" &&
        foreignObject(raw) === null &&
        verifyJournal(raw).brokenAt.length === 0 &&
        verifyProjections(raw).differences === 0
      );
    } finally {
      raw.close();
    }
  } catch (error) {
    if (errorCode(error)?.startsWith("SQLITE_") === true) return false;
    throw error;
  }
}
