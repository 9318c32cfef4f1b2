import type { LaneShare } from "#shared/domain/registrations/runner-projection.ts";
import type { Db } from "#core/db/open/database.ts";

/** Counts of one run, kept exactly in the transaction of each change. */
export interface LaneRecord {
  readonly runId: string;
  /** Checked in, here or elsewhere. */
  readonly arrived: number;
  /** Checked in here. */
  readonly recorded: number;
  /** Confirmed registrations, and walk-ups not taken back. */
  readonly expected: number;
  /** Rows of the copy that the organizer still lists. */
  readonly listed: number;
  readonly listedConfirmed: number;
}

export interface LaneStore {
  /** Runs nobody stands on are left out. */
  ofEvent(eventId: string): LaneRecord[];
}

/** The lanes of an event as its rows count up; `laneShareOf` in SQL. Compared with the kept ones by verification. */
export const laneRecountSql = `
  SELECT event_id, run_id,
    sum(taken_back = 0 AND (check_in_entry IS NOT NULL OR api_checked_in = 1)) AS arrived,
    sum(taken_back = 0 AND check_in_entry IS NOT NULL) AS recorded,
    sum(taken_back = 0 AND iif(has_copy, gone_at_ms IS NULL AND standing = 'confirmed', source = 'walk-up')) AS expected,
    sum(has_copy AND gone_at_ms IS NULL) AS listed,
    sum(has_copy AND gone_at_ms IS NULL AND standing = 'confirmed') AS listed_confirmed
  FROM runner WHERE event_id = ? GROUP BY event_id, run_id`;

/** Inside this folder: what the runner store moves. */
export interface LaneCounters {
  /** Takes `before` away and adds `after`; null is nothing. */
  move(eventId: string, before: LaneShare | null, after: LaneShare | null): void;
  /** Collects the moves of a page and writes each lane once, in the transaction `run` is part of. */
  collect<T>(run: () => T): T;
  /** Counts an event's rows again. */
  recount(eventId: string): void;
}

export function createLaneStore({ raw }: Db): LaneStore {
  const ofEvent = raw.prepare<[string], LaneRecord>(
    `SELECT run_id AS runId, arrived, recorded, expected, listed, listed_confirmed AS listedConfirmed
     FROM lane WHERE event_id = ? ORDER BY run_id`,
  );
  return { ofEvent: (eventId) => ofEvent.all(eventId) };
}

export function createLaneCounters({ raw }: Db): LaneCounters {
  const add = raw.prepare<Record<string, string | number>>(
    `INSERT INTO lane (event_id, run_id, arrived, recorded, expected, listed, listed_confirmed)
     VALUES (@eventId, @runId, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING`,
  );
  const change = raw.prepare<Record<string, string | number>>(
    `UPDATE lane SET arrived = arrived + @arrived, recorded = recorded + @recorded,
       expected = expected + @expected, listed = listed + @listed,
       listed_confirmed = listed_confirmed + @listedConfirmed
     WHERE event_id = @eventId AND run_id = @runId`,
  );
  const clear = raw.prepare<[string]>("DELETE FROM lane WHERE event_id = ?");
  const recount = raw.prepare<[string]>(
    `INSERT INTO lane (event_id, run_id, arrived, recorded, expected, listed, listed_confirmed)
     ${laneRecountSql}`,
  );

  let collected: Map<string, Map<string, LaneShare>> | null = null;

  const write = (eventId: string, share: LaneShare): void => {
    if (!moves(share)) return;
    if (change.run({ eventId, ...share }).changes > 0) return;
    add.run({ eventId, runId: share.runId });
    change.run({ eventId, ...share });
  };

  const apply = (eventId: string, share: LaneShare): void => {
    if (collected === null) {
      write(eventId, share);
      return;
    }
    let shares = collected.get(eventId);
    if (shares === undefined) collected.set(eventId, (shares = new Map()));
    const sum = shares.get(share.runId);
    shares.set(share.runId, sum === undefined ? share : addShares(sum, share, 1));
  };

  return {
    move(eventId, before, after) {
      if (before !== null && after !== null && before.runId === after.runId) {
        apply(eventId, addShares(after, before, -1));
        return;
      }
      if (before !== null) apply(eventId, addShares(nothing(before.runId), before, -1));
      if (after !== null) apply(eventId, after);
    },
    collect(run) {
      if (collected !== null) return run();
      collected = new Map();
      try {
        const value = run();
        const sums = collected;
        collected = null;
        for (const [eventId, shares] of sums) {
          for (const share of shares.values()) write(eventId, share);
        }
        return value;
      } finally {
        collected = null;
      }
    },
    recount(eventId) {
      clear.run(eventId);
      recount.run(eventId);
    },
  };
}

const nothing = (runId: string): LaneShare => ({
  runId,
  arrived: 0,
  recorded: 0,
  expected: 0,
  listed: 0,
  listedConfirmed: 0,
});

const addShares = (one: LaneShare, other: LaneShare, sign: 1 | -1): LaneShare => ({
  runId: one.runId,
  arrived: one.arrived + sign * other.arrived,
  recorded: one.recorded + sign * other.recorded,
  expected: one.expected + sign * other.expected,
  listed: one.listed + sign * other.listed,
  listedConfirmed: one.listedConfirmed + sign * other.listedConfirmed,
});

const moves = ({ arrived, recorded, expected, listed, listedConfirmed }: LaneShare): boolean =>
  [arrived, recorded, expected, listed, listedConfirmed].some((part) => part !== 0);
