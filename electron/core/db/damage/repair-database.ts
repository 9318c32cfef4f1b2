import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Database, Statement } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { applicationId, openReader } from "#core/db/open/connection.ts";
import { keepPlace } from "#core/db/open/cloned-folder-watch.ts";
import { placeFile } from "#core/db/files/files.ts";
import { errorCode } from "#core/db/open/folder-lock.ts";
import { quickCheck } from "#core/db/worker/quick-check.ts";
import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { migrate, readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { foreignObject } from "#core/db/open/schema-check.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { databaseIn, databaseSuffixes, listBackups } from "#core/db/open/workspace-files.ts";

/**
 * What the partner API said and says again: rows that cannot be read come from a backup, then from a download. Earlier
 * editions of official results are not among them: the API gives the last one only (P6).
 */
const replicaTables: ReadonlySet<string> = new Set([
  "series",
  "event",
  "run",
  "registration",
  "malformed_row",
  "download",
  "award_list",
  "award",
  "collection",
  "collection_event",
  "recurrence",
  "image",
]);
/** What the replica and the journal are worked out to (J5): `rebuildProjections` writes every row anew. */
const projectionTables: ReadonlySet<string> = new Set([
  "runner",
  "walk_up",
  "lane",
  "podium",
  "podium_groups",
  "finish_item",
  "gun",
]);
/** Written by the search index while it takes in the runners. */
const indexTables: ReadonlySet<string> = new Set([
  "runner_name",
  "search_scope",
  "near_word",
  "near_key",
]);

/** Set in a database whose projections are still to be rebuilt after a mending. */
export const rebuildKey = "rebuild-projections";

export interface Repaired {
  /** 1: a part of the replica could not be read; every event is downloaded again. */
  readonly replica: 0 | 1;
  /** The backup that gave the rows which could not be read; empty where none did. */
  readonly backup: string;
}

/**
 * Makes a sound database in the workspace out of the damaged one in `setAside` (S4). Every table of what exists nowhere
 * else has to read through, and the journal's hashes have to fit: otherwise nothing is made and null is returned, as for
 * a disk without room. What can be had again may have lost rows.
 */
export function repairDatabase(
  files: WorkspaceFiles,
  setAside: string,
  ladder: readonly string[],
): Repaired | null {
  const part = join(files.folder, "mend.part");
  let source: Database | null = null;
  let target: Database | null = null;
  try {
    source = openReader(databaseIn(setAside));
    const version = readVersion(source);
    const isOurs = readApplicationId(source) === applicationId;
    const known = ladder.slice(0, version);
    if (!isOurs || version === 0 || version > ladder.length) return null;
    if (foreignObject(source, ladder) !== null) return null;
    target = openTarget(part, known);
    const lossy = copyTables(source, target);
    if (lossy === null || verifyJournal(target).brokenAt.length > 0) return null;
    const isReplicaLossy = lossy.some((table) => replicaTables.has(table));
    const backup = isReplicaLossy ? fillFromBackup(target, files, lossy) : "";
    if (isReplicaLossy) target.exec(downloadAgain);
    if (lossy.length > 0) {
      target.prepare("INSERT INTO meta (key, value) VALUES (?, '1')").run(rebuildKey);
    }
    keepPlace(target, databaseIn(setAside));
    if (!quickCheck(target).sound) return null;
    target.close();
    placeFile(part, files.database);
    return { replica: isReplicaLossy ? 1 : 0, backup };
  } catch (error) {
    // A person is asked, as with a database of which nothing can be read.
    if (errorCode(error) === null) throw error;
    return null;
  } finally {
    source?.close();
    target?.close();
    removeDatabase(part);
  }
}

/** Nothing of it counts before it is finished and in place, so no commit of it is flushed. */
function openTarget(part: string, ladder: readonly string[]): Database {
  removeDatabase(part);
  const target = new Sqlite(part);
  target.pragma("journal_mode = MEMORY");
  target.pragma("synchronous = OFF");
  migrate(target, ladder);
  return target;
}

const removeDatabase = (path: string): void =>
  databaseSuffixes.forEach((suffix) => rmSync(`${path}${suffix}`, { force: true }));

/** The tables that lost rows; null where one did of which no row may be lost. */
function copyTables(source: Database, target: Database): readonly string[] | null {
  const lossy: string[] = [];
  for (const table of tablesOf(target)) {
    const mayLose = replicaTables.has(table.name) || projectionTables.has(table.name);
    const isSound = isTableSound(source, table.name);
    if (!isSound && !mayLose) return null;
    const isWhole = target.transaction(() => copyRows(source, target, table))();
    if (isSound && isWhole) continue;
    if (!mayLose) return null;
    lossy.push(table.name);
  }
  return lossy;
}

interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** What its rows are sorted by in the file. */
  readonly key: readonly string[];
}

