import type { Db } from "../database.ts";
import { prepareRows } from "../table.ts";
import type { RunnerRecord } from "./runner-rows.ts";
import { runnerTable } from "./runner-rows.ts";

/** The people of a relay run by team; a view of the runners' projection. */
export interface TeamStore {
  /** Everybody of the run who is in a team, team by team. */
  members(eventId: string, runId: string): RunnerRecord[];
  /** Those of the run who are in none. Reads the whole event: for runs that have teams. */
  alone(eventId: string, runId: string, limit: number): RunnerRecord[];
}

export function createTeamStore({ raw }: Pick<Db, "raw">): TeamStore {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<RunnerRecord, Parameters>(
      raw,
      runnerTable,
      `SELECT ${runnerTable.columns} FROM runner WHERE event_id = ? AND run_id = ? ${rest}`,
    );
  const members = rows<[string, string]>(
    "AND team_id IS NOT NULL AND taken_back = 0 ORDER BY team_id, name, rowid",
  );
  const alone = rows<[string, string, number]>(
    "AND team_id IS NULL AND taken_back = 0 ORDER BY rowid LIMIT ?",
  );
  return {
    members: (eventId, runId) => members.all(eventId, runId),
    alone: (eventId, runId, limit) => alone.all(eventId, runId, limit),
  };
}
