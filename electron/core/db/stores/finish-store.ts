import type { Database } from "better-sqlite3";
import type { FinishItem, FinishListName, Gun } from "#shared/domain/finish-log.ts";
import { foldBib } from "#shared/domain/fold.ts";
import { defineTable, plain, prepareRows } from "../table.ts";

/** A time or a bib of the finish log that stands; a row of the projection. */
export interface FinishRecord extends FinishItem {
  readonly eventId: string;
}

export interface GunRecord extends Gun {
  readonly eventId: string;
}

/** A bib of the log and who has it. */
export interface FinishHolder {
  readonly bib: string;
  readonly runnerId: string;
  /** Null unless the run is a relay. */
  readonly teamId: string | null;
}

interface StoredFinisher extends FinishHolder {
  readonly isDouble: number;
}

export interface FinishStore {
  get(eventId: string, list: FinishListName, id: string): FinishRecord | null;
  /** A stretch of a list in its order. */
  page(eventId: string, list: FinishListName, from: number, limit: number): FinishRecord[];
  count(eventId: string, list: FinishListName): number;
  last(eventId: string, list: FinishListName): FinishRecord | null;
  /** The item that stands just before this one. */
  before(item: FinishRecord): FinishRecord | null;
  /** This item and what stands behind it under the same key; then the first of a greater key. */
  sharing(item: FinishRecord): FinishRecord[];
  nextKey(item: FinishRecord): string | null;
  /** Whether more than one line has exactly this bib. */
  isTwice(eventId: string, bib: string): boolean;
  /** Times only, in the list's order. */
  times(eventId: string): (number | null)[];
  /** Bibs only, in the list's order. */
  bibs(eventId: string): (string | null)[];
  /** Who of a run has the bibs of the log and shares them with nobody but a relay team (B2). */
  finishers(eventId: string, runId: string): FinishHolder[];
  /** By run id. */
  guns(eventId: string): GunRecord[];
  gun(eventId: string, runId: string): GunRecord | null;
}

/** Inside this folder: the projection's side. */
export interface FinishRows {
  put(item: FinishRecord): void;
  remove(eventId: string, list: string, id: string): void;
  putGun(gun: GunRecord): void;
  removeGun(eventId: string, runId: string): void;
}

const finishTable = defineTable<FinishRecord>("finish_item", {
  eventId: plain("event_id"),
  list: plain("list"),
  at: plain("at"),
  id: plain("id"),
  atMs: plain("at_ms"),
  bib: plain("bib"),
});

/** With the column a bib's holder is found by. */
const writtenTable = defineTable<FinishRecord & { readonly bibFold: string | null }>(
  "finish_item",
  {
    eventId: plain("event_id"),
    list: plain("list"),
    at: plain("at"),
    id: plain("id"),
    atMs: plain("at_ms"),
    bib: plain("bib"),
    bibFold: plain("bib_fold"),
  },
);

export function createFinishStore({ raw }: { readonly raw: Database }): FinishStore {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<FinishRecord, Parameters>(
      raw,
      finishTable,
      `SELECT ${finishTable.columns} FROM finish_item ${rest}`,
    );
  const one = rows<[string, string, string]>("WHERE event_id = ? AND list = ? AND id = ?");
  const page = rows<[string, string, number, number]>(
    "WHERE event_id = ? AND list = ? ORDER BY at, id LIMIT ? OFFSET ?",
  );
  const last = rows<[string, string]>(
    "WHERE event_id = ? AND list = ? ORDER BY at DESC, id DESC LIMIT 1",
  );
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
    .prepare<[string, string], number>(
      "SELECT 1 FROM finish_item WHERE event_id = ? AND bib = ? LIMIT 2",
    )
    .pluck();
  const times = raw
    .prepare<[string], number | null>(
      "SELECT at_ms FROM finish_item WHERE event_id = ? AND list = 'stamps' ORDER BY at, id",
    )
    .pluck();
  const bibs = raw
    .prepare<[string], string | null>(
      "SELECT bib FROM finish_item WHERE event_id = ? AND list = 'bibs' ORDER BY at, id",
    )
    .pluck();
  const finishers = raw.prepare<[string, string], StoredFinisher>(
    `SELECT item.bib, runner.runner_id AS runnerId, iif(run.is_relay, runner.team_id, NULL) AS teamId,
       EXISTS (
         SELECT 1 FROM runner AS other
         WHERE other.event_id = runner.event_id AND other.bib_fold = runner.bib_fold
           AND other.bib = runner.bib AND other.taken_back = 0 AND other.rowid <> runner.rowid
           AND NOT (run.is_relay AND other.run_id = runner.run_id AND other.team_id IS runner.team_id
                    AND runner.team_id IS NOT NULL)
       ) AS isDouble
     FROM finish_item AS item
     CROSS JOIN runner ON runner.event_id = item.event_id AND runner.bib_fold = item.bib_fold
     LEFT JOIN run ON run.id = runner.run_id
     WHERE item.event_id = ? AND item.list = 'bibs' AND item.bib IS NOT NULL
       AND runner.bib = item.bib AND runner.taken_back = 0 AND runner.run_id = ?`,
  );
  const guns = raw.prepare<[string], GunRecord>(
    "SELECT event_id AS eventId, run_id AS runId, at_ms AS atMs FROM gun WHERE event_id = ? ORDER BY run_id",
  );
  return {
    get: (eventId, list, id) => one.get(eventId, list, id),
    page: (eventId, list, from, limit) => page.all(eventId, list, limit, from),
    count: (eventId, list) => count.get(eventId, list) ?? 0,
    last: (eventId, list) => last.get(eventId, list),
    before: ({ eventId, list, at, id }) => before.get(eventId, list, at, id),
    sharing: ({ eventId, list, at, id }) => sharing.all(eventId, list, at, id),
    nextKey: ({ eventId, list, at }) => nextKey.get(eventId, list, at) ?? null,
    isTwice: (eventId, bib) => ofBib.all(eventId, bib).length > 1,
    times: (eventId) => times.all(eventId),
    bibs: (eventId) => bibs.all(eventId),
    finishers: (eventId, runId) =>
      finishers.all(eventId, runId).filter(({ isDouble }) => isDouble === 0),
    guns: (eventId) => guns.all(eventId),
    gun: (eventId, runId) => guns.all(eventId).find((gun) => gun.runId === runId) ?? null,
  };
}

export function createFinishRows({ raw }: { readonly raw: Database }): FinishRows {
  const remove = raw.prepare<[string, string, string]>(
    "DELETE FROM finish_item WHERE event_id = ? AND list = ? AND id = ?",
  );
  const insert = raw.prepare(writtenTable.insertSql);
  const putGun = raw.prepare<[string, string, number]>(
    `INSERT INTO gun (event_id, run_id, at_ms) VALUES (?, ?, ?)
     ON CONFLICT (event_id, run_id) DO UPDATE SET at_ms = excluded.at_ms`,
  );
  const removeGun = raw.prepare<[string, string]>(
    "DELETE FROM gun WHERE event_id = ? AND run_id = ?",
  );
  return {
    put(item) {
      remove.run(item.eventId, item.list, item.id);
      const bibFold = item.bib === null ? null : foldBib(item.bib);
      insert.run(writtenTable.values({ ...item, bibFold }));
    },
    remove: (eventId, list, id) => void remove.run(eventId, list, id),
    putGun: ({ eventId, runId, atMs }) => void putGun.run(eventId, runId, atMs),
    removeGun: (eventId, runId) => void removeGun.run(eventId, runId),
  };
}
