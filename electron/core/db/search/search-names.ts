import { foldText } from "#shared/domain/search/text-folding.ts";
import { readNameKey, readTypedNameKeys } from "#shared/domain/search/name-keys.ts";
import type { Database } from "better-sqlite3";
import { boundLimit } from "./bound-limit.ts";
import { filterCondition, type Filter } from "./search-filter.ts";
import type { FoldedRow } from "./search-index.ts";

/** Finds runners by their exact whole name. A separate index holds the whole names. */
export function createNameSearch(raw: Database) {
  const every = raw
    .prepare<[string, string, number], number>(
      `SELECT rowid FROM runner_name INDEXED BY runner_of_name WHERE event_id = ? AND name_key = ? ${boundLimit}`,
    )
    .pluck();
  const filtered = raw
    .prepare<[string, string, string, string, number], number>(
      `SELECT runner_name.rowid FROM runner_name INDEXED BY runner_of_name
       CROSS JOIN runner ON runner.rowid = runner_name.rowid
       WHERE runner_name.event_id = ? AND name_key = ? AND ${filterCondition}
       ${boundLimit}`,
    )
    .pluck();

  return {
    /** `waiting`: rows that pass the filter and are not indexed yet. */
    find(
      eventId: string,
      filter: Filter | null,
      text: string,
      waiting: readonly FoldedRow[],
      limit: number,
    ): number[] {
      const keys = readTypedNameKeys(foldText(text));
      const indexed = keys.flatMap((key) =>
        filter === null
          ? every.all(eventId, key, limit)
          : filtered.all(eventId, key, filter.runs, filter.states, limit),
      );
      if (waiting.length === 0 || keys.length === 0) return indexed;
      const fresh = waiting.filter(({ name_fold }) => keys.includes(readNameKey(name_fold)));
      return [...indexed, ...fresh.map(({ rowid }) => rowid)].slice(0, limit);
    },
  };
}
