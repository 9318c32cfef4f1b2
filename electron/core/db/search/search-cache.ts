import type { Db } from "#core/db/open/database.ts";

/** Caches `read` per event until the next commit. A person types several letters between two commits. */
export function rememberUntilChange<T>(
  db: Db,
  read: (eventId: string) => T,
): (eventId: string) => T {
  const cached = new Map<string, T>();
  let changes = -1;
  return (eventId) => {
    if (db.inTransaction) return read(eventId);
    if (db.changes !== changes) {
      cached.clear();
      changes = db.changes;
    }
    const cachedValue = cached.get(eventId);
    if (cachedValue !== undefined) return cachedValue;
    const value = read(eventId);
    cached.set(eventId, value);
    return value;
  };
}
