import type { Db } from "#core/db/open/database.ts";

/** What a wipe erases, and what the journal says of each event (K4). */
export interface WipeStore {
  counts(): { readonly events: number; readonly runners: number; readonly entries: number };
  /** The last row of the journal about each event. No row is ever deleted (J2), so a later entry has a later row. */
  lastRows(): readonly { readonly eventId: string; readonly row: number }[];
}

export function createWipeStore({ raw }: Db): WipeStore {
  const counts = raw.prepare<[], ReturnType<WipeStore["counts"]>>(
    `SELECT (SELECT count(DISTINCT event_id) FROM runner) AS events,
       (SELECT count(*) FROM runner) AS runners, (SELECT count(*) FROM journal) AS entries`,
  );
  const lastRows = raw.prepare<[], ReturnType<WipeStore["lastRows"]>[number]>(
    `SELECT event_id AS eventId, max(rowid) AS row FROM journal
     WHERE event_id IS NOT NULL GROUP BY event_id`,
  );
  return {
    counts: () => counts.get() ?? { events: 0, runners: 0, entries: 0 },
    lastRows: () => lastRows.all(),
  };
}
