import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";

/** `CHUT`; identifies a database file of Chute. */
export const applicationId = 0x43485554;

/** Older versions of SQLite can corrupt a WAL that is reset while another connection checkpoints. */
const minSqlite = [3, 51, 3] as const;

const busyTimeoutMs = 2_000;
/** 16 MiB: enough for work with 100,000 registrations, and small enough for the station's memory. */
const cacheKib = 16_384;
/** The WAL is checkpointed from 16 MiB on, which is about every 300 check-ins. */
export const checkpointPages = 4_000;

/** The limit while a worker checkpoints: a commit then checkpoints only if the worker is far behind. */
export const lateCheckpointPages = 32_000;

/** @throws Error if the bundled SQLite is too old. */
export function assertSqliteVersion(raw: Database): void {
  const version = raw.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
  const parts = version.split(".").map(Number);
  const difference = minSqlite
    .map((least, place) => (parts[place] ?? 0) - least)
    .find((part) => part !== 0);
  if (difference !== undefined && difference < 0) {
    throw new Error(`SQLite ${version} is older than ${minSqlite.join(".")}`);
  }
}

/**
 * Opens the only writing connection. Every commit is on the disk when it returns (J1): `synchronous=FULL`, and on macOS
 * `fullfsync`, which also flushes the drive's cache.
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

/** Closes the connection after `run`. */
export function withConnection<T>(raw: Database, run: (raw: Database) => T): T {
  try {
    return run(raw);
  } finally {
    raw.close();
  }
}

/** Opens a connection that only checkpoints; the writing connection may write at the same time. */
export function openForCheckpoint(path: string): Database {
  const raw = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  raw.pragma("synchronous = FULL");
  if (process.platform === "darwin") raw.pragma("checkpoint_fullfsync = ON");
  return raw;
}

/** A worker reads each page once, so a small cache is sufficient. */
const readerCacheKib = 2_048;

/** Opens a read-only connection for a worker; the writing connection may write at the same time. */
export function openReader(path: string): Database {
  return setUpReader(openFileToRead(path));
}

/**
 * The same for a damaged database: SQLite skips the damaged rows of the schema, so that a table with an intact row can be
 * read (https://www.sqlite.org/pragma.html#pragma_writable_schema).
 */
export function openDamagedReader(path: string): Database {
  const raw = openFileToRead(path);
  raw.unsafeMode().pragma("writable_schema = ON");
  return setUpReader(raw);
}

const openFileToRead = (path: string): Database =>
  new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });

function setUpReader(raw: Database): Database {
  raw.pragma(`cache_size = ${-readerCacheKib}`);
  raw.pragma("temp_store = MEMORY");
  raw.pragma("trusted_schema = OFF");
  return raw;
}
