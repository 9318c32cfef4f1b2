import type { Database } from "better-sqlite3";

const settingOf = (reader: Database, key: string): string | undefined =>
  reader.prepare<[string], string>("SELECT value FROM setting WHERE key = ?").pluck().get(key);

/** Whether this database is a full desk of a hub (M1). */
export const isFullDesk = (reader: Database): boolean =>
  settingOf(reader, "desksRole")?.includes('"role":"full"') ?? false;

/** Whether this database is, or was, the hub. */
export const hasHubRole = (reader: Database): boolean =>
  settingOf(reader, "desksRole")?.includes('"role":"hub"') ?? false;

/** Every entry of the journal, by its hash. */
export const hashesOf = (reader: Database): Set<string> =>
  new Set(reader.prepare<[], string>("SELECT hash FROM journal").pluck().all());

/** What every computer says of each runner and walk-up, in words that can be compared. */
export const sayingsOf = (reader: Database, eventId: string): Map<string, string> =>
  new Map(
    reader
      .prepare<[string], { readonly id: string; readonly says: string }>(
        `SELECT runner_id AS id, json_array(source, bib, given_bib, check_in_entry, checked_in_at_ms,
            registration_id, taken_back) AS says
         FROM runner WHERE event_id = ? ORDER BY runner_id`,
      )
      .all(eventId)
      .map(({ id, says }) => [id, says]),
  );
