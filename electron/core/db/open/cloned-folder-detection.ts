import { existsSync, readFileSync, statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import type { Computer, Logger, Random } from "#core/ports.ts";
import { backupMarkKey, forgetAccess } from "./backup-mark.ts";
import type { Db } from "./database.ts";
import { writeJson } from "#core/db/files/files.ts";
import { errorCode } from "#core/db/files/file-errors.ts";
import { hashOfComputer } from "./computer-hash.ts";
import { NotSavedError } from "./not-saved.ts";
import type { MetaStore } from "#core/db/stores/small-stores.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";
import { stampIn } from "./workspace-files.ts";

/**
 * Why a database is recognized as a copy (S5).
 *
 * - `backup`: the database is one of Chute's backups.
 * - `older`: the database is not the one that was open in this folder last.
 * - `elsewhere`: the database comes from another folder, disk or computer.
 */
export type CloneReason = "backup" | "older" | "elsewhere";

export interface ClonedFolderParts {
  readonly db: Db;
  readonly meta: MetaStore;
  readonly files: WorkspaceFiles;
  readonly random: Random;
  readonly logger: Logger;
  /** Absent in tests that copy folders: then only backups are recognized. */
  readonly computer?: Computer | undefined;
}

const stampKey = "stamp";
const placeKey = "place";
/** The content of the stamp file if an earlier version created the database, which then has no stamp. */
const noStamp = "none";

/**
 * The database and a file in the same folder contain the same random stamp, which changes at each start and each clean
 * end. The new stamp is first added to the file, beside the old one, and then written to the database, so that file and
 * database match after a crash, too.
 */
export function watchClonedFolder(parts: ClonedFolderParts) {
  const { db, meta, files, random, logger, computer } = parts;
  const path = stampIn(files);
  const found = recognizeCopy(parts, path);

  const renew = (here: Computer): void => {
    const place = JSON.stringify(placeOf(files, here));
    const next = random.uuid();
    const last = meta.get(stampKey);
    writeJson(path, { stamps: [last ?? noStamp, next] });
    db.transaction(() => {
      meta.set(stampKey, next);
      meta.set(placeKey, place);
    });
    writeJson(path, { stamps: [next] });
  };

  /** Best effort: a failed write must not block the start, and the old stamp remains valid. */
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
    /** Null if the database is the original. */
    found,
    /** Makes this database the original. Call after the finding is stored elsewhere. */
    accept() {
      attempt(() => {
        if (meta.get(backupMarkKey) === "1") db.transaction(() => meta.set(backupMarkKey, "0"));
        if (computer !== undefined) renew(computer);
      });
    },
    /** Call at the end of a run: copies that were made during the run count as older from now on. */
    close() {
      if (computer !== undefined) attempt(() => renew(computer));
    },
  };
}

/** Whether a database was open in this folder, also if it is missing now. */
export const hasStamp = (files: WorkspaceFiles): boolean => existsSync(stampIn(files));

/** Recognizes a copy of a workspace's database. */
export type ClonedFolderWatch = ReturnType<typeof watchClonedFolder>;

function recognizeCopy(
  { db, meta, files, computer }: ClonedFolderParts,
  path: string,
): CloneReason | null {
  if (meta.get(backupMarkKey) === "1") return "backup";
  if (computer === undefined || !hasHistory(db)) return null;
  const stamp = meta.get(stampKey);
  const stamps = readStamps(path);
  if (stamps === null && stamp !== null) return "elsewhere";
  if (stamps !== null && !stamps.includes(stamp ?? noStamp)) return "older";
  return isSamePlace(readPlace(meta.get(placeKey)), placeOf(files, computer)) ? null : "elsewhere";
}

/** Whether the database has entries in the journal or in the outbox. A copy without any is harmless. */
const hasHistory = ({ raw }: Db): boolean =>
  raw
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM outbox)")
    .pluck()
    .get() === 1;

/**
 * Keeps the recorded place valid for a repaired database, which is a new file with another creation time. If the damaged
 * file was a copy, the repaired one still counts as a copy.
 */
export function keepPlace(target: Database, damaged: string): void {
  const meta = createMetaStore(target);
  const place = readPlace(meta.get(placeKey));
  if (place === null || place.bornMs === null) return;
  if (!isSameBirth(place.bornMs, statSync(damaged).birthtimeMs)) return;
  meta.set(placeKey, JSON.stringify({ ...place, bornMs: null } satisfies Place));
}

interface Place {
  /** The `hashOfComputer`. */
  readonly computer: string | null;
  /** Creation time of the database file, which differs in a copy; null if the disk does not store it. */
  readonly bornMs: number | null;
}

function placeOf({ folder, database }: WorkspaceFiles, { id }: Computer): Place {
  const computer = hashOfComputer(id);
  // Without stored creation times Node reports 0 or the time of the last change, which a used folder has, too.
  const { birthtimeMs, ctimeMs } = statSync(folder);
  const isKept = birthtimeMs !== 0 && birthtimeMs !== ctimeMs;
  return { computer, bornMs: isKept ? statSync(database).birthtimeMs : null };
}

const readPlace = (text: string | null): Place | null =>
  text === null || text === "" ? null : (JSON.parse(text) as Place);

/** Unknown fields count as equal. */
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

/** On a disk that stores local times, all stored times shift when daylight saving time begins or the time zone changes. */
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
