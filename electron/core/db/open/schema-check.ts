import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { withConnection } from "./connection.ts";
import { migrate, readVersion } from "#core/db/migrations/migrate.ts";
import { migrations } from "#core/db/migrations/ladder.ts";

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * The first table, index, trigger or view that differs from the result of the migrations up to the database's version
 * (S11), for example "trigger remail"; null if there is no difference. An altered file could contain a trigger that
 * changes or blocks data. The check runs no code of the file.
 */
export function foreignObject(
  raw: Database,
  ladder: readonly string[] = migrations,
): string | null {
  const own = makeSchema(ladder.slice(0, readVersion(raw)));
  const found = readSchema(raw);
  for (const [key, sql] of found) if (own.get(key) !== sql) return key;
  for (const key of own.keys()) if (!found.has(key)) return key;
  return null;
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
