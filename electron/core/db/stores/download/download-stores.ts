import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain, prepareRows } from "#core/db/table.ts";

/** The list of an event's registrations, among those that are pulled. */
export const registrationList = "registrations";

/** Where the pull of one list stands (D1). Event-wide lists (`events`, `series`) have an empty `eventId`. */
export interface DownloadRecord {
  readonly eventId: string;
  readonly list: string;
  readonly state: string;
  /** Counts passes from 1; a row's pass says in which one it was last seen. */
  readonly pass: number;
  readonly cursor: string | null;
  /** Where answers carry the cursor, once known (D2). */
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
  readonly notes: readonly unknown[];
  /** Whatever else the download remembers. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface DownloadStore {
  get(eventId: string, list: string): DownloadRecord | null;
  put(record: DownloadRecord): void;
  all(): DownloadRecord[];
}

export interface MalformedRowRecord {
  readonly eventId: string;
  readonly list: string;
  readonly position: number;
  /** The row as it came, JSON text. */
  readonly raw: string;
  readonly issue: string;
  readonly atMs: number;
}

/** Rows that could not be read, set aside (D6). */
export interface MalformedRowStore {
  add(row: MalformedRowRecord): void;
  clear(eventId: string, list: string): void;
  count(eventId: string, list: string): number;
  list(eventId: string, list: string, limit: number): MalformedRowRecord[];
}

export interface DigestRecord {
  readonly eventId: string;
  readonly atMs: number;
  readonly sinceMs: number | null;
  readonly body: unknown;
}

/** A runner whose registration was cancelled or refunded after they were checked in here (D5). */
export interface AttentionRecord {
  readonly runnerId: string;
  readonly name: string | null;
  readonly bib: string | null;
  readonly checkedInAtMs: number;
  readonly status: string;
  readonly noticedAtMs: number;
  /** A person has seen this very status (`digest.acknowledged`). */
  readonly acknowledged: boolean;
}

export interface DigestStore {
  add(digest: DigestRecord): void;
  latest(eventId: string): DigestRecord | null;
  /** Those who still need a person, or had one: newest first. Who is no longer checked in is not among them. */
  attention(eventId: string): AttentionRecord[];
}

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

export function createDownloadStore({ raw }: Db): DownloadStore {
  const put = raw.prepare(downloadTable.upsertSql(["eventId", "list"]));
  const one = prepareRows<DownloadRecord, [string, string]>(
    raw,
    downloadTable,
    `SELECT ${downloadTable.columns} FROM download WHERE event_id = ? AND list = ?`,
  );
  const all = prepareRows<DownloadRecord, []>(
    raw,
    downloadTable,
    `SELECT ${downloadTable.columns} FROM download ORDER BY event_id, list`,
  );
  return {
    get: (eventId, list) => one.get(eventId, list),
    put: (record) => void put.run(downloadTable.bind(record)),
    all: () => all.all(),
  };
}

export function createMalformedRowStore({ raw }: Db): MalformedRowStore {
  const add = raw.prepare(malformedTable.insertSql);
  const clear = raw.prepare<[string, string]>(
    "DELETE FROM malformed_row WHERE event_id = ? AND list = ?",
  );
  const count = raw
    .prepare<[string, string], number>(
      "SELECT count(*) FROM malformed_row WHERE event_id = ? AND list = ?",
    )
    .pluck();
  const list = prepareRows<MalformedRowRecord, [string, string, number]>(
    raw,
    malformedTable,
    `SELECT ${malformedTable.columns} FROM malformed_row
     WHERE event_id = ? AND list = ? ORDER BY position LIMIT ?`,
  );
  return {
    add: (row) => void add.run(malformedTable.values(row)),
    clear: (eventId, name) => void clear.run(eventId, name),
    count: (eventId, name) => count.get(eventId, name) ?? 0,
    list: (eventId, name, limit) => list.all(eventId, name, limit),
  };
}

export function createDigestStore({ raw }: Db): DigestStore {
  const add = raw.prepare(digestTable.upsertSql(["eventId", "atMs"]));
  // The clock was set back since: what stands in the future is older than what is added now (J7).
  const forgetFuture = raw.prepare<[string, number]>(
    "DELETE FROM digest WHERE event_id = ? AND at_ms > ?",
  );
  const latest = prepareRows<DigestRecord, [string]>(
    raw,
    digestTable,
    `SELECT ${digestTable.columns} FROM digest WHERE event_id = ? ORDER BY at_ms DESC LIMIT 1`,
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
    add(digest) {
      forgetFuture.run(digest.eventId, digest.atMs);
      add.run(digestTable.bind(digest));
    },
    latest: (eventId) => latest.get(eventId),
    attention: (eventId) =>
      attention.all(eventId).map((row) => ({ ...row, acknowledged: row.acknowledged === 1 })),
  };
}
