import { z } from "zod";

import { isRecord, maybe } from "./common.ts";
import { segmentIdSchema } from "./results.ts";

/** An award segment of a run. Only `segmentId` is certain; the API does not specify the shape of depth and prizes. */
export const awardSegmentSchema = z.looseObject({
  segmentId: segmentIdSchema,
  label: maybe(z.string()),
  depth: maybe(z.number()),
  prizes: z.unknown().optional(),
});
export type AwardSegment = z.infer<typeof awardSegmentSchema>;

/** The award segments of one run. */
export interface RunAwards {
  /** The run; undefined if the answer does not name it. */
  readonly eventRunId: string | undefined;
  readonly segments: readonly AwardSegment[];
}

/** The forms of segment ids that the API specifies. */
const segmentForm = /^(?:overall$|sex:|special:)/;

/** The `_id` of a segment does not identify its run. */
const ownRunKeys = ["eventRunId", "runId", "run"] as const;
const runIdKeys = [...ownRunKeys, "_id"] as const;
const listKeys = ["segments", "awards", "awardSegments"] as const;
const runListKeys = ["runs", "data", "awards"] as const;

/**
 * Parses the payload of `GET /events/{id}/awards` (the value of `data`). The API specifies only "each run's award segments with
 * depth and prizes, keyed by segmentId". Accepted shapes: a list of runs with a list or a map of segments; a map from run id
 * to either; a list of segments, or a map from segment id to segment, where each may name its run. `recognised` is false if
 * the shape is another one.
 */
export function readAwards(data: unknown): {
  readonly runs: readonly RunAwards[];
  readonly recognised: boolean;
} {
  const runs = readRuns(data);
  return { runs: runs?.flatMap(byOwnRun) ?? [], recognised: runs !== undefined };
}

/** Groups segments without a run by the run that each segment names. */
function byOwnRun(run: RunAwards): RunAwards[] {
  if (run.eventRunId !== undefined || run.segments.length === 0) return [run];
  const runs = Map.groupBy(run.segments, (segment) =>
    ownRunKeys.map((key) => segment[key]).find((id) => typeof id === "string"),
  );
  return [...runs].map(([eventRunId, segments]) => ({ eventRunId, segments }));
}

function readRuns(data: unknown): RunAwards[] | undefined {
  if (Array.isArray(data)) {
    if (data.length === 0) return [];
    const bare = readSegments(data);
    if (bare !== undefined) return [{ eventRunId: undefined, segments: bare }];
    return allOrNothing(data.map((entry) => readRun(entry, undefined)));
  }
  if (!isRecord(data)) return undefined;
  for (const key of runListKeys) {
    if (Array.isArray(data[key]) || isRecord(data[key])) return readRuns(data[key]);
  }
  if (listKeys.some((key) => key in data)) return allOrNothing([readRun(data, undefined)]);
  const keys = Object.keys(data);
  const isKeyed = keys.length > 0 && keys.every((key) => segmentForm.test(key));
  const keyed = isKeyed ? readSegments(data) : undefined;
  if (keyed !== undefined) return [{ eventRunId: undefined, segments: keyed }];
  return allOrNothing(Object.entries(data).map(([runId, entry]) => readRun(entry, runId)));
}

function readRun(entry: unknown, keyedBy: string | undefined): RunAwards | undefined {
  const direct = Array.isArray(entry) ? readSegments(entry) : undefined;
  if (direct !== undefined) return { eventRunId: keyedBy, segments: direct };
  if (!isRecord(entry)) return undefined;
  const eventRunId = runIdKeys.map((key) => entry[key]).find((id) => typeof id === "string");
  for (const key of listKeys) {
    const segments = readSegments(entry[key]);
    if (segments !== undefined) return { eventRunId: eventRunId ?? keyedBy, segments };
  }
  const map = readSegments(entry);
  return map === undefined || keyedBy === undefined
    ? undefined
    : { eventRunId: keyedBy, segments: map };
}

/** A list of segments, or a map from segment id to segment. */
function readSegments(value: unknown): AwardSegment[] | undefined {
  const entries = Array.isArray(value)
    ? value
    : isRecord(value)
      ? Object.entries(value).map(([segmentId, entry]) =>
          isRecord(entry) ? { segmentId, ...entry } : undefined,
        )
      : undefined;
  if (entries === undefined) return undefined;
  return allOrNothing(entries.map((entry) => awardSegmentSchema.safeParse(entry).data));
}

function allOrNothing<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length === values.length ? present : undefined;
}
