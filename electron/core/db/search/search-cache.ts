import type { Db } from "#core/db/open/database.ts";

/** Caches `read` per event until the next commit. A person types several letters between two commits. */
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
    const cached = known.get(eventId);
    if (cached !== undefined) return cached;
    const value = read(eventId);
    known.set(eventId, value);
    return value;
  };
}
