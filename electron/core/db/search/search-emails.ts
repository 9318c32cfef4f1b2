import type { Database } from "better-sqlite3";
import { matchesQuery, type Query } from "#shared/domain/search/tokenizer.ts";
import { boundLimit } from "./bound-limit.ts";
import type { Filter } from "./search-filter.ts";

interface EmailRow {
  readonly rowid: number;
  readonly bib_fold: string | null;
  readonly name_fold: string;
  readonly email_fold: string;
}

/** Runners by how their e-mail starts, in the order of the index that every statement names. */
export interface EmailSearch {
  /** `query` has an e-mail part; its other parts are looked for in the rows that one finds. */
  find(eventId: string, filter: Filter | null, query: Query, limit: number): number[];
}

/** A text with `@` names a whole mailbox; more rows than this share one only by mistake. */
const mostRead = 2_000;
const afterAll = "\u{10FFFF}";

export function createEmailSearch(raw: Database): EmailSearch {
  const columns = "rowid, bib_fold, name_fold, email_fold";
  const where =
    "FROM runner INDEXED BY runner_of_email WHERE event_id = ? AND email_fold >= ? AND email_fold < ?";
  // The index alone answers it: what a pasted e-mail asks.
  const everyRowid = raw
    .prepare<[string, string, string, number], number>(`SELECT rowid ${where} ${boundLimit}`)
    .pluck();
  const every = raw.prepare<[string, string, string, number], EmailRow>(
    `SELECT ${columns} ${where} ${boundLimit}`,
  );
  const filtered = raw.prepare<[string, string, string, string, string, number], EmailRow>(
    `SELECT ${columns} ${where}
       AND run_id IN (SELECT value FROM json_each(?)) AND desk_state IN (SELECT value FROM json_each(?))
     ${boundLimit}`,
  );

  return {
    find(eventId, filter, query, limit) {
      const starts = query.parts.filter(({ kind }) => kind === "email").map(({ text }) => text);
      const longest = starts.reduce((one, other) => (other.length > one.length ? other : one));
      const bounds = [longest, longest + afterAll] as const;
      const isAlone = query.parts.length === 1;
      if (isAlone && filter === null) return everyRowid.all(eventId, ...bounds, limit);
      const rows =
        filter === null
          ? every.all(eventId, ...bounds, mostRead)
          : filtered.all(eventId, ...bounds, filter.runs, filter.states, mostRead);
      return rows
        .filter((row) => isAlone || matchesQuery(textsOf(row), query))
        .slice(0, limit)
        .map(({ rowid }) => rowid);
    },
  };
}

const textsOf = (row: EmailRow) => ({
  bibFold: row.bib_fold,
  nameFold: row.name_fold,
  emailFold: row.email_fold,
});
