import type { Database } from "better-sqlite3";
import { matchesQuery, type Query } from "#shared/domain/search/tokenizer.ts";
import { afterAll } from "./search-bibs.ts";
import { filterCondition, type Filter } from "./search-filter.ts";
import { foldedTexts, type FoldedRow } from "./search-index.ts";

/** A text with `@` contains a whole mailbox name, so more rows than this do not occur in practice. */
const maxRead = 2_000;

/** Finds runners by the start of their e-mail, in the order of the named index. */
export function createEmailSearch(raw: Database) {
  const starting = raw.prepare<[string, string, string, string | null, string, number], FoldedRow>(
    `SELECT rowid, bib_fold, name_fold, email_fold FROM runner INDEXED BY runner_of_email
     WHERE event_id = ? AND email_fold >= ? AND email_fold < ? AND ${filterCondition} LIMIT ?`,
  );

  return {
    /** The query must have an e-mail part. The other parts of the query filter the rows that the e-mail part finds. */
    find(eventId: string, { runId, states }: Filter, query: Query, limit: number): number[] {
      const starts = query.parts.filter(({ kind }) => kind === "email").map(({ text }) => text);
      const longest = starts.reduce((one, other) => (other.length > one.length ? other : one));
      return starting
        .all(eventId, longest, longest + afterAll, runId, states, maxRead)
        .filter((row) => matchesQuery(foldedTexts(row), query))
        .slice(0, limit)
        .map(({ rowid }) => rowid);
    },
  };
}
