import type { Database } from "better-sqlite3";
import { matchesQuery, type Query } from "#shared/domain/search/tokenizer.ts";
import { boundLimit } from "./bound-limit.ts";
import { afterAll } from "./search-bibs.ts";
import { foldedColumns, type FoldedRow } from "./search-index.ts";

/** A text with `@` contains a whole mailbox name, so more rows than this do not occur in practice. */
const maxRead = 2_000;

/** Finds runners by the start of their e-mail, in the order of the named index. */
export function createEmailSearch(raw: Database) {
  const where =
    "FROM runner INDEXED BY runner_of_email WHERE event_id = ? AND email_fold >= ? AND email_fold < ?";
  // For a pasted e-mail; the index contains all that this statement reads.
  const rowids = raw
    .prepare<[string, string, string, number], number>(`SELECT rowid ${where} ${boundLimit}`)
    .pluck();
  const rows = raw.prepare<[string, string, string, number], FoldedRow>(
    `SELECT ${foldedColumns} ${where} ${boundLimit}`,
  );

  return {
    /** The query must have an e-mail part. The other parts of the query filter the rows that the e-mail part finds. */
    find(eventId: string, query: Query, limit: number): number[] {
      const starts = query.parts.filter(({ kind }) => kind === "email").map(({ text }) => text);
      const longest = starts.reduce((one, other) => (other.length > one.length ? other : one));
      const bounds = [longest, longest + afterAll] as const;
      if (query.parts.length === 1) return rowids.all(eventId, ...bounds, limit);
      return rows
        .all(eventId, ...bounds, maxRead)
        .filter((row) => matchesQuery(row, query))
        .slice(0, limit)
        .map(({ rowid }) => rowid);
    },
  };
}
