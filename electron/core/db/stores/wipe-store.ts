import type { Db } from "#core/db/open/database.ts";

/** What a wipe erases, and what the journal says of each event (K4). */
export function createWipeStore({ raw }: Db) {
  const none = { events: 0, runners: 0, entries: 0 };
  const counts = raw.prepare<[], typeof none>(
    `SELECT (SELECT count(DISTINCT event_id) FROM runner) AS events,
       (SELECT count(*) FROM runner) AS runners, (SELECT count(*) FROM journal) AS entries`,
  );
  const lastRows = raw.prepare<[], { readonly eventId: string; readonly row: number }>(
    `SELECT event_id AS eventId, max(rowid) AS row FROM journal
     WHERE event_id IS NOT NULL GROUP BY event_id`,
  );
  return {
    counts: () => counts.get() ?? none,
    /** The last row of the journal about each event. No row is ever deleted (J2), so a later entry has a later row. */
    lastRows: () => lastRows.all(),
  };
}
