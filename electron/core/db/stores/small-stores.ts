import type { Db } from "#core/db/open/database.ts";

/** Single values the core keeps about itself: device id, last logical time. */
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
   * Forgets the oldest, at most `limit`, until the newest `kept` are left; returns how many. What is new is told by the
   * order they came in: a clock that was set ahead makes none of them old (J7).
   */
  keepNewest(kept: number, limit: number): number;
}

export function createMetaStore({ raw }: Db): MetaStore {
  const get = raw.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck();
  const set = raw.prepare<[string, string]>(
    "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  return {
    get: (key) => get.get(key) ?? null,
    set: (key, value) => void set.run(key, value),
  };
}

export function createSettingStore({ raw }: Db): SettingStore {
  const get = raw.prepare<[string], string>("SELECT value FROM setting WHERE key = ?").pluck();
  const all = raw.prepare<[], { key: string; value: string }>("SELECT key, value FROM setting");
  const set = raw.prepare<[string, string]>(
    "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  return {
    get: (key) => {
      const value = get.get(key);
      return value === undefined ? undefined : JSON.parse(value);
    },
    set: (key, value) => void set.run(key, JSON.stringify(value)),
    all: () => Object.fromEntries(all.all().map(({ key, value }) => [key, JSON.parse(value)])),
  };
}

export function createCommandStore({ raw }: Db): CommandStore {
  const get = raw.prepare<[string], Omit<CommandRecord, "reply"> & { readonly reply: string }>(
    `SELECT command_id AS commandId, name, input_hash AS inputHash, reply, at_ms AS atMs
     FROM command WHERE command_id = ?`,
  );
  const add = raw.prepare<[string, string, string, string, number]>(
    "INSERT INTO command (command_id, name, input_hash, reply, at_ms) VALUES (?, ?, ?, ?, ?)",
  );
  const keepNewest = raw.prepare<[number, number]>(
    `DELETE FROM command WHERE rowid IN (
       SELECT rowid FROM command WHERE rowid <= (SELECT max(rowid) FROM command) - ?
       ORDER BY rowid LIMIT ?)`,
  );
  return {
    get: (commandId) => {
      const found = get.get(commandId);
      return found === undefined ? null : { ...found, reply: JSON.parse(found.reply) };
    },
    add: ({ commandId, name, inputHash, reply, atMs }) =>
      void add.run(commandId, name, inputHash, JSON.stringify(reply), atMs),
    keepNewest: (kept, limit) => keepNewest.run(kept, limit).changes,
  };
}
