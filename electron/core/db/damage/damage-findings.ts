import { existsSync } from "node:fs";
import type { DamageMark, WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import {
  databaseIn,
  forgetDamage,
  isInPlace,
  markDamage,
  readDamage,
  restoreCutShort,
} from "#core/db/open/workspace-files.ts";
import { isUnused } from "./empty-database.ts";
import { joinLoneWal, readableIn } from "./lone-wal.ts";

/** Damage that was found or repaired at opening, to be shown to a person. */
export interface OpenFinding {
  readonly code: "database-set-aside" | "database-repaired" | "log-damaged" | "log-repaired";
  readonly facts: Readonly<Record<string, string | number>>;
  /** The database that was set aside; missing journal entries are to be imported from it. */
  readonly takeFrom: string | null;
}

/** The reason of the mark, and the finding, of a WAL that was copied aside. */
export const logDamaged = "log-damaged";

/**
 * Forgets a restore that was cut short if there is a database: nothing was moved yet, the backup is in place, or a person
 * put the former database back. An empty database, with which a person went on, is reported first.
 */
export function readMark(files: WorkspaceFiles): DamageMark | null {
  const known = readDamage(files);
  if (known?.reason !== restoreCutShort || !isInPlace(files)) return known;
  const isAside = known.setAside !== null && existsSync(databaseIn(known.setAside));
  if (isAside && isUnused(files)) return known;
  forgetDamage(files);
  return null;
}

/**
 * Keeps the damage mark until `salvage` has taken over the journal that was set aside, so that the next start continues
 * after a kill.
 */
export function keepMark(
  files: WorkspaceFiles,
  findings: readonly OpenFinding[],
  atMs: number,
): void {
  const source = findings.findLast(({ takeFrom }) => takeFrom !== null);
  if (source === undefined) return forgetDamage(files);
  if (source.code !== logDamaged) return;
  const setAside = String(source.facts["setAside"]);
  markDamage(files, { reason: logDamaged, atMs, setAside, backup: null });
}

/** Unless the person started empty or has gone back from a sound database, the journal that was set aside is taken over. */
export function foundDamage(
  files: WorkspaceFiles,
  { reason, setAside }: DamageMark,
  answer: "restore-backup" | "start-empty" | undefined,
): OpenFinding {
  const isTaken = setAside !== null && answer !== "start-empty" && reason !== restoreCutShort;
  if (isTaken) joinLoneWal(setAside, files.database);
  return {
    code: reason === logDamaged ? logDamaged : "database-set-aside",
    facts: { reason, setAside: setAside ?? "", answer: answer ?? "" },
    takeFrom: isTaken ? readableIn(setAside) : null,
  };
}
