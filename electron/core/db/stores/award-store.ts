import type { Prize } from "#shared/partner-api/prizes.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain } from "../table.ts";

/** The last answer of `GET /events/{id}/awards`. */
export interface AwardListRecord {
  readonly eventId: string;
  /** `unrecognised`: the answer has an unexpected shape, so only `raw` is reliable. */
  readonly state: "none" | "read" | "unrecognised" | "failed";
  readonly fetchedAtMs: number;
  /** The answer's payload as received, JSON text. */
  readonly raw: string | null;
}

/** One award segment as the organizer declared it. */
export interface AwardRecord {
  readonly eventId: string;
  /** Empty if the answer names no run. */
  readonly runId: string;
  readonly segmentId: string;
  /** Index in the organizer's list, from 0. */
  readonly position: number;
  readonly label: string | null;
  readonly depth: number | null;
  readonly prizes: readonly Prize[];
  /** The segment as received, JSON text. */
  readonly raw: string;
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
