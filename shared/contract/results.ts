import { z } from "zod";
import { comparedPersonSchema, placedPersonSchema } from "#shared/domain/results/publication.ts";
import { atMsSchema, eventIdSchema } from "./common.ts";
import { pullErrors } from "./events.ts";
import { runIdSchema, segmentIdSchema } from "./podium.ts";
import { command, query } from "./procedure.ts";

/** The state of one run's official results. */
export const resultsStateSchema = z.enum(["never", "unpublished", "published", "failed", "gone"]);

export const publicationSchema = z.object({
  version: z.int(),
  /** From 1; it increases each time that the content of the version changed. All editions are stored (P6). */
  edition: z.int(),
  /** The organizer's publication time, if the record has one. */
  publishedAt: z.string().nullable(),
  fetchedAtMs: atMsSchema,
  /**
   * `current`: no later version is known. `withdrawn`: no later version is known, and the organizer withdrew this one.
   * `superseded`: there is a later version. `replaced`: there is a later edition of the same version.
   */
  standing: z.enum(["current", "withdrawn", "superseded", "replaced"]),
  segments: z.int(),
  /** The number of malformed segments; they are stored unchanged (D6). */
  malformed: z.int(),
  /** The publication record, unchanged. */
  raw: z.string(),
});
export type PublicationView = z.infer<typeof publicationSchema>;

export const comparedSegmentSchema = z.object({
  segmentId: segmentIdSchema,
  label: z.string(),
  /** The side without this segment, or on which it was never announced. */
  lacks: z.enum(["before", "after"]).nullable(),
  rows: z.array(comparedPersonSchema),
  recalls: z.int(),
});
export type ComparedSegment = z.infer<typeof comparedSegmentSchema>;

const refreshErrors = [...pullErrors, "not-found"] as const;

export const resultsProcedures = {
  "results.get": query({
    role: "desk",
    summary: "The official results of a run: every downloaded version.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema }),
    output: z.object({
      state: resultsStateSchema,
      fetchedAtMs: atMsSchema.nullable(),
      /** The failure code of the last `results.refresh`. */
      failure: z.string().nullable(),
      publications: z.array(publicationSchema),
    }),
    errors: ["not-found"],
  }),
  "results.version": query({
    role: "desk",
    summary: "One publication of the organizer; superseded ones stay readable.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      version: z.int(),
      /** By default the last edition of the version. */
      edition: z.int().optional(),
    }),
    output: z.object({
      publication: publicationSchema,
      segments: z.array(
        z.object({
          segmentId: segmentIdSchema,
          label: z.string(),
          podium: z.array(placedPersonSchema),
        }),
      ),
    }),
    errors: ["not-found"],
  }),
  "results.compare": query({
    role: "desk",
    summary: "Compares the announced podium, or an earlier version, with a publication (P6).",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      version: z.int(),
      edition: z.int().optional(),
      /** By default the announced podium. */
      beforeVersion: z.int().optional(),
      beforeEdition: z.int().optional(),
    }),
    output: z.object({ segments: z.array(comparedSegmentSchema), recalls: z.int() }),
    errors: ["not-found"],
  }),
  "results.refresh": command({
    role: "desk",
    summary:
      "Downloads official results: of every run or one, every version that is not stored yet.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema.optional(),
    }),
    output: z.object({
      runs: z.array(
        z.object({
          runId: runIdSchema,
          state: resultsStateSchema,
          /** Ascending. */
          newVersions: z.array(z.int()),
          /** Stored versions with changed content. */
          changedVersions: z.array(z.int()),
          failure: z.string().nullable(),
        }),
      ),
    }),
    errors: refreshErrors,
  }),
  "awards.refresh": command({
    role: "desk",
    summary: "Downloads the event's award segments. A download of the event does it too.",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({ state: z.enum(["none", "read", "unrecognised"]), segments: z.int() }),
    errors: refreshErrors,
  }),
} as const;
