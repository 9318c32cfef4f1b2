import type { Database, RunResult } from "better-sqlite3";

export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** How one field of a typed row is stored in one column. */
export interface Column<Value> {
  /** Absent if the name is the field's in snake case. */
  readonly name?: string;
  /** Null if the stored value is the field's value. */
  readonly read: ((stored: SqlValue) => Value) | null;
  write(value: Value): SqlValue;
}

/** A column whose stored value is the field's value. The tables are STRICT, so the types agree. */
const plain = <Value extends SqlValue>(): Column<Value> => ({
  read: null,
  write: (value) => value,
});

/** The columns of tables, by the type of their field. */
export const column = {
  plain,
  text: plain<string>(),
  textOrNull: plain<string | null>(),
  number: plain<number>(),
  numberOrNull: plain<number | null>(),
  flag: { read: (stored) => stored === 1, write: Number } satisfies Column<boolean>,
  /** JSON that this program wrote itself; its shape is not checked. */
  json: <Value>(): Column<Value> => ({
    read: (stored) =>
      typeof stored === "string" ? (JSON.parse(stored) as Value) : (null as Value),
    write: (value) => (value === null ? null : JSON.stringify(value)),
  }),
};

export type Columns<Row> = { readonly [Field in keyof Row]-?: Column<Row[Field]> };

/** The rows of a table. */
export type RowOf<Of extends { read(stored: SqlRow): unknown }> = Readonly<ReturnType<Of["read"]>>;

/** A table and its columns. The usual statements are made from the columns; each call prepares one statement. */
export function defineTable<Row extends object>(name: string, columns: Columns<Row>) {
  const allFields = Object.keys(columns) as (keyof Row)[];
  const nameOf = (field: keyof Row): string =>
    columns[field].name ??
    String(field).replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  const selected = allFields.map((field) => `${nameOf(field)} AS "${String(field)}"`).join(", ");
  // Looked up once, with their field.
  const codecs = allFields.map((field) => ({ field, ...columns[field] }));
  const readers = codecs.flatMap(({ field, read }) => (read === null ? [] : [{ field, read }]));

  const read = (stored: SqlRow): Row => {
    const row = stored as { [Field in keyof Row]: Row[Field] };
    for (const { field, read } of readers) row[field] = read(row[field] as SqlValue);
    return row;
  };

  // Values are bound by position, which takes half the time of binding by name; a page has hundreds of rows.
  const prepareInsert = (raw: Database, fields: readonly (keyof Row)[], onConflict: string) => {
    const written = codecs.filter(({ field }) => fields.includes(field));
    const names = written.map(({ field }) => nameOf(field)).join(", ");
    const places = written.map(() => "?").join(", ");
    const statement = raw.prepare(
      `INSERT INTO ${name} (${names}) VALUES (${places}) ${onConflict}`,
    );
    return (row: object) =>
      statement.run(written.map(({ field, write }) => write((row as Row)[field])));
  };

  return {
    /** Column list of a SELECT, each column under its field's name. */
    columns: selected,
    /** Converts a selected row in place, without a copy. */
    read,
    /** `rest` is the SQL after the table's name. */
    select<Parameters extends readonly unknown[]>(raw: Database, rest: string) {
      const statement = raw.prepare<unknown[], SqlRow>(`SELECT ${selected} FROM ${name} ${rest}`);
      return {
        all: (...parameters: Parameters): Row[] => statement.all(...parameters).map(read),
        get(...parameters: Parameters): Row | null {
          const stored = statement.get(...parameters);
          return stored === undefined ? null : read(stored);
        },
      };
    },
    insert: <Field extends keyof Row = keyof Row>(
      raw: Database,
      fields?: readonly Field[],
    ): ((row: Pick<Row, Field>) => RunResult) => prepareInsert(raw, fields ?? allFields, ""),
    /** Inserts a row, or replaces every column of the row with this key. */
    upsert(raw: Database, key: readonly (keyof Row)[]): (row: Row) => RunResult {
      const sets = allFields
        .filter((field) => !key.includes(field))
        .map((field) => `${nameOf(field)} = excluded.${nameOf(field)}`);
      const keys = key.map(nameOf).join(", ");
      return prepareInsert(
        raw,
        allFields,
        `ON CONFLICT (${keys}) DO UPDATE SET ${sets.join(", ")}`,
      );
    },
    /** Sets the given fields of the row with this key. Returns the number of rows: 0 or 1. */
    update<Key extends keyof Row>(raw: Database, key: Key) {
      // One statement for each set of fields that changes together, prepared at its first use.
      const statements = new Map<string, ReturnType<Database["prepare"]>>();
      const prepare = (fields: readonly (keyof Row)[]) => {
        const sets = fields.map((field) => `${nameOf(field)} = ?`).join(", ");
        return raw.prepare(`UPDATE ${name} SET ${sets} WHERE ${nameOf(key)} = ?`);
      };
      return (value: Row[Key], change: Partial<Row>): number => {
        const fields = Object.keys(change) as (keyof Row)[];
        if (fields.length === 0) return 0;
        const id = fields.join();
        const statement = statements.get(id) ?? prepare(fields);
        statements.set(id, statement);
        const values = fields.map((field) => columns[field].write(change[field] as Row[keyof Row]));
        return statement.run(...values, value).changes;
      };
    },
    /** The fields of `after` that are stored differently from `before`. */
    difference(before: Row, after: Row): Partial<Row> {
      const change: Partial<Row> = {};
      for (const { field, write } of codecs) {
        if (before[field] === after[field]) continue;
        if (write(before[field]) !== write(after[field])) change[field] = after[field];
      }
      return change;
    },
  };
}
