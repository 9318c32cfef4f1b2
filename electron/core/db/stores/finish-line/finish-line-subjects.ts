import type { Database, Statement } from "better-sqlite3";
import type { FinishListName } from "#shared/domain/finish-log/finish-log.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";
import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";

/** What the facts of podium and finish log are about: each has one subject in the journal and one row at most. */
export type FinishLineKey =
  | {
      readonly table: "podium";
      readonly eventId: string;
      readonly runId: string;
      readonly segmentId: string;
    }
  | { readonly table: "podium_groups" | "gun"; readonly eventId: string; readonly runId: string }
  | {
      readonly table: "finish_item";
      readonly eventId: string;
      readonly list: FinishListName;
      readonly id: string;
    };

export function subjectOf(key: FinishLineKey): string {
  switch (key.table) {
    case "podium":
      return segmentSubject(key.runId, key.segmentId);
    case "podium_groups":
      return groupsSubject(key.runId);
    case "finish_item":
      return finishSubject(key.list, key.id);
    case "gun":
      return gunSubject(key.runId);
  }
}

/** What an entry's payload says it is about; null where it says nothing of this, as an undo does not. */
export function keyOf(entry: JournalEntry): FinishLineKey | null {
  const { eventId } = entry;
  const fact = parseFact(entry);
  if (eventId === null) return null;
  switch (fact?.kind) {
    case "segment.saved":
    case "segment.removed":
    case "podium.entered":
    case "podium.announced": {
      const { runId, segmentId } = fact.payload;
      return { table: "podium", eventId, runId, segmentId };
    }
    case "group.saved":
      return { table: "podium_groups", eventId, runId: fact.payload.runId };
    case "finish.put":
    case "finish.removed": {
      const { list, id } = fact.payload;
      return list === "stamps" || list === "bibs"
        ? { table: "finish_item", eventId, list, id }
        : null;
    }
    case "gun.set":
      return { table: "gun", eventId, runId: fact.payload.runId };
    default:
      return null;
  }
}

const kinds = [
  "segment.saved",
  "segment.removed",
  "group.saved",
  "podium.entered",
  "podium.announced",
  "finish.put",
  "finish.removed",
  "finish.undone",
  "gun.set",
] as const;
const kindSet: ReadonlySet<string> = new Set(kinds);

/** Whether an entry's subject is one of podium or finish log, and no runner. */
export const isFinishLineKind = (kind: string): boolean => kindSet.has(kind);

export interface ToldSubject {
  readonly eventId: string;
  readonly subject: string;
}

/** Every subject of podium and finish log that the journal tells of, each once; of one event when it is given. */
export const prepareTold = (
  raw: Database,
): Statement<{ readonly eventId: string | null }, ToldSubject> =>
  raw.prepare(
    `SELECT DISTINCT event_id AS eventId, subject FROM journal
     WHERE event_id IS NOT NULL AND (@eventId IS NULL OR event_id = @eventId)
       AND kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`,
  );

/** What has a row, whether or not the journal tells of it; of one event when it is given. */
export function prepareKept(raw: Database): (eventId: string | null) => FinishLineKey[] {
  const list = <Row>(columns: string, table: string) =>
    raw.prepare<[string | null, string | null], Row>(
      `SELECT event_id AS eventId, ${columns} FROM ${table} WHERE (? IS NULL OR event_id = ?)`,
    );
  type Run = { readonly eventId: string; readonly runId: string };
  const podium = list<Run & { readonly segmentId: string }>(
    "run_id AS runId, segment_id AS segmentId",
    "podium",
  );
  const groups = list<Run>("run_id AS runId", "podium_groups");
  const items = list<{
    readonly eventId: string;
    readonly list: FinishListName;
    readonly id: string;
  }>("list, id", "finish_item");
  const guns = list<Run>("run_id AS runId", "gun");
  return (eventId) => [
    ...podium.all(eventId, eventId).map((key) => ({ table: "podium" as const, ...key })),
    ...groups.all(eventId, eventId).map((key) => ({ table: "podium_groups" as const, ...key })),
    ...items.all(eventId, eventId).map((key) => ({ table: "finish_item" as const, ...key })),
    ...guns.all(eventId, eventId).map((key) => ({ table: "gun" as const, ...key })),
  ];
}
