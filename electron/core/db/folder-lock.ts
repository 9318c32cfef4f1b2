import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock } from "../ports.ts";

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
  let lock: Sqlite.Database | null = null;
  try {
    lock = new Sqlite(join(dataDir, lockFile), { timeout: 0 });
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    writeOwner(owner, clock);
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

function writeOwner(owner: string, clock: Clock): void {
  writeFileSync(owner, JSON.stringify({ pid: process.pid, sinceMs: clock.now() }));
}

function lockFailure(error: unknown, owner: string): Result<never, Failure<FolderLockError>> {
  switch (errorCode(error)) {
    case "SQLITE_BUSY":
    case "SQLITE_LOCKED":
      return err("folder-in-use", "Another process works with this folder", {
        details: readOwner(owner),
      });
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

function readOwner(owner: string): Readonly<Record<string, unknown>> {
  try {
    const { pid, sinceMs } = JSON.parse(readFileSync(owner, "utf8"));
    return { pid, sinceMs };
  } catch {
    return {};
  }
}
