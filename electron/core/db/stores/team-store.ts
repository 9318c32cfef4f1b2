import type { Db } from "#core/db/open/database.ts";
import { prepareRows } from "../table.ts";
import type { RunnerRecord } from "./runners/runner-rows.ts";
import { runnerTable } from "./runners/runner-rows.ts";

/** The people of a relay run by team; a view of the runners' projection. */
export interface TeamStore {
  /** Everybody of the run who is in a team, team by team. */
  members(eventId: string, runId: string): RunnerRecord[];
  /**
   * Those of the run who are in none, among the next rows. No index leads to them: start after 0 and give `next` back
   * until it is null, letting others have their turn in between.
   */
  alone(
    eventId: string,
    runId: string,
    after: number,
  ): { readonly rows: RunnerRecord[]; readonly next: number | null };
}

/** Rows looked at in one go: some milliseconds. */
const rowsAtOnce = 2_000;

export function createTeamStore({ raw }: Pick<Db, "raw">): TeamStore {
  const select = `SELECT ${runnerTable.columns} FROM runner`;
  const members = prepareRows<RunnerRecord, [string, string]>(
    raw,
    runnerTable,
    `${select} WHERE event_id = ? AND run_id = ? AND team_id IS NOT NULL AND taken_back = 0
     ORDER BY team_id, name, rowid`,
  );
  const alone = prepareRows<RunnerRecord, [number, number, string, string]>(
    raw,
    runnerTable,
    `${select} NOT INDEXED WHERE rowid > ? AND rowid <= ?
       AND event_id = ? AND run_id = ? AND team_id IS NULL AND taken_back = 0 ORDER BY rowid`,
  );
  const last = raw.prepare<[], number | null>("SELECT max(rowid) FROM runner").pluck();
  return {
    members: (eventId, runId) => members.all(eventId, runId),
    alone(eventId, runId, after) {
      const to = after + rowsAtOnce;
      const next = to < (last.get() ?? 0) ? to : null;
      return { rows: alone.all(after, to, eventId, runId), next };
    },
  };
}
