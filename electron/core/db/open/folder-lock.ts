import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";
import { errorCode, isDiskFull, isReadOnly } from "#core/db/files/file-errors.ts";
import { isFolder } from "#core/db/files/files.ts";

/** The lock of the process that owns the data folder (S3). */
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

/** The locks in force: a connection without a reference would be garbage-collected, which releases its lock. */
const locksInForce = new Set<Sqlite.Database>();

/**
 * Locks the data folder for this process. The lock is an open transaction on a separate file, so that the operating
 * system releases the lock when the process ends, also after a crash, and the workers of this process may still read
 * the database.
 *
 * `folder-in-use` has `details` with `pid` and `sinceMs` of the owner, if they are readable.
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
  locksInForce.add(held);
  return ok({
    release: () => {
      if (!locksInForce.delete(held)) return;
      rmSync(owner, { force: true });
      held.close();
    },
  });
}

/** Identifies a file: a file that replaced it under the same name has another number. */
const fileNumber = (path: string): string => String(statSync(path, { bigint: true }).ino);

function writeOwner(owner: string, lock: string, clock: Clock): void {
  const file = fileNumber(lock);
  writeFileSync(owner, JSON.stringify({ pid: process.pid, sinceMs: clock.now(), file }));
}

/**
 * Whether the recorded owner is still running and locks another file, because its lock file was deleted. After a crash
 * the lock file is the same, so a process that later gets the owner's pid does not count.
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
    // EPERM: the process exists and belongs to another user.
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
  const code = errorCode(error);
  if (code === null) throw error;
  if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") return inUse(owner);
  return folderFailure(code);
}

/** Why a folder with this error code cannot be opened; `details.cause` is the code. */
export function folderFailure(
  code: string,
): Result<never, Failure<"folder-full" | "folder-read-only" | "folder-unusable">> {
  const details = { details: { cause: code } };
  if (isDiskFull(code)) {
    return err("folder-full", "There is no space left in the data folder", details);
  }
  return isReadOnly(code) || code.startsWith("SQLITE_CANTOPEN")
    ? err("folder-read-only", "The data folder cannot be written to", details)
    : err("folder-unusable", "The data folder cannot be used", details);
}

interface Owner {
  readonly pid?: number;
  readonly sinceMs?: number;
  /** The lock file's number; absent in files of earlier versions. */
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
