import type { Segment } from "#shared/partner-api/results.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "../table.ts";

/** One edition with the number of its segments, without the segments. */
export interface PublicationBrief extends Pick<
  PublicationRecord,
  "version" | "edition" | "record" | "fetchedAtMs"
> {
  readonly segments: number;
  readonly malformed: number;
}

const stateTable = defineTable("results_state", {
  eventId: column.text,
  runId: column.text,
  state: column.plain<"unpublished" | "published" | "failed" | "gone">(),
  /** The version that the organizer named last; null if it named none. */
  currentVersion: column.numberOrNull,
  /** Time of the last answer of the API about these results. */
  fetchedAtMs: column.number,
  /** Why the last request failed; null if it succeeded. */
  failure: column.textOrNull,
});

/** The state of a run's official results. */
export type ResultsStateRecord = RowOf<typeof stateTable>;

const publicationTable = defineTable("publication", {
  eventId: column.text,
  runId: column.text,
  version: column.number,
  /** The number of the edition, from 1. Each change of a published version adds an edition. */
  edition: column.number,
  /** The publication record as received, JSON text. */
  record: column.text,
  segments: column.json<readonly Segment[]>(),
  /** Segments that could not be parsed, as received (D6). */
  malformed: column.json<readonly unknown[]>(),
  fetchedAtMs: column.number,
});

/** One edition of one version of a run's official results. Older versions and editions are kept (P6). */
export type PublicationRecord = RowOf<typeof publicationTable>;

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
