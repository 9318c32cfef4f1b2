import type { Database } from "better-sqlite3";
import { boundLimit } from "./bound-limit.ts";

export type StateFilter = "all" | "not-here" | "here" | "not-confirmed";

/** One stretch of the index `runner_of_desk`: the runners of a run in one desk state, in bib order. */
export interface Group {
  readonly eventId: string;
  readonly runId: string;
  readonly state: number;
}

/** Who is let through. Null where everybody of the event is. */
export interface Filter {
  readonly eventId: string;
  readonly groups: readonly Group[];
  /** As SQL takes them. */
  readonly runs: string;
  readonly states: string;
  /** How many there are; counting stops above {@link countedUpTo}. */
  readonly size: number;
}

const statesOf: Readonly<Record<StateFilter, readonly number[]>> = {
  all: [0, 1, 2, 3],
  "not-here": [0],
  here: [1, 3],
  "not-confirmed": [2, 3],
};

/** Up to this many rows the filter's rows are set beside the index's; above, the index's are looked up one by one. */
export const setBeside = 20_000;
const countedUpTo = setBeside + 1;

/** Reads a request's filters. */
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
