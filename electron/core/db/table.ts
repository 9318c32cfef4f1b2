import type { Database } from "better-sqlite3";

export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** How one field of a typed row is kept in one column. */
export interface Column<Value> {
  readonly name: string;
  /** Null: what is stored is the value. */
  readonly read: ((stored: SqlValue) => Value) | null;
  write(value: Value): SqlValue;
}

/** A column whose stored value is the value; STRICT tables and the row types agree on what it is. */
export const plain = <Value extends SqlValue>(name: string): Column<Value> => ({
  name,
  read: null,
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
  /** Column list for a SELECT, each under its field's name. */
  readonly columns: string;
  /** Makes the row of what such a SELECT gave, out of the same object: rows are read at every key and every commit. */
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
  const readers = codecs.flatMap(({ field, read }) => (read === null ? [] : [{ field, read }]));
  const insertInto = `INSERT INTO ${name} (${names.join(", ")}) VALUES`;
  return {
    name,
    columns: fields.map((field) => `${nameOf(field)} AS "${String(field)}"`).join(", "),
    insertSql: `${insertInto} (${names.map(() => "?").join(", ")})`,
    read(stored) {
      const row = stored as { [Field in keyof Row]: Row[Field] };
      for (const { field, read } of readers) row[field] = read(row[field] as SqlValue);
      return row;
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
