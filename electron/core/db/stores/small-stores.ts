import type { Database } from "better-sqlite3";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable } from "../table.ts";

/** A table with the columns `key` and `value`. */
function prepareKeyValues(raw: Database, table: "meta" | "setting") {
  const get = raw.prepare<[string], string>(`SELECT value FROM ${table} WHERE key = ?`).pluck();
  const set = raw.prepare<[string, string]>(
    `INSERT INTO ${table} (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  return {
    get: (key: string): string | null => get.get(key) ?? null,
    set: (key: string, value: string): void => void set.run(key, value),
  };
}

/** Single values about the database itself, for example the device id and the last logical time. */
export type MetaStore = ReturnType<typeof createMetaStore>;

export const createMetaStore = (raw: Database) => prepareKeyValues(raw, "meta");

/** Settings, each a JSON value. */
export type SettingStore = ReturnType<typeof createSettingStore>;

export function createSettingStore({ raw }: Db) {
  const { get, set } = prepareKeyValues(raw, "setting");
  const all = raw.prepare<[], { key: string; value: string }>("SELECT key, value FROM setting");
  return {
    get(key: string): unknown {
      const value = get(key);
      return value === null ? undefined : JSON.parse(value);
    },
    set: (key: string, value: unknown) => set(key, JSON.stringify(value)),
    all: (): Readonly<Record<string, unknown>> =>
      Object.fromEntries(all.all().map(({ key, value }) => [key, JSON.parse(value)])),
  };
}

const commandTable = defineTable("command", {
  commandId: column.text,
  name: column.text,
  inputHash: column.text,
  reply: column.json<unknown>(),
  atMs: column.number,
});

/** Replies of performed commands (J8). */
export type CommandStore = ReturnType<typeof createCommandStore>;

export function createCommandStore({ raw }: Db) {
  const keepNewest = raw.prepare<[number, number]>(
    `DELETE FROM command WHERE rowid IN (
       SELECT rowid FROM command WHERE rowid <= (SELECT max(rowid) FROM command) - ?
       ORDER BY rowid LIMIT ?)`,
  );
  return {
    get: commandTable.select<[commandId: string]>(raw, "WHERE command_id = ?").get,
    add: commandTable.insert(raw),
    /**
     * Deletes at most `limit` of the oldest records and keeps the newest `kept`; returns the number of deleted records.
     * The order of insertion decides, because the clock may have been wrong (J7).
     */
    keepNewest: (kept: number, limit: number) => keepNewest.run(kept, limit).changes,
  };
}
