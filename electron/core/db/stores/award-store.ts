import type { Prize } from "#shared/partner-api/prizes.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain, prepareRows } from "../table.ts";

/** What the last answer of `GET /events/{id}/awards` was. */
export interface AwardListRecord {
  readonly eventId: string;
  /** `unrecognised`: of a shape nobody expected; `raw` is all there is of it, or all that is sure. */
  readonly state: "none" | "read" | "unrecognised" | "failed";
  readonly fetchedAtMs: number;
  /** The answer's payload as it came, JSON text. */
  readonly raw: string | null;
}

/** One award segment as the organizer declared it. */
export interface AwardRecord {
  readonly eventId: string;
  /** Empty where the answer named no run. */
  readonly runId: string;
  readonly segmentId: string;
  /** Place in the organizer's list, from 0. */
  readonly position: number;
  readonly label: string | null;
  readonly depth: number | null;
  readonly prizes: readonly Prize[];
  /** The segment as it came, JSON text. */
  readonly raw: string;
}

export interface AwardStore {
  /** Null when nobody ever asked. */
  list(eventId: string): AwardListRecord | null;
  /** In the organizer's order. */
  ofEvent(eventId: string): AwardRecord[];
  /** Those that name this run, and those that name none. */
  ofRun(eventId: string, runId: string): AwardRecord[];
  /** Which segments there are, and no more of them. */
  places(eventId: string): Pick<AwardRecord, "runId" | "segmentId">[];
  /** A whole answer takes the place of the one before. */
  replace(list: AwardListRecord, awards: readonly AwardRecord[]): void;
  /** Only what is said of the list; its awards stay. */
  note(list: AwardListRecord): void;
}

const listTable = defineTable<AwardListRecord>("award_list", {
  eventId: plain("event_id"),
  state: plain("state"),
  fetchedAtMs: plain("fetched_at_ms"),
  raw: plain("raw"),
});

const awardTable = defineTable<AwardRecord>("award", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  segmentId: plain("segment_id"),
  position: plain("position"),
  label: plain("label"),
  depth: plain("depth"),
  prizes: json("prizes"),
  raw: plain("raw"),
});

export function createAwardStore({ raw }: Pick<Db, "raw">): AwardStore {
  const putList = raw.prepare(listTable.upsertSql(["eventId"]));
  const putAward = raw.prepare(awardTable.upsertSql(["eventId", "runId", "segmentId"]));
  const clear = raw.prepare<[string]>("DELETE FROM award WHERE event_id = ?");
  const list = prepareRows<AwardListRecord, [string]>(
    raw,
    listTable,
    `SELECT ${listTable.columns} FROM award_list WHERE event_id = ?`,
  );
  const ofEvent = prepareRows<AwardRecord, [string]>(
    raw,
    awardTable,
    `SELECT ${awardTable.columns} FROM award WHERE event_id = ? ORDER BY position, run_id, segment_id`,
  );
  const ofRun = prepareRows<AwardRecord, [string, string]>(
    raw,
    awardTable,
    `SELECT ${awardTable.columns} FROM award
     WHERE event_id = ? AND run_id IN (?, '') ORDER BY position, run_id, segment_id`,
  );
  const places = raw.prepare<[string], Pick<AwardRecord, "runId" | "segmentId">>(
    "SELECT run_id AS runId, segment_id AS segmentId FROM award WHERE event_id = ?",
  );
  return {
    list: (eventId) => list.get(eventId),
    ofRun: (eventId, runId) => ofRun.all(eventId, runId),
    places: (eventId) => places.all(eventId),
    ofEvent: (eventId) => ofEvent.all(eventId),
    replace(record, awards) {
      clear.run(record.eventId);
      for (const award of awards) putAward.run(awardTable.bind(award));
      putList.run(listTable.bind(record));
    },
    note: (record) => void putList.run(listTable.bind(record)),
  };
}
