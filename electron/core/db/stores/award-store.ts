import type { Prize } from "#shared/partner-api/prizes.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "../table.ts";

const listTable = defineTable("award_list", {
  eventId: column.text,
  /** `unrecognised`: the answer has an unexpected shape, so only `raw` is reliable. */
  state: column.plain<"none" | "read" | "unrecognised" | "failed">(),
  fetchedAtMs: column.number,
  /** The answer's payload as received, JSON text. */
  raw: column.textOrNull,
});

/** The last answer of `GET /events/{id}/awards`. */
export type AwardListRecord = RowOf<typeof listTable>;

const awardTable = defineTable("award", {
  eventId: column.text,
  /** Empty if the answer names no run. */
  runId: column.text,
  segmentId: column.text,
  /** Index in the organizer's list, from 0. */
  position: column.number,
  label: column.textOrNull,
  depth: column.numberOrNull,
  prizes: column.json<readonly Prize[]>(),
  /** The segment as received, JSON text. */
  raw: column.text,
});

/** One award segment as the organizer declared it. */
export type AwardRecord = RowOf<typeof awardTable>;

const inOrder = "ORDER BY position, run_id, segment_id";

export function createAwardStore({ raw }: Db) {
  const putList = listTable.upsert(raw, ["eventId"]);
  const putAward = awardTable.upsert(raw, ["eventId", "runId", "segmentId"]);
  const clear = raw.prepare<[string]>("DELETE FROM award WHERE event_id = ?");
  const segments = raw.prepare<[string], Pick<AwardRecord, "runId" | "segmentId">>(
    "SELECT run_id AS runId, segment_id AS segmentId FROM award WHERE event_id = ?",
  );
  return {
    /** Returns null if the list was never requested. */
    list: listTable.select<[eventId: string]>(raw, "WHERE event_id = ?").get,
    /** The award segments of an event, in the organizer's order. */
    ofEvent: awardTable.select<[eventId: string]>(raw, `WHERE event_id = ? ${inOrder}`).all,
    /** The segments that name this run, and those that name no run. */
    ofRun: awardTable.select<[eventId: string, runId: string]>(
      raw,
      `WHERE event_id = ? AND run_id IN (?, '') ${inOrder}`,
    ).all,
    /** The ids of the award segments of an event, without their other fields. */
    segments: (eventId: string) => segments.all(eventId),
    /** Stores a complete answer, which replaces the former answer. */
    replace(list: AwardListRecord, awards: readonly AwardRecord[]): void {
      clear.run(list.eventId);
      for (const award of awards) putAward(award);
      putList(list);
    },
    /** Replaces the list's record and keeps its awards. */
    putList,
  };
}
