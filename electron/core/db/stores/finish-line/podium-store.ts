import type { Database } from "better-sqlite3";
import type { SegmentState } from "#shared/domain/podium/podium.ts";
import { defineTable, json, plain, prepareRows } from "#core/db/table.ts";

/** A segment that anybody did anything in; a row of the projection. */
export interface PodiumRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly segmentId: string;
  readonly state: SegmentState;
}

/** Which segments of a run may not share a winner (P4); a row of the projection. */
export interface GroupsRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly groups: readonly (readonly string[])[];
}

/** As much of a segment as a list of runs needs, read without its sheets. */
export interface PodiumBrief {
  readonly runId: string;
  readonly segmentId: string;
  readonly removed: boolean;
  readonly announced: boolean;
}

export interface PodiumStore {
  get(eventId: string, runId: string, segmentId: string): PodiumRecord | null;
  ofRun(eventId: string, runId: string): PodiumRecord[];
  briefs(eventId: string): PodiumBrief[];
  /** Empty when none were declared. */
  groups(eventId: string, runId: string): readonly (readonly string[])[];
}

/** Inside this folder: the projection's side. */
export interface PodiumRows {
  put(record: PodiumRecord): void;
  remove(eventId: string, runId: string, segmentId: string): void;
  putGroups(record: GroupsRecord): void;
  removeGroups(eventId: string, runId: string): void;
}

const podiumTable = defineTable<PodiumRecord>("podium", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  segmentId: plain("segment_id"),
  state: json("state"),
});

const groupsTable = defineTable<GroupsRecord>("podium_groups", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  groups: json("groups"),
});

interface StoredBrief {
  readonly runId: string;
  readonly segmentId: string;
  readonly removed: number;
  readonly announced: number;
}

export function createPodiumStore({ raw }: { readonly raw: Database }): PodiumStore {
  const rows = <Parameters extends readonly unknown[]>(rest: string) =>
    prepareRows<PodiumRecord, Parameters>(
      raw,
      podiumTable,
      `SELECT ${podiumTable.columns} FROM podium ${rest}`,
    );
  const one = rows<[string, string, string]>(
    "WHERE event_id = ? AND run_id = ? AND segment_id = ?",
  );
  const ofRun = rows<[string, string]>("WHERE event_id = ? AND run_id = ?");
  const briefs = raw.prepare<[string], StoredBrief>(
    `SELECT run_id AS runId, segment_id AS segmentId,
       state ->> '$.removed' AS removed, state ->> '$.announced.entryId' IS NOT NULL AS announced
     FROM podium WHERE event_id = ?`,
  );
  const groups = prepareRows<GroupsRecord, [string, string]>(
    raw,
    groupsTable,
    `SELECT ${groupsTable.columns} FROM podium_groups WHERE event_id = ? AND run_id = ?`,
  );
  return {
    get: (eventId, runId, segmentId) => one.get(eventId, runId, segmentId),
    ofRun: (eventId, runId) => ofRun.all(eventId, runId),
    briefs: (eventId) =>
      briefs.all(eventId).map(({ runId, segmentId, removed, announced }) => ({
        runId,
        segmentId,
        removed: removed === 1,
        announced: announced === 1,
      })),
    groups: (eventId, runId) => groups.get(eventId, runId)?.groups ?? [],
  };
}

export function createPodiumRows({ raw }: { readonly raw: Database }): PodiumRows {
  const upsert = raw.prepare(podiumTable.upsertSql(["eventId", "runId", "segmentId"]));
  const remove = raw.prepare<[string, string, string]>(
    "DELETE FROM podium WHERE event_id = ? AND run_id = ? AND segment_id = ?",
  );
  const upsertGroups = raw.prepare(groupsTable.upsertSql(["eventId", "runId"]));
  const removeGroups = raw.prepare<[string, string]>(
    "DELETE FROM podium_groups WHERE event_id = ? AND run_id = ?",
  );
  return {
    put: (record) => void upsert.run(podiumTable.bind(record)),
    remove: (eventId, runId, segmentId) => void remove.run(eventId, runId, segmentId),
    putGroups: (record) => void upsertGroups.run(groupsTable.bind(record)),
    removeGroups: (eventId, runId) => void removeGroups.run(eventId, runId),
  };
}
