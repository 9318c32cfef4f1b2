export type StateFilter = "all" | "not-here" | "here" | "not-confirmed";

/** The runners that a search may return. */
export interface Filter {
  /** Null: of every run. */
  readonly runId: string | null;
  /** A JSON array for SQL's `json_each`. */
  readonly states: string;
  /** Whether the filter lets every runner of the event through. */
  readonly isOpen: boolean;
}

/** An SQL condition with two parameters: the filter's `runId` and `states`. */
export const filterCondition =
  "run_id = ifnull(?, run_id) AND desk_state IN (SELECT value FROM json_each(?))";

const statesOf: Readonly<Record<StateFilter, readonly number[]>> = {
  all: [0, 1, 2, 3],
  "not-here": [0],
  here: [1, 3],
  "not-confirmed": [2, 3],
};

/** Converts the filters of a request. */
export const readFilter = (runId: string | null, state: StateFilter): Filter => ({
  runId,
  states: JSON.stringify(statesOf[state]),
  isOpen: runId === null && state === "all",
});
