import type { Db } from "#core/db/open/database.ts";

/** What `read` answers, by event, until the next commit: a text is typed letter by letter, mostly between commits. */
export function rememberUntilChange<T>(
  db: Db,
  read: (eventId: string) => T,
): (eventId: string) => T {
  const known = new Map<string, T>();
  let changes = -1;
  return (eventId) => {
    if (db.inTransaction) return read(eventId);
    if (db.changes !== changes) {
      known.clear();
      changes = db.changes;
    }
    const remembered = known.get(eventId);
    if (remembered !== undefined) return remembered;
    const value = read(eventId);
    known.set(eventId, value);
    return value;
  };
}
