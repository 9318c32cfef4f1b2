import type { Database, Statement } from "better-sqlite3";
import type { FinishListName } from "#shared/domain/finish-log/finish-log.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";

/** Key of a podium or finish-log row. Each key has one subject in the journal and at most one row. */
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

/** The key that an entry's payload names; null if it names none, for example for an undo. */
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
  "finish-log.held",
] as const;
const kindSet: ReadonlySet<string> = new Set(kinds);

/** Whether an entry of this kind has a podium or finish-log subject, and not a runner. */
export const isFinishLineKind = (kind: string): boolean => kindSet.has(kind);

/** The distinct podium and finish-log subjects in the journal, of one event or (null) of all. */
export const prepareJournalSubjects = (
  raw: Database,
): Statement<
  { readonly eventId: string | null },
  { readonly eventId: string; readonly subject: string }
> =>
  raw.prepare(
    `SELECT DISTINCT event_id AS eventId, subject FROM journal
     WHERE event_id IS NOT NULL AND (@eventId IS NULL OR event_id = @eventId)
       AND kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`,
  );

/** The keys of all stored rows, of one event or (null) of all. */
export function prepareStoredKeys(raw: Database): (eventId: string | null) => FinishLineKey[] {
  const keysIn = (table: FinishLineKey["table"], columns: string) =>
    raw.prepare<{ readonly eventId: string | null }, FinishLineKey>(
      `SELECT '${table}' AS "table", event_id AS eventId, ${columns} FROM ${table}
       WHERE @eventId IS NULL OR event_id = @eventId`,
    );
  const statements = [
    keysIn("podium", "run_id AS runId, segment_id AS segmentId"),
    keysIn("podium_groups", "run_id AS runId"),
    keysIn("finish_item", "list, id"),
    keysIn("gun", "run_id AS runId"),
  ];
  return (eventId) => statements.flatMap((statement) => statement.all({ eventId }));
}
