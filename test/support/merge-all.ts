import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { TestDatabase } from "./database.ts";

/**
 * Merges these entries in batches of this size, and repeats until a whole round adds nothing: an entry that arrived
 * before its predecessor is taken in a later round (J11).
 */
export function mergeAll(
  { db, stores }: Pick<TestDatabase, "db" | "stores">,
  entries: readonly JournalEntry[],
  size: number,
): void {
  const mergeRound = (): number => {
    let added = 0;
    for (let from = 0; from < entries.length; from += size) {
      db.transaction(() => {
        const outcome = stores.journal.merge(entries.slice(from, from + size));
        stores.runners.refreshFor(outcome.added);
        added += outcome.added.length;
      });
    }
    return added;
  };
  while (mergeRound() > 0);
}
