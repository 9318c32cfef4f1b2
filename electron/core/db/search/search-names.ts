import { foldText } from "#shared/domain/search/text-folding.ts";
import { readNameKey, readTypedNameKeys } from "#shared/domain/search/name-keys.ts";
import type { Database } from "better-sqlite3";
import { boundLimit } from "./bound-limit.ts";
import type { FoldedRow } from "./search-index.ts";

/** Finds runners by their exact whole name. A separate index holds the whole names. */
export function createNameSearch(raw: Database) {
  const statement = raw
    .prepare<[string, string, number], number>(
      `SELECT rowid FROM runner_name INDEXED BY runner_of_name WHERE event_id = ? AND name_key = ? ${boundLimit}`,
    )
    .pluck();

  return {
    /** `waiting`: rows that are not indexed yet. */
    find(eventId: string, text: string, waiting: readonly FoldedRow[], limit: number): number[] {
      const keys = readTypedNameKeys(foldText(text));
      const indexed = keys.flatMap((key) => statement.all(eventId, key, limit));
      if (waiting.length === 0 || keys.length === 0) return indexed;
      const fresh = waiting.filter(({ nameFold }) => keys.includes(readNameKey(nameFold)));
      // The index may have the name of a waiting row already.
      return [...new Set([...indexed, ...fresh.map(({ rowid }) => rowid)])].slice(0, limit);
    },
  };
}
