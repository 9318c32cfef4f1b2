import type { Database } from "better-sqlite3";
import type { FinishItem, FinishListName, Gun } from "#shared/domain/finish-log/finish-log.ts";
import { meantHolders } from "#shared/domain/bibs/bib.ts";
import { foldBib } from "#shared/domain/search/text-folding.ts";
import { boundLimit } from "#core/db/search/bound-limit.ts";
import type { Columns } from "#core/db/table.ts";
import { column, defineTable } from "#core/db/table.ts";

/** A row of the projection: a time or a bib of the finish log that was not removed. */
export interface FinishRecord extends FinishItem {
  readonly eventId: string;
}

export interface GunRecord extends Gun {
  readonly eventId: string;
}

/** A bib of the log, as typed, and one of the runners whom it means (B2). */
export interface FinishHolder {
  readonly bib: string;
  readonly runnerId: string;
  readonly runId: string;
  /** Null if the run is no relay. */
  readonly teamId: string | null;
}

/** A bib of the log as typed, and a runner whose folded bib is the same. */
interface FoundHolder extends FinishHolder {
  readonly typed: string;
}

export type FinishLine = Pick<FinishItem, "bib" | "runnerId">;

/** A part of a list: first row and number of rows. */
export interface Stretch {
  readonly from: number;
  readonly limit: number;
}

const columns: Columns<FinishRecord> = {
  eventId: column.plain(),
  list: column.plain(),
  at: column.plain(),
  id: column.plain(),
  atMs: column.plain(),
  bib: column.plain(),
  runnerId: column.plain(),
};

export const finishTable = defineTable("finish_item", columns);

/** The record with the folded bib, by which the holders of a bib are found. */
export const writtenTable = defineTable<FinishRecord & { readonly bibFold: string | null }>(
  "finish_item",
  { ...columns, bibFold: column.plain() },
);

export const gunTable = defineTable<GunRecord>("gun", {
  eventId: column.plain(),
  runId: column.plain(),
  atMs: column.plain(),
});

/** With a plain `LIMIT ?`, SQLite plans the statement at each call (see `boundLimit`). */
const inOrder = `ORDER BY at, id ${boundLimit} OFFSET ? + 0`;

