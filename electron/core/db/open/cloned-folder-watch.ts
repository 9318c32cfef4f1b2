import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Computer, Logger, Random } from "#core/ports.ts";
import { copyMarkKey, forgetAccess } from "./cloned-folder-mark.ts";
import type { Db } from "./database.ts";
import { placeFile } from "#core/db/files/files.ts";
import { errorCode } from "./folder-lock.ts";
import { NotSavedError } from "./not-saved.ts";
import type { MetaStore } from "#core/db/stores/small-stores.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";

/**
 * How a database was found to be a copy (S5).
 *
 * - `backup`: it is a backup of the ring.
 * - `older`: it is not the one that was here last.
 * - `elsewhere`: it came from another folder, disk or computer.
 */
export type CloneReason = "backup" | "older" | "elsewhere";

/** Tells a copy of a workspace's database from the original. */
export interface ClonedFolderWatch {
  /** Null for the original. */
  readonly found: CloneReason | null;
  /** From here on this one is the original: what was found is written down elsewhere. */
  accept(): void;
  /** At the end of a run: a copy that was made during it is an older one from now on. */
  close(): void;
}

export interface CopyWatchParts {
  readonly db: Db;
  readonly meta: MetaStore;
  readonly files: WorkspaceFiles;
  readonly random: Random;
  readonly logger: Logger;
  /** Absent where folders are copied on purpose: then only a backup is told from an original. */
  readonly computer?: Computer | undefined;
}

const stampKey = "stamp";
const placeKey = "place";
const stampFile = "stamp.json";
/** In the file: a database that never had a stamp, made by an earlier version, fits as well. */
const noStamp = "none";

/**
 * A stamp stands in the database and, beside it, in a file; each start and each clean end draws a new one. The file takes
 * the new stamp beside the old before the database has it, so that a crash at any point leaves a pair that fits.
 */
export function watchClonedFolder(parts: CopyWatchParts): ClonedFolderWatch {
  const { db, meta, files, random, logger, computer } = parts;
  const path = join(files.folder, stampFile);
  const found = findCopy(parts, path);

  const renew = (here: Computer): void => {
    const place = JSON.stringify(placeOf(files, here));
    const next = random.uuid();
    const last = meta.get(stampKey);
    writeStamps(path, [last ?? noStamp, next]);
    db.transaction(() => {
      meta.set(stampKey, next);
      meta.set(placeKey, place);
    });
    writeStamps(path, [next]);
  };

  /** A disk that takes nothing now keeps nobody from working: the old stamp fits as well. */
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (!(error instanceof NotSavedError) && errorCode(error) === null) throw error;
      logger.log("warn", "database.stamp-not-renewed");
    }
  };

  if (found !== null) attempt(() => db.transaction(() => forgetAccess(db.raw)));

  return {
    found,
    accept() {
      attempt(() => {
        if (meta.get(copyMarkKey) === "1") db.transaction(() => meta.set(copyMarkKey, "0"));
        if (computer !== undefined) renew(computer);
      });
    },
    close() {
      if (computer !== undefined) attempt(() => renew(computer));
    },
  };
}

function findCopy({ db, meta, files, computer }: CopyWatchParts, path: string): CloneReason | null {
  if (meta.get(copyMarkKey) === "1") return "backup";
  if (computer === undefined || !hasHistory(db)) return null;
  const stamp = meta.get(stampKey);
  const stamps = readStamps(path);
  if (stamps === null && stamp !== null) return "elsewhere";
  if (stamps !== null && !stamps.includes(stamp ?? noStamp)) return "older";
  return isSamePlace(readPlace(meta.get(placeKey)), placeOf(files, computer)) ? null : "elsewhere";
}

/** Nobody is harmed by a copy of nothing. */
const hasHistory = ({ raw }: Db): boolean =>
  raw
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM outbox)")
    .pluck()
    .get() === 1;

/**
 * A mended database lies in a new file: it is at home where the damaged one was. One that had come from elsewhere still
 * counts as a copy.
 */
export function keepPlace(target: Database, damaged: string): void {
  const placeOfKey = target
    .prepare<[string], string>("SELECT value FROM meta WHERE key = ?")
    .pluck();
  const place = readPlace(placeOfKey.get(placeKey) ?? null);
  if (place === null || place.bornMs === null) return;
  if (!isSameBirth(place.bornMs, statSync(damaged).birthtimeMs)) return;
  const anyFile: Place = { ...place, bornMs: null };
  target.prepare("UPDATE meta SET value = ? WHERE key = ?").run(JSON.stringify(anyFile), placeKey);
}

interface Place {
  /** A one-way hash; null where the computer cannot be told from others. */
  readonly computer: string | null;
  /** When the database's file was made, as the disk says; null where it does not. A copy has a time of its own. */
  readonly bornMs: number | null;
}

function placeOf({ folder, database }: WorkspaceFiles, { id }: Computer): Place {
  const computer = id === null ? null : createHash("sha256").update(`chute ${id}`).digest("hex");
  // Where a disk keeps no time of birth, Node gives none or that of the last change; a folder in use has had some.
  const { birthtimeMs, ctimeMs } = statSync(folder);
  const isKept = birthtimeMs !== 0 && birthtimeMs !== ctimeMs;
  return { computer, bornMs: isKept ? statSync(database).birthtimeMs : null };
}

function readPlace(text: string | null): Place | null {
  if (text === null || text === "") return null;
  const { computer, bornMs } = JSON.parse(text) as Place;
  return { computer, bornMs };
}

/** What is not known says nothing. */
function isSamePlace(before: Place | null, now: Place): boolean {
  if (before === null) return true;
  const sameComputer =
    before.computer === null || now.computer === null || before.computer === now.computer;
  const sameFile =
    before.bornMs === null || now.bornMs === null || isSameBirth(before.bornMs, now.bornMs);
  return sameComputer && sameFile;
}

const quarterHourMs = 15 * 60_000;
const coarsestMs = 10;

/** Disks that keep local times move all of them when the clock changes to summer time, or the computer to another zone. */
function isSameBirth(oneMs: number, otherMs: number): boolean {
  const apartMs = Math.abs(oneMs - otherMs) % quarterHourMs;
  return Math.min(apartMs, quarterHourMs - apartMs) <= coarsestMs;
}

function readStamps(path: string): readonly string[] | null {
  if (!existsSync(path)) return null;
  try {
    const { stamps } = JSON.parse(readFileSync(path, "utf8")) as { readonly stamps?: unknown };
    return Array.isArray(stamps) ? stamps.map(String) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function writeStamps(path: string, stamps: readonly string[]): void {
  const temporary = `${path}.part`;
  writeFileSync(temporary, JSON.stringify({ stamps }));
  placeFile(temporary, path);
}
