import type { CopyNote, Digest, DownloadStatus } from "#shared/contract/events.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain } from "#core/db/table.ts";

/** Name of the list of an event's registrations. */
export const registrationList = "registrations";

/** Progress of one list's download (D1). Lists of the organization (`events`, `series`) have an empty `eventId`. */
export interface DownloadRecord {
  readonly eventId: string;
  readonly list: string;
  /** `read`, `forbidden` and `failed` are states of lists of the organization. */
  readonly state: DownloadStatus["state"] | "read" | "forbidden" | "failed";
  /** Number of passes, from 1. A row stores the last pass that contained it. */
  readonly pass: number;
  readonly cursor: string | null;
  /** Field of the answers that contains the cursor; null until known (D2). */
  readonly cursorPlace: string | null;
  readonly pages: number;
  readonly rows: number;
  readonly newRows: number;
  readonly changedRows: number;
  readonly goneRows: number;
  readonly changedFields: Readonly<Record<string, number>>;
  readonly startedAtMs: number | null;
  readonly completedAtMs: number | null;
  readonly previousCompletedAtMs: number | null;
  readonly notes: readonly CopyNote[];
  readonly extra: {
    /** Whether this pass repeats the list, because the counts differed (D4). */
    readonly secondPass?: boolean;
    /** Whether the last page of this pass was stored. */
    readonly ended?: boolean;
    /** Time at which this pass began; absent in passes of earlier versions. */
    readonly passSinceMs?: number;
    /** When the hub had read the list that this pass reads from it (M8); absent if the organizer answers. */
    readonly listedAtMs?: number;
  };
}

export interface MalformedRowRecord {
  readonly eventId: string;
  readonly list: string;
  readonly position: number;
  /** The row as received, JSON text. */
  readonly raw: string;
  readonly issue: string;
  readonly atMs: number;
}

export interface DigestRecord {
  readonly eventId: string;
  readonly atMs: number;
  readonly sinceMs: number | null;
  readonly body: unknown;
}

/** A runner whose registration was cancelled or refunded after the runner was checked in with Chute (D5). */
export type AttentionRecord = Digest["cancelledAfterCheckIn"][number];

const downloadTable = defineTable<DownloadRecord>("download", {
  eventId: plain("event_id"),
  list: plain("list"),
  state: plain("state"),
  pass: plain("pass"),
  cursor: plain("cursor"),
  cursorPlace: plain("cursor_place"),
  pages: plain("pages"),
  rows: plain("rows"),
  newRows: plain("new_rows"),
  changedRows: plain("changed_rows"),
  goneRows: plain("gone_rows"),
  changedFields: json("changed_fields"),
  startedAtMs: plain("started_at_ms"),
  completedAtMs: plain("completed_at_ms"),
  previousCompletedAtMs: plain("previous_completed_at_ms"),
  notes: json("notes"),
  extra: json("extra"),
});

const malformedTable = defineTable<MalformedRowRecord>("malformed_row", {
  eventId: plain("event_id"),
  list: plain("list"),
  position: plain("position"),
  raw: plain("raw"),
  issue: plain("issue"),
  atMs: plain("at_ms"),
});

const digestTable = defineTable<DigestRecord>("digest", {
  eventId: plain("event_id"),
  atMs: plain("at_ms"),
  sinceMs: plain("since_ms"),
  body: json("body"),
});

export function createDownloadStore({ raw }: Db) {
  const put = downloadTable.upsert(raw, ["eventId", "list"]);
  return {
    get: downloadTable.select<[eventId: string, list: string]>(
      raw,
      "WHERE event_id = ? AND list = ?",
    ).get,
    put: (record: DownloadRecord): void => void put(record),
    all: downloadTable.select<[]>(raw, "ORDER BY event_id, list").all,
  };
}

/** Rows of the API that could not be parsed (D6). */
export function createMalformedRowStore({ raw }: Db) {
  const ofList = "WHERE event_id = ? AND list = ?";
  const clear = raw.prepare<[string, string]>(`DELETE FROM malformed_row ${ofList}`);
  const count = raw
    .prepare<[string, string], number>(`SELECT count(*) FROM malformed_row ${ofList}`)
    .pluck();
  return {
    add: malformedTable.insert(raw),
    clear: (eventId: string, list: string) => clear.run(eventId, list),
    count: (eventId: string, list: string) => count.get(eventId, list) ?? 0,
    list: malformedTable.select<[eventId: string, list: string, limit: number]>(
      raw,
      `${ofList} ORDER BY position LIMIT ?`,
    ).all,
  };
}

export function createDigestStore({ raw }: Db) {
  const upsert = digestTable.upsert(raw, ["eventId", "atMs"]);
  // A digest with a later time was written before the clock was set back, so it is older than the new one (J7).
  const removeLater = raw.prepare<[string, number]>(
    "DELETE FROM digest WHERE event_id = ? AND at_ms > ?",
  );
  const attention = raw.prepare<
    [string],
    Omit<AttentionRecord, "acknowledged"> & { readonly acknowledged: number }
  >(
    `SELECT attention.runner_id AS runnerId, runner.name, runner.bib,
            runner.checked_in_at_ms AS checkedInAtMs, attention.status,
            attention.noticed_at_ms AS noticedAtMs,
            EXISTS (
              SELECT 1 FROM journal
              WHERE journal.subject = attention.runner_id AND journal.kind = 'digest.acknowledged'
                AND journal.payload ->> 'status' = attention.status
                AND journal.hlc > attention.after_hlc
            ) AS acknowledged
     FROM attention JOIN runner ON runner.runner_id = attention.runner_id
     WHERE attention.event_id = ? AND runner.checked_in_at_ms IS NOT NULL
     ORDER BY attention.noticed_at_ms DESC, attention.runner_id`,
  );
  return {
    add(digest: DigestRecord): void {
      removeLater.run(digest.eventId, digest.atMs);
      upsert(digest);
    },
    latest: digestTable.select<[eventId: string]>(
      raw,
      "WHERE event_id = ? ORDER BY at_ms DESC LIMIT 1",
    ).get,
    /** The records of an event, acknowledged or not, newest first. Runners who are no longer checked in are left out. */
    attention: (eventId: string): AttentionRecord[] =>
      attention.all(eventId).map((row) => ({ ...row, acknowledged: row.acknowledged === 1 })),
  };
}
