import { z } from "zod";

import { longestSegmentId } from "#shared/domain/podium/segment.ts";
import type { Result } from "../result.ts";
import { ok } from "../result.ts";
import { maybe } from "./common.ts";
import type { EnvelopeFailure, MalformedRow } from "./envelope.ts";
import { readData, readRows } from "./envelope.ts";

/** More than in any race. A segment with a higher place is set aside (D6). */
const mostPlaces = 1_000_000;

/** In any form (P3). */
export const segmentIdSchema = z.string().min(1).max(longestSegmentId);

/** One placed finisher. Ties share a place. */
export const podiumEntrySchema = z.looseObject({
  place: z.number().min(0).max(mostPlaces),
  /** The id of the registration in `GET /registration`. */
  participantId: z.string().min(1),
  bib: maybe(z.string()),
  name: maybe(z.string()),
  /** In seconds, by the clock of the segment, at the time of the publication. */
  placingTime: maybe(z.number()),
});

/** One award segment with its placed finishers. */
export const segmentSchema = z.looseObject({
  /** `overall`, `sex:<value>`, `sex:<value>~age:<from>-<to>`, `special:<name>`, or an unknown form (P3). */
  segmentId: segmentIdSchema,
  label: z.string(),
  podium: z.array(podiumEntrySchema),
});
export type Segment = z.infer<typeof segmentSchema>;

/** A publication. Only its version number is specified; all other fields are kept unchanged. */
export const publicationSchema = z.looseObject({ version: maybe(z.number()) });
export type Publication = z.infer<typeof publicationSchema>;

const resultsEnvelopeSchema = z.looseObject({
  publication: publicationSchema.nullish().transform((value) => value ?? null),
  segments: z.array(z.unknown()),
});

/** The official results of one run. `publication` null: nothing is published. */
export interface RunResults {
  readonly publication: Publication | null;
  readonly segments: readonly Segment[];
  readonly malformed: readonly MalformedRow[];
}

/** Parses the answer of `GET /events/{id}/results`; malformed segments are set aside. */
export function readResults(body: unknown): Result<RunResults, EnvelopeFailure> {
  const data = readData(resultsEnvelopeSchema, body);
  if (!data.ok) return data;
  const { rows, malformed } = readRows(segmentSchema, data.value.segments);
  return ok({ publication: data.value.publication, segments: rows, malformed });
}
