import type { Database } from "better-sqlite3";
import type { SegmentState } from "#shared/domain/podium/podium.ts";
import { defineTable, json, plain } from "#core/db/table.ts";

/** A row of the projection: a segment with at least one journal entry. */
export interface PodiumRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly segmentId: string;
  readonly state: SegmentState;
}

/** A row of the projection: the groups of a run's segments that must not share a winner (P4). */
export interface GroupsRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly groups: readonly (readonly string[])[];
}

/** The fields of a segment that a list of runs needs, without the sheets. */
export interface PodiumBrief {
  readonly runId: string;
  readonly segmentId: string;
  readonly removed: boolean;
  readonly announced: boolean;
}

export const podiumTable = defineTable<PodiumRecord>("podium", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  segmentId: plain("segment_id"),
  state: json("state"),
});

export const groupsTable = defineTable<GroupsRecord>("podium_groups", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  groups: json("groups"),
});

export function createPodiumStore({ raw }: { readonly raw: Database }) {
  const briefs = raw.prepare<
    [string],
    Pick<PodiumBrief, "runId" | "segmentId"> & { removed: number; announced: number }
  >(
    `SELECT run_id AS runId, segment_id AS segmentId,
       state ->> '$.removed' AS removed, state ->> '$.announced.entryId' IS NOT NULL AS announced
     FROM podium WHERE event_id = ?`,
  );
  const groups = groupsTable.select<[string, string]>(raw, "WHERE event_id = ? AND run_id = ?");
  return {
    get: podiumTable.select<[eventId: string, runId: string, segmentId: string]>(
      raw,
      "WHERE event_id = ? AND run_id = ? AND segment_id = ?",
    ).get,
    ofRun: podiumTable.select<[eventId: string, runId: string]>(
      raw,
      "WHERE event_id = ? AND run_id = ?",
    ).all,
    briefs: (eventId: string): PodiumBrief[] =>
      briefs.all(eventId).map(({ removed, announced, ...ids }) => ({
        ...ids,
        removed: removed === 1,
        announced: announced === 1,
      })),
    /** Empty if no group was saved. */
    groups: (eventId: string, runId: string): GroupsRecord["groups"] =>
      groups.get(eventId, runId)?.groups ?? [],
  };
}
