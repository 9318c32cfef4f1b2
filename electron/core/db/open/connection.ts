import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";

/** `CHUT`, so that a file says whose it is. */
export const applicationId = 0x43485554;

/** Older ones can corrupt a WAL that is reset while another connection checkpoints. */
const leastSqlite = [3, 51, 3] as const;

const busyTimeoutMs = 2_000;
/** 16 MiB of pages: enough for 100,000 registrations at work, little enough for the station's memory. */
const cacheKib = 16_384;
/** The log is carried over into the database once it has 16 MiB: every three hundred check-ins or so. */
export const checkpointPages = 4_000;

/** Where a worker carries the log over (`checkpointWal`): only should it fall far behind does a commit do it itself. */
export const lateCheckpointPages = 32_000;

/** @throws Error when the SQLite that came along is too old to be trusted. */
export function assertSqliteVersion(raw: Database): void {
  const version = raw.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
  const parts = version.split(".").map(Number);
  const difference = leastSqlite
    .map((least, place) => (parts[place] ?? 0) - least)
    .find((part) => part !== 0);
  if (difference !== undefined && difference < 0) {
    throw new Error(`SQLite ${version} is older than ${leastSqlite.join(".")}`);
  }
}

/**
 * Opens the one writing connection. Every commit is on the medium when it returns (J1): `synchronous=FULL`, and on macOS
 * a real flush of the drive.
 */
export function openWriter(path: string): Database {
  const raw = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    assertSqliteVersion(raw);
    raw.pragma("journal_mode = WAL");
    raw.pragma("synchronous = FULL");
    if (process.platform === "darwin") {
      raw.pragma("fullfsync = ON");
      raw.pragma("checkpoint_fullfsync = ON");
    }
    raw.pragma("foreign_keys = ON");
    raw.pragma(`cache_size = ${-cacheKib}`);
    raw.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    raw.pragma("temp_store = MEMORY");
    raw.pragma("trusted_schema = OFF");
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Opens a connection that carries the log over and does nothing else; the owner goes on writing meanwhile. */
export function openCarrier(path: string): Database {
  const raw = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  raw.pragma("synchronous = FULL");
  if (process.platform === "darwin") raw.pragma("checkpoint_fullfsync = ON");
  return raw;
}

/** A worker reads each page once: a small cache is as good. */
const readerCacheKib = 2_048;

/** Opens a connection that cannot write, for the workers; the owner goes on writing meanwhile. */
export function openReader(path: string): Database {
  const raw = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  raw.pragma(`cache_size = ${-readerCacheKib}`);
  raw.pragma("temp_store = MEMORY");
  raw.pragma("trusted_schema = OFF");
  return raw;
}
