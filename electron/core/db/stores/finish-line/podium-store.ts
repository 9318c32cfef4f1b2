import type { Database } from "better-sqlite3";
import type { SegmentState } from "#shared/domain/podium/podium.ts";
import { column, defineTable, type RowOf } from "#core/db/table.ts";

/** The fields of a segment that a list of runs needs, without the sheets. */
export interface PodiumBrief {
  readonly runId: string;
  readonly segmentId: string;
  readonly removed: boolean;
  readonly announced: boolean;
}

export const podiumTable = defineTable("podium", {
  eventId: column.text,
  runId: column.text,
  segmentId: column.text,
  state: column.json<SegmentState>(),
});

/** A row of the projection: a segment with at least one journal entry. */
export type PodiumRecord = RowOf<typeof podiumTable>;

export const groupsTable = defineTable("podium_groups", {
  eventId: column.text,
  runId: column.text,
  groups: column.json<readonly (readonly string[])[]>(),
});

/** A row of the projection: the groups of a run's segments that must not share a winner (P4). */
export type GroupsRecord = RowOf<typeof groupsTable>;

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
