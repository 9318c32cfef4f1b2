import { join } from "node:path";
import type { Database, Statement } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { applicationId, openReader, withConnection } from "#core/db/open/connection.ts";
import { keepPlace } from "#core/db/open/cloned-folder-detection.ts";
import { placeFile } from "#core/db/files/files.ts";
import { errorCode, isCorrupt } from "#core/db/files/file-errors.ts";
import { quickCheck } from "#core/db/worker/quick-check.ts";
import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { migrate, readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { foreignObject, hasDamagedNumber } from "#core/db/open/schema-check.ts";
import { createMetaStore } from "#core/db/stores/small-stores.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { listBackups, removeDatabase } from "#core/db/open/workspace-files.ts";

/**
 * Tables of the replica: unreadable rows are restored from a backup, then from a download. The table of the earlier
 * editions of official results is not one of them, because the API returns only the last edition (P6).
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
/** Projections of replica and journal (J5), which `rebuildProjectionsIfNeeded` rebuilds. */
const projectionTables: ReadonlySet<string> = new Set([
  "runner",
  "walk_up",
  "run_count",
  "podium",
  "podium_groups",
  "finish_item",
  "gun",
  "conflict",
]);
/** The search index fills these tables again when it indexes the runners. */
const indexTables: ReadonlySet<string> = new Set([
  "runner_name",
  "search_scope",
  "near_word",
  "near_key",
]);

/** Key in `meta`: "1" until the projections of a repaired database are rebuilt. */
export const rebuildKey = "rebuild-projections";

export interface Repaired {
  /** 1 if a part of the replica was unreadable, so that every event is downloaded again. */
  readonly replica: 0 | 1;
  /** The backup that the unreadable rows came from; empty if there was none. */
  readonly backup: string;
}

/**
 * Creates an undamaged database in the workspace from the `damaged` one that was set aside (S4). All irreplaceable tables
 * must be completely readable and the journal's hashes correct; otherwise, and on a full disk, the function creates
 * nothing and returns null. Tables of the replica and projections may lose rows.
 */
export function repairDatabase(
  files: WorkspaceFiles,
  damaged: string,
  ladder: readonly string[],
): Repaired | null {
  const part = join(files.folder, "repair.part");
  let source: Database | null = null;
  let target: Database | null = null;
  try {
    source = openReader(damaged);
    const isNumberDamaged = hasDamagedNumber(source, ladder);
    const isOurs = isNumberDamaged || readApplicationId(source) === applicationId;
    const version = isNumberDamaged ? ladder.length : readVersion(source);
    const known = ladder.slice(0, version);
    if (!isOurs || version === 0 || version > ladder.length) return null;
    if (foreignObject(source, ladder, version) !== null) return null;
    target = openTarget(part, known);
    const lossy = copyTables(source, target);
    if (lossy === null || verifyJournal(target).brokenAt.length > 0) return null;
    const isReplicaLossy = lossy.some((table) => replicaTables.has(table));
    const backup = isReplicaLossy ? fillFromBackup(target, files, lossy) : "";
    if (isReplicaLossy) target.exec(downloadAgain);
    if (lossy.length > 0) createMetaStore(target).set(rebuildKey, "1");
    keepPlace(target, damaged);
    if (!quickCheck(target).sound) return null;
    target.close();
    placeFile(part, files.database);
    return { replica: isReplicaLossy ? 1 : 0, backup };
  } catch (error) {
    // Null: a person is asked, as for a completely unreadable database.
    if (errorCode(error) === null) throw error;
    return null;
  } finally {
    source?.close();
    target?.close();
    removeDatabase(part);
  }
}

/** Commits are not flushed, because the file is not used before it is complete. */
export function openTarget(part: string, ladder: readonly string[]): Database {
  removeDatabase(part);
  const target = new Sqlite(part);
  target.pragma("journal_mode = MEMORY");
  target.pragma("synchronous = OFF");
  migrate(target, ladder);
  return target;
}

/** The tables that lost rows; null if an irreplaceable table lost one. */
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
  /** The columns by which the file sorts the rows. */
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

/** Whether the table itself is undamaged. Its indexes may be damaged, because they are created again. */
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
 * Copies the rows that the target lacks, in ascending order; after an unreadable or refused row, the other rows in
 * descending order. Returns false if a row is unreadable, or if the table refuses a row.
 */
function copyRows(source: Database, target: Database, { name, columns, key }: TableShape): boolean {
  const insert = target.prepare(
    `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
     ON CONFLICT DO NOTHING`,
  );
  // 0: the search index indexes all runners again.
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

/** Returns false if a constraint of the table refuses the values. They may come from a damaged page. */
function insertRow(insert: Statement, row: readonly unknown[]): boolean {
  try {
    return insert.run(...row).changes === 1;
  } catch (error) {
    if (errorCode(error)?.startsWith("SQLITE_CONSTRAINT") !== true) throw error;
    return false;
  }
}

/** Adds missing rows of these tables from the newest readable backup of the same version; returns its name, or "". */
function fillFromBackup(target: Database, files: WorkspaceFiles, lossy: readonly string[]): string {
  const tables = tablesOf(target).filter(
    ({ name }) => lossy.includes(name) && replicaTables.has(name),
  );
  for (const { name } of listBackups(files)) {
    try {
      const isFilled = withConnection(openReader(join(files.backups, name)), (backup) => {
        if (readVersion(backup) !== readVersion(target) || foreignObject(backup) !== null)
          return false;
        for (const table of tables) target.transaction(() => copyRows(backup, target, table))();
        return true;
      });
      if (isFilled) return name;
    } catch (error) {
      if (errorCode(error) === null) throw error;
    }
  }
  return "";
}

/** Restarts the downloads from the highest pass number of any row; the next pass adds one (D1, D3). */
const downloadAgain = `
INSERT INTO download (event_id, list, state, pass, pages, rows, new_rows, changed_rows, gone_rows, changed_fields, notes, extra)
  SELECT event_id, '${registrationList}', 'downloading', max(pass), 0, 0, 0, 0, 0, '{}', '[]', '{}'
  FROM registration GROUP BY event_id
  ON CONFLICT DO UPDATE SET pass = max(pass, excluded.pass);
UPDATE download SET state = 'downloading', cursor = NULL, pages = 0, rows = 0, notes = '[]', extra = '{}'
  WHERE list = '${registrationList}' AND pass > 0;
`;
