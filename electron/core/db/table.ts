import type { Database } from "better-sqlite3";

export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** How one field of a typed row is kept in one column. */
export interface Column<Value> {
  readonly name: string;
  read(stored: SqlValue): Value;
  write(value: Value): SqlValue;
}

/** A column whose stored value is the value; STRICT tables and the row types agree on what it is. */
export const plain = <Value extends SqlValue>(name: string): Column<Value> => ({
  name,
  read: (stored) => stored as Value,
  write: (value) => value,
});

export const flag = (name: string): Column<boolean> => ({
  name,
  read: (stored) => stored === 1,
  write: Number,
});

/** JSON of a shape this program wrote itself. */
export const json = <Value>(name: string): Column<Value> => ({
  name,
  read: (stored) => (typeof stored === "string" ? (JSON.parse(stored) as Value) : (null as Value)),
  write: (value) => (value === null ? null : JSON.stringify(value)),
});

export type Columns<Row> = { readonly [Field in keyof Row]-?: Column<Row[Field]> };

/** A table's columns, said once: reading, binding and the usual statements follow from it. */
export interface Table<Row> {
  readonly name: string;
  /** Column list for a SELECT. */
  readonly columns: string;
  read(stored: SqlRow): Row;
  /** Named parameters, by column name. */
  bind(row: Row): Record<string, SqlValue>;
  /** The same for some fields only. */
  bindPart(part: Partial<Row>): Record<string, SqlValue>;
  /** Takes `values`. */
  readonly insertSql: string;
  /** The columns in their order: half the work of named ones, for rows by the hundred thousand. */
  values(row: Row): SqlValue[];
  /** Inserts, or replaces every column but the key's. */
  upsertSql(key: readonly (keyof Row)[]): string;
  /** Sets the given fields of the row that has this key. */
  updateSql(key: keyof Row, fields: readonly (keyof Row)[]): string;
}

export function defineTable<Row extends object>(name: string, columns: Columns<Row>): Table<Row> {
  const fields = Object.keys(columns) as (keyof Row)[];
  const nameOf = (field: keyof Row): string => columns[field].name;
  const names = fields.map(nameOf);
  const codecs = fields.map((field) => codecOf(columns, field));
  const insertInto = `INSERT INTO ${name} (${names.join(", ")}) VALUES`;
  return {
    name,
    columns: names.join(", "),
    insertSql: `${insertInto} (${names.map(() => "?").join(", ")})`,
    read(stored) {
      const row: Partial<Row> = {};
      for (const { field, column, read } of codecs) row[field] = read(stored[column] ?? null);
      return row as Row;
    },
    bind(row) {
      const bound: Record<string, SqlValue> = {};
      for (const { field, column, write } of codecs) bound[column] = write(row[field]);
      return bound;
    },
    values: (row) => codecs.map(({ field, write }) => write(row[field])),
    upsertSql(key) {
      const keys = key.map(nameOf);
      const rest = names.filter((column) => !keys.includes(column));
      const sets = rest.map((column) => `${column} = excluded.${column}`).join(", ");
      const named = names.map((column) => `@${column}`).join(", ");
      return `${insertInto} (${named}) ON CONFLICT (${keys.join(", ")}) DO UPDATE SET ${sets}`;
    },
    bindPart(part) {
      const bound: Record<string, SqlValue> = {};
      for (const field of Object.keys(part) as (keyof Row)[]) {
        bound[nameOf(field)] = columns[field].write(part[field] as Row[keyof Row]);
      }
      return bound;
    },
    updateSql(key, changed) {
      const sets = changed.map(nameOf).map((column) => `${column} = @${column}`);
      return `UPDATE ${name} SET ${sets.join(", ")} WHERE ${nameOf(key)} = @${nameOf(key)}`;
    },
  };
}

/** A column with its field, looked up once: rows pass here by the hundred thousand. */
function codecOf<Row, Field extends keyof Row>(columns: Columns<Row>, field: Field) {
  const { name, read, write } = columns[field];
  return { field, column: name, read, write };
}

/** Prepares a query whose rows read as `Row`. Parameters are positional. */
export function prepareRows<Row, Parameters extends readonly unknown[]>(
  raw: Database,
  table: Pick<Table<Row>, "read">,
  sql: string,
): { all(...parameters: Parameters): Row[]; get(...parameters: Parameters): Row | null } {
  const statement = raw.prepare<unknown[], SqlRow>(sql);
  return {
    all: (...parameters) => statement.all(...parameters).map((stored) => table.read(stored)),
    get: (...parameters) => {
      const stored = statement.get(...parameters);
      return stored === undefined ? null : table.read(stored);
    },
  };
}
