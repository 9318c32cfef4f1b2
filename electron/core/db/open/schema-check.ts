import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { applicationId, withConnection } from "./connection.ts";
import { migrate, readApplicationId, readVersion } from "#core/db/migrations/migrate.ts";
import { migrations } from "#core/db/migrations/ladder.ts";

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * The first table, index, trigger or view that differs from the result of the migrations up to this version (S11), for
 * example "trigger remail"; null if there is no difference. An altered file could contain a trigger that changes or blocks
 * data. The check runs no code of the file.
 */
export function foreignObject(
  raw: Database,
  ladder: readonly string[] = migrations,
  version = readVersion(raw),
): string | null {
  const own = makeSchema(ladder.slice(0, version));
  const found = readSchema(raw);
  for (const [key, sql] of found) if (own.get(key) !== sql) return key;
  for (const key of own.keys()) if (!found.has(key)) return key;
  return null;
}

/**
 * Whether only the number of the database's version, or its application id, is damaged: its schema is the one of this
 * ladder, but a number differs. Each migration after the nineteenth changes the schema, so a newer version has another
 * one; no other program has this schema.
 */
export const hasDamagedNumber = (raw: Database, ladder: readonly string[]): boolean =>
  (readVersion(raw) !== ladder.length || readApplicationId(raw) !== applicationId) &&
  foreignObject(raw, ladder, ladder.length) === null;

/** Corrects the version and the application id if nothing else is damaged. */
export function repairNumbers(raw: Database, ladder: readonly string[]): void {
  if (!hasDamagedNumber(raw, ladder)) return;
  raw.pragma(`user_version = ${ladder.length}`);
  raw.pragma(`application_id = ${applicationId}`);
}

const makeSchema = (steps: readonly string[]): ReadonlyMap<string, string | null> =>
  withConnection(new Sqlite(":memory:"), (raw) => {
    migrate(raw, steps);
    return readSchema(raw);
  });

/** Without the planner's row counts (`sqlite_stat1`), which SQLite adds and removes. */
function readSchema(raw: Database): ReadonlyMap<string, string | null> {
  const objects = raw
    .prepare<[], SchemaObject>(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat_' ESCAPE '\\'",
    )
    .all();
  return new Map(objects.map(({ type, name, sql }) => [`${type} ${name}`, sql]));
}
