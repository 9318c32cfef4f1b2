import type { RunnerCounts } from "#shared/domain/registrations/runner-projection.ts";
import type { Db } from "#core/db/open/database.ts";

const hasArrived = "(check_in_entry IS NOT NULL OR api_checked_in = 1)";
const isExpected =
  "iif(has_copy, gone_at_ms IS NULL AND standing = 'confirmed', source = 'walk-up')";

/** The counts of an event's runs, computed from all rows. The SQL follows the same rules as `countRunner`. */
export const recountSql = `
  SELECT event_id, run_id,
    sum(taken_back = 0 AND ${hasArrived}) AS arrived,
    sum(taken_back = 0 AND check_in_entry IS NOT NULL) AS recorded,
    sum(taken_back = 0 AND ${isExpected}) AS expected,
    sum(taken_back = 0 AND ${hasArrived} AND NOT ${isExpected}) AS let_in,
    sum(has_copy AND gone_at_ms IS NULL) AS listed,
    sum(has_copy AND gone_at_ms IS NULL AND standing = 'confirmed') AS listed_confirmed
  FROM runner WHERE event_id = ? GROUP BY event_id, run_id`;

/** What one runner adds to the counts of one run, or what several runners add together. */
export interface CountsOfRun extends RunnerCounts {
  readonly eventId: string;
}

export interface RefusedOfRun {
  /** Walk-ups among the expected ones that the organizer refused. */
  readonly refused: number;
}

export function createRunCountsStore({ raw }: Db) {
  // SQLite checks the conditions in their order: only the few refused forms are parsed.
  const ofEvent = raw.prepare<[string], RunnerCounts & RefusedOfRun>(
    `SELECT run_id AS runId, arrived, recorded, expected, let_in AS letIn, listed, listed_confirmed AS listedConfirmed,
       (SELECT count(*) FROM walk_up
        WHERE walk_up.event_id = run_count.event_id AND delivery = 'refused' AND registration_id IS NULL
          AND form ->> 'eventRunId' = run_id) AS refused
     FROM run_count WHERE event_id = ? ORDER BY run_id`,
  );
  const differingBibs = raw
    .prepare<[string], number>(
      `SELECT count(*) FROM runner WHERE event_id = ?
         AND bib_given_here = 1 AND has_copy = 1 AND bib IS NOT api_bib`,
    )
    .pluck();
  return {
    /** The counts of every run that has had runners. */
    ofEvent: (eventId: string) => ofEvent.all(eventId),
    /** The number of runners of the organizer's list whose bib, given in Chute, differs from the listed one (B3). */
    differingBibs: (eventId: string): number => differingBibs.get(eventId) ?? 0,
  };
}

/** Updates the stored counts in the transaction that changes the runners. Only the stores of this folder use it. */
export type RunCounter = ReturnType<typeof createRunCounter>;

export function createRunCounter({ raw }: Db) {
  const insertColumns =
    "INSERT INTO run_count (event_id, run_id, arrived, recorded, expected, let_in, listed, listed_confirmed)";
  const insert = raw.prepare<[string, string]>(`${insertColumns} VALUES (?, ?, 0, 0, 0, 0, 0, 0)`);
  const add = raw.prepare<CountsOfRun>(
    `UPDATE run_count SET arrived = arrived + @arrived, recorded = recorded + @recorded,
       expected = expected + @expected, let_in = let_in + @letIn, listed = listed + @listed,
       listed_confirmed = listed_confirmed + @listedConfirmed
     WHERE event_id = @eventId AND run_id = @runId`,
  );
  const clear = raw.prepare<[string]>("DELETE FROM run_count WHERE event_id = ?");
  const recount = raw.prepare<[string]>(`${insertColumns} ${recountSql}`);

  let collected: Map<string, CountsOfRun> | null = null;

  const write = (counts: CountsOfRun): void => {
    if (isZero(counts) || add.run(counts).changes > 0) return;
    insert.run(counts.eventId, counts.runId);
    add.run(counts);
  };

  const collect = <T>(run: (sums: Map<string, CountsOfRun>) => T): T => {
    if (collected !== null) return run(collected);
    const sums = new Map<string, CountsOfRun>();
    collected = sums;
    try {
      const value = run(sums);
      for (const counts of sums.values()) write(counts);
      return value;
    } finally {
      collected = null;
    }
  };

  return {
    /** Sums all moves made by `run` and writes each run once. */
    collect: <T>(run: () => T): T => collect(run),
    /** Subtracts what `before` adds to the counts, and adds what `after` adds to them. */
    move(before: CountsOfRun | null, after: CountsOfRun | null): void {
      collect((sums) => {
        if (before !== null) addTo(sums, before, -1);
        if (after !== null) addTo(sums, after, 1);
      });
    },
    /** Counts all rows of an event again. */
    recount(eventId: string): void {
      clear.run(eventId);
      recount.run(eventId);
    },
  };
}

function addTo(sums: Map<string, CountsOfRun>, counts: CountsOfRun, sign: 1 | -1): void {
  const { eventId, runId } = counts;
  const key = `${eventId} ${runId}`;
  const sum = sums.get(key);
  sums.set(key, {
    eventId,
    runId,
    arrived: (sum?.arrived ?? 0) + sign * counts.arrived,
    recorded: (sum?.recorded ?? 0) + sign * counts.recorded,
    expected: (sum?.expected ?? 0) + sign * counts.expected,
    letIn: (sum?.letIn ?? 0) + sign * counts.letIn,
    listed: (sum?.listed ?? 0) + sign * counts.listed,
    listedConfirmed: (sum?.listedConfirmed ?? 0) + sign * counts.listedConfirmed,
  });
}

const isZero = ({ eventId: _event, runId: _run, ...counts }: CountsOfRun): boolean =>
  Object.values(counts).every((count) => count === 0);
