import type { Segment } from "#shared/partner-api/results.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain, prepareRows } from "../table.ts";

/** What is known of one run's official results. */
export interface ResultsStateRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly state: "unpublished" | "published" | "failed" | "gone";
  /** When the API last said something of it. */
  readonly fetchedAtMs: number;
  /** Why the last attempt failed; null when it did not. */
  readonly failure: string | null;
}

/** One version of a run's official results. Superseded ones stay, and so does what a version said before (P6). */
export interface PublicationRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly version: number;
  /** From 1; one more for each time the version was found to say something else. */
  readonly edition: number;
  /** The publication record as it came, JSON text. */
  readonly record: string;
  readonly segments: readonly Segment[];
  /** Segments that could not be read, as they came (D6). */
  readonly malformed: readonly unknown[];
  readonly fetchedAtMs: number;
}

/** One edition of a version, without what is in it. */
export interface PublicationBrief extends Pick<
  PublicationRecord,
  "version" | "edition" | "record" | "fetchedAtMs"
> {
  readonly segments: number;
  readonly malformed: number;
}

export interface PublicationStore {
  /** Null when nobody ever asked. */
  state(eventId: string, runId: string): ResultsStateRecord | null;
  setState(record: ResultsStateRecord): void;
  /** As it said last, where no edition is named. */
  get(eventId: string, runId: string, version: number, edition?: number): PublicationRecord | null;
  /** Every edition of every version, the newest first. */
  briefs(eventId: string, runId: string): PublicationBrief[];
  put(record: PublicationRecord): void;
}

const stateTable = defineTable<ResultsStateRecord>("results_state", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  state: plain("state"),
  fetchedAtMs: plain("fetched_at_ms"),
  failure: plain("failure"),
});

const publicationTable = defineTable<PublicationRecord>("publication", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  version: plain("version"),
  edition: plain("edition"),
  record: plain("record"),
  segments: json("segments"),
  malformed: json("malformed"),
  fetchedAtMs: plain("fetched_at_ms"),
});

export function createPublicationStore({ raw }: Pick<Db, "raw">): PublicationStore {
  const setState = raw.prepare(stateTable.upsertSql(["eventId", "runId"]));
  const put = raw.prepare(publicationTable.upsertSql(["eventId", "runId", "version", "edition"]));
  const state = prepareRows<ResultsStateRecord, [string, string]>(
    raw,
    stateTable,
    `SELECT ${stateTable.columns} FROM results_state WHERE event_id = ? AND run_id = ?`,
  );
  const editions = (rest: string) =>
    prepareRows<PublicationRecord, [string, string, number, number]>(
      raw,
      publicationTable,
      `SELECT ${publicationTable.columns} FROM publication
       WHERE event_id = ? AND run_id = ? AND version = ? AND edition ${rest}`,
    );
  const one = editions("= ?");
  const last = editions("> ? ORDER BY edition DESC LIMIT 1");
  const briefs = raw.prepare<[string, string], PublicationBrief>(
    `SELECT version, edition, record, json_array_length(segments) AS segments,
            json_array_length(malformed) AS malformed, fetched_at_ms AS fetchedAtMs
     FROM publication WHERE event_id = ? AND run_id = ? ORDER BY version DESC, edition DESC`,
  );
  return {
    state: (eventId, runId) => state.get(eventId, runId),
    setState: (record) => void setState.run(stateTable.bind(record)),
    get: (eventId, runId, version, edition) =>
      edition === undefined
        ? last.get(eventId, runId, version, 0)
        : one.get(eventId, runId, version, edition),
    briefs: (eventId, runId) => briefs.all(eventId, runId),
    put: (record) => void put.run(publicationTable.bind(record)),
  };
}
