import type { CopyNote, Digest, DownloadStatus } from "#shared/contract/events.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "#core/db/table.ts";

/** Name of the list of an event's registrations. */
export const registrationList = "registrations";

/** A runner whose registration was cancelled or refunded after the runner was checked in with Chute (D5). */
export type AttentionRecord = Digest["cancelledAfterCheckIn"][number];

const downloadTable = defineTable("download", {
  eventId: column.text,
  list: column.text,
  /** `read`, `forbidden` and `failed` are states of lists of the organization. */
  state: column.plain<DownloadStatus["state"] | "read" | "forbidden" | "failed">(),
  /** Number of passes, from 1. A row stores the last pass that contained it. */
  pass: column.number,
  cursor: column.textOrNull,
  /** Field of the answers that contains the cursor; null until known (D2). */
  cursorPlace: column.textOrNull,
  pages: column.number,
  rows: column.number,
  newRows: column.number,
  changedRows: column.number,
  goneRows: column.number,
  changedFields: column.json<Readonly<Record<string, number>>>(),
  startedAtMs: column.numberOrNull,
  completedAtMs: column.numberOrNull,
  previousCompletedAtMs: column.numberOrNull,
  notes: column.json<readonly CopyNote[]>(),
  extra: column.json<{
    /** Whether this pass repeats the list, because the counts differed (D4). */
    readonly secondPass?: boolean;
    /** Whether the last page of this pass was stored. */
    readonly ended?: boolean;
    /** Time at which this pass began; absent in passes of earlier versions. */
    readonly passSinceMs?: number;
    /** When the hub had read the list that this pass reads from it (M8); absent if the organizer answers. */
    readonly listedAtMs?: number;
  }>(),
});

/** Progress of one list's download (D1). Lists of the organization (`events`, `series`) have an empty `eventId`. */
export type DownloadRecord = RowOf<typeof downloadTable>;

const malformedTable = defineTable("malformed_row", {
  eventId: column.text,
  list: column.text,
  position: column.number,
  /** The row as received, JSON text. */
  raw: column.text,
  issue: column.text,
  atMs: column.number,
});

const digestTable = defineTable("digest", {
  eventId: column.text,
  atMs: column.number,
  sinceMs: column.numberOrNull,
  body: column.json<unknown>(),
});

export type DigestRecord = RowOf<typeof digestTable>;

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
