import type { Segment } from "#shared/partner-api/results.ts";
import type { Db } from "#core/db/open/database.ts";
import { defineTable, json, plain } from "../table.ts";

/** The state of a run's official results. */
export interface ResultsStateRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly state: "unpublished" | "published" | "failed" | "gone";
  /** The version that the organizer named last; null if it named none. */
  readonly currentVersion: number | null;
  /** Time of the last answer of the API about these results. */
  readonly fetchedAtMs: number;
  /** Why the last request failed; null if it succeeded. */
  readonly failure: string | null;
}

/** One edition of one version of a run's official results. Older versions and editions are kept (P6). */
export interface PublicationRecord {
  readonly eventId: string;
  readonly runId: string;
  readonly version: number;
  /** The number of the edition, from 1. Each change of a published version adds an edition. */
  readonly edition: number;
  /** The publication record as received, JSON text. */
  readonly record: string;
  readonly segments: readonly Segment[];
  /** Segments that could not be parsed, as received (D6). */
  readonly malformed: readonly unknown[];
  readonly fetchedAtMs: number;
}

/** One edition with the number of its segments, without the segments. */
export interface PublicationBrief extends Pick<
  PublicationRecord,
  "version" | "edition" | "record" | "fetchedAtMs"
> {
  readonly segments: number;
  readonly malformed: number;
}

const stateTable = defineTable<ResultsStateRecord>("results_state", {
  eventId: plain("event_id"),
  runId: plain("run_id"),
  state: plain("state"),
  currentVersion: plain("current_version"),
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

export function createPublicationStore({ raw }: Db) {
  const ofVersion = "WHERE event_id = ? AND run_id = ? AND version = ?";
  const last = publicationTable.select<[string, string, number]>(
    raw,
    `${ofVersion} ORDER BY edition DESC LIMIT 1`,
  );
  const one = publicationTable.select<[string, string, number, number]>(
    raw,
    `${ofVersion} AND edition = ?`,
  );
  const briefs = raw.prepare<[string, string], PublicationBrief>(
    `SELECT version, edition, record, json_array_length(segments) AS segments,
            json_array_length(malformed) AS malformed, fetched_at_ms AS fetchedAtMs
     FROM publication WHERE event_id = ? AND run_id = ? ORDER BY version DESC, edition DESC`,
  );
  const state = stateTable.select<[eventId: string, runId: string]>(
    raw,
    "WHERE event_id = ? AND run_id = ?",
  ).get;
  return {
    /** Returns null if the results were never requested. */
    state,
    /** The version in force; null while nothing is published (P6). */
    currentVersion(eventId: string, runId: string): number | null {
      const known = state(eventId, runId);
      if (known?.state === "unpublished") return null;
      return known?.currentVersion ?? briefs.get(eventId, runId)?.version ?? null;
    },
    setState: stateTable.upsert(raw, ["eventId", "runId"]),
    /** Returns an edition of a version; without `edition`, the last one. */
    get: (eventId: string, runId: string, version: number, edition?: number) =>
      edition === undefined
        ? last.get(eventId, runId, version)
        : one.get(eventId, runId, version, edition),
    /** Every edition of every version, newest first. */
    briefs: (eventId: string, runId: string) => briefs.all(eventId, runId),
    put: publicationTable.upsert(raw, ["eventId", "runId", "version", "edition"]),
  };
}
