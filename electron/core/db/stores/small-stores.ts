import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain } from "../table.ts";

/** Single values about the database itself, for example the device id and the last logical time. */
export interface MetaStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** Settings, each a JSON value. */
export interface SettingStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  all(): Readonly<Record<string, unknown>>;
}

export interface CommandRecord {
  readonly commandId: string;
  readonly name: string;
  readonly inputHash: string;
  readonly reply: unknown;
  readonly atMs: number;
}

/** Replies of performed commands (J8). */
export interface CommandStore {
  get(commandId: string): CommandRecord | null;
  add(record: CommandRecord): void;
  /**
   * Deletes at most `limit` of the oldest records and keeps the newest `kept`; returns the number of deleted records.
   * The order of insertion decides, because the clock may have been wrong (J7).
   */
  keepNewest(kept: number, limit: number): number;
}

/** A table with the columns `key` and `value`. */
function prepareKeyValues({ raw }: Db, table: "meta" | "setting") {
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

export const createMetaStore = (db: Db): MetaStore => prepareKeyValues(db, "meta");

export function createSettingStore(db: Db): SettingStore {
  const { get, set } = prepareKeyValues(db, "setting");
  const all = db.raw.prepare<[], { key: string; value: string }>("SELECT key, value FROM setting");
  return {
    get: (key) => {
      const value = get(key);
      return value === null ? undefined : JSON.parse(value);
    },
    set: (key, value) => set(key, JSON.stringify(value)),
    all: () => Object.fromEntries(all.all().map(({ key, value }) => [key, JSON.parse(value)])),
  };
}

const commandTable = defineTable<CommandRecord>("command", {
  commandId: plain("command_id"),
  name: plain("name"),
  inputHash: plain("input_hash"),
  reply: json("reply"),
  atMs: plain("at_ms"),
});

export function createCommandStore({ raw }: Db): CommandStore {
  const insert = commandTable.insert(raw);
  const keepNewest = raw.prepare<[number, number]>(
    `DELETE FROM command WHERE rowid IN (
       SELECT rowid FROM command WHERE rowid <= (SELECT max(rowid) FROM command) - ?
       ORDER BY rowid LIMIT ?)`,
  );
  return {
    get: commandTable.select<[string]>(raw, "WHERE command_id = ?").get,
    add: (record) => void insert(record),
    keepNewest: (kept, limit) => keepNewest.run(kept, limit).changes,
  };
}
