import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { Clock, Computer } from "#core/ports.ts";
import { errorCode, isDiskFull, isReadOnly } from "#core/db/files/file-errors.ts";
import { isFolder, isNoFile } from "#core/db/files/files.ts";
import { hashOfComputer } from "./computer-hash.ts";

/** The lock of the process that owns the data folder (S3). */
export interface FolderLock {
  release(): void;
}

export type FolderLockError =
  | "folder-in-use"
  | "folder-missing"
  | "folder-read-only"
  | "folder-full"
  | "folder-unusable"
  | "file-in-the-way";

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
  { clock, computer }: { readonly clock: Clock; readonly computer?: Computer | undefined },
): Result<FolderLock, Failure<FolderLockError>> {
  if (!isFolder(dataDir)) return err("folder-missing", "The data folder does not exist");
  const owner = join(dataDir, ownerFile);
  const path = join(dataDir, lockFile);
  const here = hashOfComputer(computer?.id ?? null);
  const foreign = [path, owner].find(isNoFile);
  if (foreign !== undefined) return inTheWay(foreign);
  let lock: Sqlite.Database | null = null;
  try {
    lock = new Sqlite(path, { timeout: 0 });
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    if (isHeldUnderAnotherFile(readOwner(owner), path, here)) {
      lock.close();
      return inUse(owner, true);
    }
    const own: Owner = {
      pid: process.pid,
      sinceMs: clock.now(),
      folder: realpathSync(dataDir),
      file: fileNumber(path),
      upSeconds: Math.floor(uptime()),
      ...(here === null ? {} : { computer: here }),
    };
    writeFileSync(owner, JSON.stringify(own));
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

/**
 * Whether the recorded owner is still running and locks another file, because its lock file was deleted. After a crash
 * the lock file is the same, so a process that later gets the owner's pid does not count. In a copied folder the lock file
 * is another one, too; there an owner of another computer, or from before this computer's last start, does not count.
 */
function isHeldUnderAnotherFile(owner: Owner, lock: string, here: string | null): boolean {
  const { pid, file, computer, upSeconds = 0 } = owner;
  if (pid === undefined || file === undefined || pid === process.pid) return false;
  const isElsewhere = computer !== undefined && here !== null && computer !== here;
  // Unlike a time of day, the time since the start of the computer never goes back while the computer runs (J7).
  const isOfEarlierStart = uptime() < upSeconds;
  if (isElsewhere || isOfEarlierStart) return false;
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

/** `isOtherFile`: another lock file is locked, as in the original of a copied folder. */
function inUse(owner: string, isOtherFile: boolean): Result<never, Failure<FolderLockError>> {
  const { pid, sinceMs, folder } = readOwner(owner);
  const isCopy = isOtherFile && folder !== undefined && folder !== realpathSync(dirname(owner));
  const message = isCopy
    ? `This folder is a copy, and another process works with its original, ${folder}`
    : "Another process works with this folder";
  return err("folder-in-use", message, { details: { pid, sinceMs } });
}

function lockFailure(error: unknown, owner: string): Result<never, Failure<FolderLockError>> {
  const code = errorCode(error);
  if (code === null) throw error;
  if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") return inUse(owner, false);
  // SQLite does not say which file; it opened only the lock file.
  if (code === "SQLITE_NOTADB") return inTheWay(join(dirname(owner), lockFile));
  return folderFailure(error, code);
}

/** Something that is not Chute's has the name of one of its files or folders. */
export const inTheWay = (path: string): Err<Failure<"file-in-the-way">> =>
  err("file-in-the-way", "Something else is in the place of one of Chute's files", {
    details: { path },
  });

/** Why a folder with this error code cannot be opened; `details.cause` is the code. */
export function folderFailure(
  error: unknown,
  code: string,
): Err<Failure<"folder-full" | "folder-read-only" | "folder-unusable" | "file-in-the-way">> {
  const details = { details: { cause: code } };
  const path = error instanceof Error && "path" in error ? error.path : null;
  if (["EEXIST", "ENOTDIR", "EISDIR", "ELOOP"].includes(code) && typeof path === "string") {
    return inTheWay(path);
  }
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
  /** The owner's data folder; absent in files of earlier versions. */
  readonly folder?: string;
  /** The lock file's number; absent in files of earlier versions. */
  readonly file?: string;
  /** The `hashOfComputer` of the owner's computer; absent if it has no id, and in files of earlier versions. */
  readonly computer?: string;
  /** How long the owner's computer had been running; absent in files of earlier versions. */
  readonly upSeconds?: number;
}

function readOwner(owner: string): Owner {
  try {
    const { pid, sinceMs, folder, file, computer, upSeconds } = JSON.parse(
      readFileSync(owner, "utf8"),
    );
    return {
      ...(Number.isSafeInteger(pid) ? { pid } : {}),
      ...(Number.isSafeInteger(sinceMs) ? { sinceMs } : {}),
      ...(typeof folder === "string" ? { folder } : {}),
      ...(typeof file === "string" ? { file } : {}),
      ...(typeof computer === "string" ? { computer } : {}),
      ...(Number.isSafeInteger(upSeconds) ? { upSeconds } : {}),
    };
  } catch {
    return {};
  }
}
