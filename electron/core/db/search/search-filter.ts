import type { Database } from "better-sqlite3";
import { boundLimit } from "./bound-limit.ts";

export type StateFilter = "all" | "not-here" | "here" | "not-confirmed";

/** A range of the index `runner_of_desk`: the runners of a run in one desk state, in bib order. */
export interface FilterGroup {
  readonly eventId: string;
  readonly runId: string;
  readonly state: number;
}

/** The runners that a search may return; null instead of a filter means all runners of the event. */
export interface Filter {
  readonly eventId: string;
  readonly groups: readonly FilterGroup[];
  /** JSON arrays for SQL's `json_each`. */
  readonly runs: string;
  readonly states: string;
  /** Number of runners that pass the filter; counting stops at {@link countedUpTo}. */
  readonly size: number;
}

/** An SQL condition with two parameters: the filter's `runs` and `states`. */
export const filterCondition =
  "run_id IN (SELECT value FROM json_each(?)) AND desk_state IN (SELECT value FROM json_each(?))";

const statesOf: Readonly<Record<StateFilter, readonly number[]>> = {
  all: [0, 1, 2, 3],
  "not-here": [0],
  here: [1, 3],
  "not-confirmed": [2, 3],
};

/**
 * If at most this many rows pass the filter, they are intersected with the rows that the index finds. If more pass it,
 * the rows that the index finds are checked one by one.
 */
export const maxIntersected = 20_000;
const countedUpTo = maxIntersected + 1;

/** Converts the filters of a request. */
export function createFilters(
  raw: Database,
): (eventId: string, runId: string | undefined, state: StateFilter) => Filter | null {
  const nextRun = raw
    .prepare<[string, string], string | null>(
      "SELECT min(run_id) FROM runner INDEXED BY runner_of_desk WHERE event_id = ? AND run_id > ?",
    )
    .pluck();
  const count = raw
    .prepare<[string, string, number, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM runner INDEXED BY runner_of_desk
         WHERE event_id = ? AND run_id = ? AND desk_state = ? ${boundLimit})`,
    )
    .pluck();

  const runsOf = (eventId: string): string[] => {
    const runs: string[] = [];
    for (let run = nextRun.get(eventId, ""); run !== null && run !== undefined;) {
      runs.push(run);
      run = nextRun.get(eventId, run);
    }
    return runs;
  };

  return (eventId, runId, state) => {
    if (runId === undefined && state === "all") return null;
    const runs = runId === undefined ? runsOf(eventId) : [runId];
    const states = statesOf[state];
    const groups = runs.flatMap((run) =>
      states.map((each) => ({ eventId, runId: run, state: each })),
    );
    let size = 0;
    for (const group of groups) {
      if (size >= countedUpTo) break;
      size += count.get(eventId, group.runId, group.state, countedUpTo - size) ?? 0;
    }
    return { eventId, groups, runs: JSON.stringify(runs), states: JSON.stringify(states), size };
  };
}
