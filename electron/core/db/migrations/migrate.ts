import type { Database } from "better-sqlite3";
import { applicationId } from "#core/db/open/connection.ts";
import { migrations } from "./ladder.ts";

export const readVersion = (raw: Database): number =>
  Number(raw.pragma("user_version", { simple: true }));

export const readApplicationId = (raw: Database): number =>
  Number(raw.pragma("application_id", { simple: true }));

/** Runs the migrations that the file does not have yet, each in one transaction that also writes the version. */
export function migrate(raw: Database, ladder: readonly string[] = migrations): void {
  for (let version = readVersion(raw); version < ladder.length; version += 1) {
    const step = raw.transaction((ddl: string) => {
      raw.exec(ddl);
      raw.pragma(`application_id = ${applicationId}`);
      raw.pragma(`user_version = ${version + 1}`);
    });
    step.immediate(ladder[version] ?? "");
  }
}
