import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entrant } from "#test/support/search-oracle.ts";
import { openWriter } from "#core/db/open/connection.ts";
import { wrapDatabase, type Db } from "#core/db/open/database.ts";
import { migrate } from "#core/db/migrations/migrate.ts";
import { createSearch, type Search } from "#core/db/search/search.ts";
import { createSearchIndex, searchKeys, type SearchIndex } from "#core/db/search/search-index.ts";

export interface SearchDesk {
  readonly db: Db;
  readonly search: Search;
  readonly index: SearchIndex;
  /** Adds runners and returns their row numbers in order. */
  add(entrants: readonly Entrant[]): number[];
  change(rowid: number, entrant: Entrant): void;
  remove(rowid: number): void;
  indexAll(): void;
  close(): void;
}

export const theEvent = "65f000000000000000000001";

/** A runner without a bib. */
export const entrant = (name: string | null, more: Partial<Entrant> = {}): Entrant => ({
  name,
  email: "runner@example.org",
  bib: null,
  ...more,
});

/** The search over a real database that has only runners. */
export function openSearchDesk(): SearchDesk {
  const folder = mkdtempSync(join(tmpdir(), "chute-search-"));
  const path = join(folder, "chute.sqlite");
  const raw = openWriter(path);
  migrate(raw);
  const db = wrapDatabase(raw, path);
  const index = createSearchIndex(db);
  const columns = [
    "event_id",
    "runner_id",
    "source",
    "provisional",
    "has_copy",
    "run_id",
    "name",
    "name_fold",
    "email",
    "email_fold",
    "bib",
    "bib_fold",
    "bib_key",
    "bib_given_here",
    "standing",
    "status",
    "api_checked_in",
    "check_in_claims",
    "taken_back",
  ];
  const insert = raw.prepare(
    `INSERT INTO runner (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`,
  );
  const update = raw.prepare(
    `UPDATE runner SET ${columns
      .filter((name) => name !== "runner_id")
      .map((name) => `${name} = @${name}`)
      .join(", ")},
       indexed = 0 WHERE rowid = @rowid`,
  );
  const remove = raw.prepare<[number]>("DELETE FROM runner WHERE rowid = ?");
  let made = 0;
  const bind = (entrant: Entrant) => {
    const keys = searchKeys(entrant);
    const standing = entrant.standing ?? "confirmed";
    return {
      event_id: entrant.eventId ?? theEvent,
      source: "api",
      provisional: 0,
      has_copy: 1,
      run_id: entrant.runId ?? "run-1",
      name: entrant.name,
      name_fold: keys.nameFold,
      email: entrant.email,
      email_fold: keys.emailFold,
      bib: entrant.bib,
      bib_fold: keys.bibFold,
      bib_key: keys.bibKey,
      bib_given_here: 0,
      standing,
      status: standing,
      api_checked_in: Number(entrant.here ?? false),
      check_in_claims: 0,
      taken_back: 0,
    };
  };
  return {
    db,
    search: createSearch(db),
    index,
    add: (entrants) =>
      db.transaction(() =>
        entrants.map((entrant) => {
          made += 1;
          return Number(insert.run({ ...bind(entrant), runner_id: `r${made}` }).lastInsertRowid);
        }),
      ),
    change: (rowid, entrant) => db.transaction(() => void update.run({ ...bind(entrant), rowid })),
    remove: (rowid) => db.transaction(() => void remove.run(rowid)),
    indexAll() {
      let more = true;
      while (more) more = index.indexSome(200) > 0 || index.mergeSome();
    },
    close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
