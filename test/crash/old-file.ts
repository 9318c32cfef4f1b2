import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { openReader } from "#core/db/open/connection.ts";
import { readVersion } from "#core/db/migrations/migrate.ts";
import { schemaVersion } from "#core/db/migrations/ladder.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { must } from "./examine.ts";

/**
 * A data folder with the first version of the schema, made by the station of that time (commit before 4b2f67a): a
 * downloaded race of 40 runners, at least twelve check-ins, and seven walk-ups of which four were never sent.
 */
const packed = new URL("schema-1.sqlite.br", import.meta.url);

export function plantOldFile(dataDir: string): void {
  const live = join(dataDir, "live");
  mkdirSync(live, { recursive: true });
  writeFileSync(join(live, "chute.sqlite"), brotliDecompressSync(readFileSync(packed)));
}

interface OldFacts {
  readonly version: number;
  readonly journal: readonly unknown[];
  readonly commands: readonly unknown[];
  readonly outbox: readonly unknown[];
}

/** What no migration may lose. Of the outbox it has the frozen bodies and keys. */
export function readOldFacts(dataDir: string): OldFacts {
  const raw = openReader(join(dataDir, "live", "chute.sqlite"));
  try {
    const all = (sql: string): unknown[] => raw.prepare(sql).raw().all();
    return {
      version: readVersion(raw),
      journal: all(
        "SELECT device, epoch, sequence, kind, payload, hash FROM journal ORDER BY rowid",
      ),
      commands: all("SELECT command_id, input_hash, reply FROM command ORDER BY rowid"),
      outbox: all("SELECT id, body, idempotency_key FROM outbox ORDER BY ordinal"),
    };
  } finally {
    raw.close();
  }
}

/**
 * Called after starts that were killed and one that was not. All migrations are done, every entry is there, and so is
 * the file with the old schema.
 */
export async function examineClimbed(
  station: StationProcess,
  dataDir: string,
  before: OldFacts,
): Promise<void> {
  const now = readOldFacts(dataDir);
  must(before.version === 1 && now.version === schemaVersion, "S4 the file climbed", now.version);
  const had = JSON.stringify([before.journal, before.commands, before.outbox]);
  const has = JSON.stringify([now.journal, now.commands, now.outbox]);
  must(had === has, "S4 a migration keeps every fact", { had: had.length, has: has.length });
  const { brokenAt, differences } = await station.value("journal.verify", {});
  must(brokenAt.length === 0 && differences === 0, "J5 J6 nothing differs", {
    brokenAt,
    differences,
  });
  const { backups } = await station.value("backup.list", {});
  must(backups.length > 0, "S4 a migration never runs on the only copy", backups);
}
