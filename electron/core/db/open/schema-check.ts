import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import { migrate, readVersion } from "#core/db/migrations/migrate.ts";
import { migrations } from "#core/db/migrations/ladder.ts";

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * What of a database's schema is not what the migrations up to its version make (S11): "trigger remail", or null where
 * every table, index, trigger and view is there as it was made. Nothing of the file is run for it. Whoever altered a file
 * may have put in what rewrites people's data, or keeps it from being written.
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

function makeSchema(steps: readonly string[]): ReadonlyMap<string, string | null> {
  const raw = new Sqlite(":memory:");
  try {
    migrate(raw, steps);
    return readSchema(raw);
  } finally {
    raw.close();
  }
}

/** SQLite's own counts of rows for the planner (`sqlite_stat1`) come and go. */
function readSchema(raw: Database): ReadonlyMap<string, string | null> {
  const objects = raw
    .prepare<[], SchemaObject>(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat_' ESCAPE '\\'",
    )
    .all();
  return new Map(objects.map(({ type, name, sql }) => [`${type} ${name}`, sql]));
}