function tablesOf(target: Database): TableShape[] {
  const tables = target
    .prepare<[], { readonly name: string; readonly wr: 0 | 1 }>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all();
  const columnsOf = target.prepare<[string], { readonly name: string; readonly pk: number }>(
    "SELECT name, pk FROM pragma_table_info(?)",
  );
  return tables
    .filter(({ name }) => !indexTables.has(name))
    .map(({ name, wr }) => {
      const columns = columnsOf.all(name);
      const names = columns.map((column) => column.name);
      if (wr === 0) return { name, columns: [...new Set(["rowid", ...names])], key: ["rowid"] };
      const key = columns
        .filter(({ pk }) => pk > 0)
        .toSorted((one, other) => one.pk - other.pk)
        .map((column) => column.name);
      return { name, columns: names, key };
    });
}

/** Whether the table itself is sound; what is wrong with its indexes does not count, for they are made anew. */
function isTableSound(source: Database, table: string): boolean {
  const indexRoots = source
    .prepare<[string], number>(
      "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND rootpage > 0",
    )
    .pluck()
    .all(table);
  const harmless = ["*** ", "ok", ...indexRoots.map((root) => `Tree ${root} `)];
  try {
    const problems = source.prepare<[], string>(`PRAGMA quick_check("${table}")`).pluck().all();
    return problems
      .flatMap((problem) => problem.split("\n"))
      .every((line) => harmless.some((prefix) => line.startsWith(prefix)));
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return false;
  }
}

/**
 * Copies the rows that the target lacks: from the first one on and, behind a page that cannot be read, from the last one
 * back. False where rows could not be read, or do not fit into the table.
 */
function copyRows(source: Database, target: Database, { name, columns, key }: TableShape): boolean {
  const insert = target.prepare(
    `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
     ON CONFLICT DO NOTHING`,
  );
  // The search index takes in every runner anew.
  const read = columns.map((column) => (column === "indexed" ? "0" : column)).join(", ");
  let isWhole = true;
  const copyFrom = (direction: "ASC" | "DESC"): void => {
    const order = key.map((column) => `${column} ${direction}`).join(", ");
    const rows = source
      .prepare<[], unknown[]>(`SELECT ${read} FROM "${name}" NOT INDEXED ORDER BY ${order}`)
      .raw();
    try {
      for (const row of rows.iterate()) isWhole = insertRow(insert, row) && isWhole;
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      isWhole = false;
    }
  };
  copyFrom("ASC");
  if (!isWhole) copyFrom("DESC");
  return isWhole;
}

/** Bytes of a damaged page can read as values that the table refuses. */
function insertRow(insert: Statement, row: readonly unknown[]): boolean {
  try {
    return insert.run(...row).changes === 1;
  } catch (error) {
    if (errorCode(error)?.startsWith("SQLITE_CONSTRAINT") !== true) throw error;
    return false;
  }
}

/** Adds the rows that the newest readable backup of the same version has of these tables; its name, or "". */
function fillFromBackup(target: Database, files: WorkspaceFiles, lossy: readonly string[]): string {
  const tables = tablesOf(target).filter(
    ({ name }) => lossy.includes(name) && replicaTables.has(name),
  );
  for (const { name } of listBackups(files)) {
    let backup: Database | null = null;
    try {
      backup = openReader(join(files.backups, name));
      if (readVersion(backup) !== readVersion(target) || foreignObject(backup) !== null) continue;
      for (const table of tables) {
        const from = backup;
        target.transaction(() => copyRows(from, target, table))();
      }
      return name;
    } catch (error) {
      if (errorCode(error) === null) throw error;
    } finally {
      backup?.close();
    }
  }
  return "";
}

/** Downloads of which rows may be missing begin anew, in a pass behind all that a row was seen in (D1, D3). */
const downloadAgain = `
INSERT INTO download (event_id, list, state, pass, pages, rows, new_rows, changed_rows, gone_rows, changed_fields, notes, extra)
  SELECT event_id, '${registrationList}', 'downloading', max(pass), 0, 0, 0, 0, 0, '{}', '[]', '{}'
  FROM registration GROUP BY event_id
  ON CONFLICT DO UPDATE SET pass = max(pass, excluded.pass);
UPDATE download SET state = 'downloading', cursor = NULL, pages = 0, rows = 0, notes = '[]', extra = '{}'
  WHERE list = '${registrationList}' AND pass > 0;
`;

const isCorrupt = (error: unknown): boolean =>
  errorCode(error)?.startsWith("SQLITE_CORRUPT") === true;
