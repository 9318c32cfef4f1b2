import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";

/** Kept for as long as the process owns the data folder (S3). */
export interface FolderLock {
  release(): void;
}

export type FolderLockError =
  | "folder-in-use"
  | "folder-missing"
  | "folder-read-only"
  | "folder-full"
  | "folder-unusable";

const lockFile = "chute.lock";
const ownerFile = "lock-owner.json";

/**
 * Takes the data folder for this process (S3). The lock is a transaction kept open on a file of its own, so the
 * operating system frees it whatever way the process ends, and the owner's workers may still read the database.
 *
 * `folder-in-use` carries `details` with `pid` and `sinceMs` of the owner, where they could be read.
 */
export function lockFolder(
  dataDir: string,
  { clock }: { readonly clock: Clock },
): Result<FolderLock, Failure<FolderLockError>> {
  if (!isFolder(dataDir)) return err("folder-missing", "The data folder does not exist");
  const owner = join(dataDir, ownerFile);
  const path = join(dataDir, lockFile);
  let lock: Sqlite.Database | null = null;
  try {
    lock = new Sqlite(path, { timeout: 0 });
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    if (isHeldUnderAnotherFile(readOwner(owner), path)) {
      lock.close();
      return inUse(owner);
    }
    writeOwner(owner, path, clock);
  } catch (error) {
    lock?.close();
    return lockFailure(error, owner);
  }
  const held = lock;
  return ok({
    release: () => {
      if (!held.open) return;
      rmSync(owner, { force: true });
      held.close();
    },
  });
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Which file it is: another one under its name has another number. */
const fileNumber = (path: string): string => String(statSync(path, { bigint: true }).ino);

function writeOwner(owner: string, lock: string, clock: Clock): void {
  const file = fileNumber(lock);
  writeFileSync(owner, JSON.stringify({ pid: process.pid, sinceMs: clock.now(), file }));
}

/**
 * Somebody deleted the lock file of an owner who lives: the lock on a new one says nothing. After a crash the file is the
 * same, and whoever gets the owner's number later is not taken for it.
 */
function isHeldUnderAnotherFile({ pid, file }: Owner, lock: string): boolean {
  if (pid === undefined || file === undefined || pid === process.pid) return false;
  return file !== fileNumber(lock) && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process lives, too.
    return errorCode(error) === "EPERM";
  }
}

function inUse(owner: string): Result<never, Failure<FolderLockError>> {
  const { pid, sinceMs } = readOwner(owner);
  return err("folder-in-use", "Another process works with this folder", {
    details: { pid, sinceMs },
  });
}

function lockFailure(error: unknown, owner: string): Result<never, Failure<FolderLockError>> {
  switch (errorCode(error)) {
    case "SQLITE_BUSY":
    case "SQLITE_LOCKED":
      return inUse(owner);
    case "SQLITE_READONLY":
    case "SQLITE_READONLY_DIRECTORY":
    case "SQLITE_CANTOPEN":
    case "SQLITE_PERM":
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return err("folder-read-only", "The data folder cannot be written to");
    case "SQLITE_FULL":
    case "ENOSPC":
    case "EDQUOT":
      return err("folder-full", "There is no space left in the data folder");
    case null:
      throw error;
    default:
      return err("folder-unusable", "The data folder cannot be used", {
        details: { cause: errorCode(error) },
      });
  }
}

/** The code of SQLite or of the operating system; null for a bug of ours. */
export function errorCode(error: unknown): string | null {
  if (error instanceof Sqlite.SqliteError) return error.code;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

interface Owner {
  readonly pid?: number;
  readonly sinceMs?: number;
  /** An earlier version wrote none. */
  readonly file?: string;
}

function readOwner(owner: string): Owner {
  try {
    const { pid, sinceMs, file } = JSON.parse(readFileSync(owner, "utf8"));
    return {
      ...(Number.isSafeInteger(pid) ? { pid } : {}),
      ...(Number.isSafeInteger(sinceMs) ? { sinceMs } : {}),
      ...(typeof file === "string" ? { file } : {}),
    };
  } catch {
    return {};
  }
}