export function createFinishStore({ raw }: { readonly raw: Database }) {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    finishTable.select<Parameters>(raw, rest);
  const page = rows<[string, string, number, number]>(`WHERE event_id = ? AND list = ? ${inOrder}`);
  const before = rows<[string, string, string, string]>(
    "WHERE event_id = ? AND list = ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT 1",
  );
  const sharing = rows<[string, string, string, string]>(
    "WHERE event_id = ? AND list = ? AND at = ? AND id >= ? ORDER BY id",
  );
  const nextKey = raw
    .prepare<[string, string, string], string>(
      "SELECT at FROM finish_item WHERE event_id = ? AND list = ? AND at > ? ORDER BY at LIMIT 1",
    )
    .pluck();
  const count = raw
    .prepare<[string, string], number>(
      "SELECT count(*) FROM finish_item WHERE event_id = ? AND list = ?",
    )
    .pluck();
  const countGaps = raw
    .prepare<[string], number>(
      "SELECT count(*) FROM finish_item WHERE event_id = ? AND list = 'stamps' AND at_ms IS NULL",
    )
    .pluck();
  const ofBib = raw
    .prepare<[string, string, string | null, string | null], string>(
      // Without INDEXED BY, SQLite reads the whole log for each row of a page.
      `SELECT bib FROM finish_item INDEXED BY finish_item_of_bib_fold WHERE event_id = ? AND bib_fold = ?
       AND (runner_id IS ? OR runner_id IS NULL OR ? IS NULL)`,
    )
    .pluck();
  const { times, lines, holders } = prepareColumns(raw);
  return {
    get: rows<[eventId: string, list: FinishListName, id: string]>(
      "WHERE event_id = ? AND list = ? AND id = ?",
    ).get,
    /** The rows of a part of a list, in order. */
    page: (eventId: string, list: FinishListName, { from, limit }: Stretch) =>
      page.all(eventId, list, limit, from),
    count: (eventId: string, list: FinishListName) => count.get(eventId, list) ?? 0,
    countGaps: (eventId: string) => countGaps.get(eventId) ?? 0,
    last: rows<[eventId: string, list: FinishListName]>(
      "WHERE event_id = ? AND list = ? ORDER BY at DESC, id DESC LIMIT 1",
    ).get,
    /** The item directly before this one; null if this one is the first. */
    before: ({ eventId, list, at, id }: FinishRecord) => before.get(eventId, list, at, id),
    /** This item, the items after it with the same key, and the first item with a greater key. */
    sharing: ({ eventId, list, at, id }: FinishRecord) => sharing.all(eventId, list, at, id),
    nextKey: ({ eventId, list, at }: FinishRecord) => nextKey.get(eventId, list, at) ?? null,
    /** Whether several rows have this bib and may mean the same runner. `isOneBib` compares it with another row's. */
    isTwice(
      eventId: string,
      { bib, runnerId }: { readonly bib: string; readonly runnerId: string | null },
      isOneBib: (bib: string) => boolean,
    ): boolean {
      let count = 0;
      for (const other of ofBib.iterate(eventId, foldBib(bib), runnerId, runnerId)) {
        if (isOneBib(other)) count += 1;
        if (count > 1) return true;
      }
      return false;
    },
    /** The times, in order. */
    times: (eventId: string, { from, limit }: Stretch) => times.all(eventId, limit, from),
    /** The bibs with the runners that a person chose, in order. */
    lines: (eventId: string, { from, limit }: Stretch) => lines.all(eventId, limit, from),
    /** All runners whom these bibs mean, confirmed ones first; a retracted walk-up holds no bib. */
    holders(eventId: string, { from, limit }: Stretch): FinishHolder[] {
      const found = Map.groupBy(holders.all(eventId, limit, from, eventId), ({ typed }) => typed);
      return [...found].flatMap(([bib, candidates]) =>
        meantHolders(bib, candidates).map(({ runnerId, runId, teamId }) => ({
          bib,
          runnerId,
          runId,
          teamId,
        })),
      );
    },
    /** The start times of the runs, ordered by run id. */
    guns: gunTable.select<[eventId: string]>(raw, "WHERE event_id = ? ORDER BY run_id").all,
    gun: gunTable.select<[eventId: string, runId: string]>(raw, "WHERE event_id = ? AND run_id = ?")
      .get,
  };
}

function prepareColumns(raw: Database) {
  return {
    times: raw
      .prepare<[string, number, number], number | null>(
        `SELECT at_ms FROM finish_item WHERE event_id = ? AND list = 'stamps' ${inOrder}`,
      )
      .pluck(),
    lines: raw.prepare<[string, number, number], FinishLine>(
      `SELECT bib, runner_id AS runnerId FROM finish_item WHERE event_id = ? AND list = 'bibs' ${inOrder}`,
    ),
    holders: raw.prepare<[string, number, number, string], FoundHolder>(
      `WITH item AS (
       SELECT bib, bib_fold FROM finish_item WHERE event_id = ? AND list = 'bibs' ${inOrder}
     )
     SELECT item.bib AS typed, runner.bib, runner.runner_id AS runnerId, runner.run_id AS runId,
       iif(run.is_relay, runner.team_id, NULL) AS teamId
     FROM item CROSS JOIN runner ON runner.event_id = ? AND runner.bib_fold = item.bib_fold
     LEFT JOIN run ON run.id = runner.run_id
     WHERE runner.taken_back = 0
     ORDER BY runner.standing = 'confirmed' DESC, runner.rowid`,
    ),
  };
}
