import type { Database } from "better-sqlite3";
import type { FinishItem, FinishListName, Gun } from "#shared/domain/finish-log/finish-log.ts";
import { meantHolders } from "#shared/domain/bibs/bib.ts";
import { foldBib } from "#shared/domain/search/text-folding.ts";
import { boundLimit } from "#core/db/search/bound-limit.ts";
import type { Columns } from "#core/db/table.ts";
import { defineTable, plain } from "#core/db/table.ts";

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

export interface FinishStore {
  get(eventId: string, list: FinishListName, id: string): FinishRecord | null;
  /** The rows of a part of a list, in order. */
  page(eventId: string, list: FinishListName, stretch: Stretch): FinishRecord[];
  count(eventId: string, list: FinishListName): number;
  last(eventId: string, list: FinishListName): FinishRecord | null;
  /** The item directly before `item`; null if `item` is the first one. */
  before(item: FinishRecord): FinishRecord | null;
  /** This item, the items after it with the same key, and the first item with a greater key. */
  sharing(item: FinishRecord): FinishRecord[];
  nextKey(item: FinishRecord): string | null;
  /** Whether several rows have this bib and may mean the same runner. `isOneBib` compares it with another row's. */
  isTwice(
    eventId: string,
    line: { readonly bib: string; readonly runnerId: string | null },
    isOneBib: (bib: string) => boolean,
  ): boolean;
  /** The times, in order. */
  times(eventId: string, stretch: Stretch): (number | null)[];
  /** The bibs with the runners that a person chose, in order. */
  lines(eventId: string, stretch: Stretch): FinishLine[];
  /** All runners whom these bibs mean; a retracted walk-up holds no bib. */
  holders(eventId: string, stretch: Stretch): FinishHolder[];
  /** The start times of the runs, ordered by run id. */
  guns(eventId: string): GunRecord[];
  gun(eventId: string, runId: string): GunRecord | null;
}

/** The rows of the finish log. Only the projection may write them. */
export interface FinishRows {
  put(item: FinishRecord): void;
  remove(eventId: string, list: string, id: string): void;
  putGun(gun: GunRecord): void;
  removeGun(eventId: string, runId: string): void;
}

const columns: Columns<FinishRecord> = {
  eventId: plain("event_id"),
  list: plain("list"),
  at: plain("at"),
  id: plain("id"),
  atMs: plain("at_ms"),
  bib: plain("bib"),
  runnerId: plain("runner_id"),
};

const finishTable = defineTable("finish_item", columns);

/** The record with the folded bib, by which the holders of a bib are found. */
const writtenTable = defineTable<FinishRecord & { readonly bibFold: string | null }>(
  "finish_item",
  { ...columns, bibFold: plain("bib_fold") },
);

const gunTable = defineTable<GunRecord>("gun", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  atMs: plain("at_ms"),
});

/** With a plain `LIMIT ?`, SQLite plans the statement at each call (see `boundLimit`). */
const inOrder = `ORDER BY at, id ${boundLimit} OFFSET ? + 0`;

export function createFinishStore({ raw }: { readonly raw: Database }): FinishStore {
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
  const ofBib = raw
    .prepare<[string, string, string | null, string | null], string>(
      // Without INDEXED BY, SQLite reads the whole log for each row of a page.
      `SELECT bib FROM finish_item INDEXED BY finish_item_of_bib_fold WHERE event_id = ? AND bib_fold = ?
       AND (runner_id IS ? OR runner_id IS NULL OR ? IS NULL)`,
    )
    .pluck();
  const times = raw
    .prepare<[string, number, number], number | null>(
      `SELECT at_ms FROM finish_item WHERE event_id = ? AND list = 'stamps' ${inOrder}`,
    )
    .pluck();
  const lines = raw.prepare<[string, number, number], FinishLine>(
    `SELECT bib, runner_id AS runnerId FROM finish_item WHERE event_id = ? AND list = 'bibs' ${inOrder}`,
  );
  const holders = raw.prepare<[string, number, number, string], FoundHolder>(
    `WITH item AS (
       SELECT bib, bib_fold FROM finish_item WHERE event_id = ? AND list = 'bibs' ${inOrder}
     )
     SELECT item.bib AS typed, runner.bib, runner.runner_id AS runnerId, runner.run_id AS runId,
       iif(run.is_relay, runner.team_id, NULL) AS teamId
     FROM item CROSS JOIN runner ON runner.event_id = ? AND runner.bib_fold = item.bib_fold
     LEFT JOIN run ON run.id = runner.run_id
     WHERE runner.taken_back = 0`,
  );
  return {
    get: rows<[string, string, string]>("WHERE event_id = ? AND list = ? AND id = ?").get,
    page: (eventId, list, { from, limit }) => page.all(eventId, list, limit, from),
    count: (eventId, list) => count.get(eventId, list) ?? 0,
    last: rows<[string, string]>(
      "WHERE event_id = ? AND list = ? ORDER BY at DESC, id DESC LIMIT 1",
    ).get,
    before: ({ eventId, list, at, id }) => before.get(eventId, list, at, id),
    sharing: ({ eventId, list, at, id }) => sharing.all(eventId, list, at, id),
    nextKey: ({ eventId, list, at }) => nextKey.get(eventId, list, at) ?? null,
    isTwice(eventId, { bib, runnerId }, isOneBib) {
      let count = 0;
      for (const other of ofBib.iterate(eventId, foldBib(bib), runnerId, runnerId)) {
        if (isOneBib(other)) count += 1;
        if (count > 1) return true;
      }
      return false;
    },
    times: (eventId, { from, limit }) => times.all(eventId, limit, from),
    lines: (eventId, { from, limit }) => lines.all(eventId, limit, from),
    holders(eventId, { from, limit }) {
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
    guns: gunTable.select<[string]>(raw, "WHERE event_id = ? ORDER BY run_id").all,
    gun: gunTable.select<[string, string]>(raw, "WHERE event_id = ? AND run_id = ?").get,
  };
}

export function createFinishRows({ raw }: { readonly raw: Database }): FinishRows {
  const remove = raw.prepare<[string, string, string]>(
    "DELETE FROM finish_item WHERE event_id = ? AND list = ? AND id = ?",
  );
  const insert = writtenTable.insert(raw);
  const putGun = gunTable.upsert(raw, ["eventId", "runId"]);
  const removeGun = raw.prepare<[string, string]>(
    "DELETE FROM gun WHERE event_id = ? AND run_id = ?",
  );
  return {
    put(item) {
      remove.run(item.eventId, item.list, item.id);
      const bibFold = item.bib === null ? null : foldBib(item.bib);
      insert({ ...item, bibFold });
    },
    remove: (eventId, list, id) => void remove.run(eventId, list, id),
    putGun: (gun) => void putGun(gun),
    removeGun: (eventId, runId) => void removeGun.run(eventId, runId),
  };
}
