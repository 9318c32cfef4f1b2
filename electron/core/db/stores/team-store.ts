import type { Db } from "#core/db/open/database.ts";
import { runnerTable } from "./runners/runner-rows.ts";

/** Number of rows read per call, which takes some milliseconds. */
const chunkRows = 2_000;

/** The runners of a relay by team, read from the projection. */
export function createTeamStore({ raw }: Db) {
  const alone = runnerTable.select<[number, number, string, string]>(
    raw,
    `NOT INDEXED WHERE rowid > ? AND rowid <= ?
       AND event_id = ? AND run_id = ? AND team_id IS NULL AND taken_back = 0 ORDER BY rowid`,
  );
  const last = raw.prepare<[], number | null>("SELECT max(rowid) FROM runner").pluck();
  return {
    /** All runners of the run who are in a team, ordered by team. */
    members: runnerTable.select<[eventId: string, runId: string]>(
      raw,
      `WHERE event_id = ? AND run_id = ? AND team_id IS NOT NULL AND taken_back = 0
       ORDER BY team_id, name, rowid`,
    ).all,
    /**
     * One chunk of the run's runners who are in no team. No index contains these runners, so every row of the run is
     * read: start with `after` 0, pass `next` as `after` until `next` is null, and yield to the event loop in between.
     */
    alone(eventId: string, runId: string, after: number) {
      const to = after + chunkRows;
      const next = to < (last.get() ?? 0) ? to : null;
      return { rows: alone.all(after, to, eventId, runId), next };
    },
  };
}
