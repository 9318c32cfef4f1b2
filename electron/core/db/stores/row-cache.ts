import type { Db } from "#core/db/open/database.ts";

/**
 * Rows that are asked for at every key and every check-in, read once until their table's store writes: it calls `forget`
 * at every write, and what a transaction wrote is forgotten when it is undone.
 */
export function rememberRows<Row>(
  db: Pick<Db, "onRollback">,
  read: (id: string) => Row | null,
): { get(id: string): Row | null; forget(): void } {
  const known = new Map<string, Row>();
  const forget = (): void => known.clear();
  db.onRollback(forget);
  return {
    get(id) {
      const remembered = known.get(id);
      if (remembered !== undefined) return remembered;
      const row = read(id);
      if (row !== null) known.set(id, row);
      return row;
    },
    forget,
  };
}
