import { z } from "zod";
import { atMsSchema, commandIdSchema, eventIdSchema } from "./common.ts";
import { pullErrors } from "./events.ts";
import { runIdSchema, segmentIdSchema } from "./podium.ts";
import { command, query } from "./procedure.ts";

/** What was found out about one run's official results, and when. */
export const resultsStateSchema = z.enum(["never", "unpublished", "published", "failed", "gone"]);

export const publicationSchema = z.object({
  version: z.int(),
  /** From 1; one more for each time the version was found to say something else. Every one is kept (P6). */
  edition: z.int(),
  /** The organizer's own word for when, where the publication record has one. */
  publishedAt: z.string().nullable(),
  fetchedAtMs: atMsSchema,
  /**
   * `current`: no later version is known. `withdrawn`: none is known, and the organizer took it back. `replaced`: the same
   * version says something else by now.
   */
  standing: z.enum(["current", "withdrawn", "superseded", "replaced"]),
  segments: z.int(),
  /** Segments that could not be read; kept as they came (D6). */
  malformed: z.int(),
  /** The publication record as it came. */
  raw: z.string(),
});
export type PublicationView = z.infer<typeof publicationSchema>;

/** A person of a podium, here or at the organizer. */
const placedSchema = z.object({
  place: z.int(),
  /** The organizer's participant id, where known. */
  participantId: z.string().nullable(),
  bib: z.string().nullable(),
  name: z.string().nullable(),
  hundredths: z.int().nullable(),
});
export type Placed = z.infer<typeof placedSchema>;

/** One person against two podiums (P6). */
export const comparedSchema = z.object({
  kind: z.enum(["same", "moved", "new", "missing"]),
  before: placedSchema.nullable(),
  after: placedSchema.nullable(),
  /** What was handed out for `before` must come back: they had an award and have none any more. */
  recall: z.boolean(),
  /** They have an award in both, for different places. */
  changedPlace: z.boolean(),
  /** The same place, another time. */
  timeDiffers: z.boolean(),
});
export type Compared = z.infer<typeof comparedSchema>;

export const comparedSegmentSchema = z.object({
  segmentId: segmentIdSchema,
  label: z.string(),
  /** `before` or `after` has no such segment, or it was never announced. */
  lacks: z.enum(["before", "after"]).nullable(),
  rows: z.array(comparedSchema),
  recalls: z.int(),
});
export type ComparedSegment = z.infer<typeof comparedSegmentSchema>;

export const resultsProcedures = {
  "results.get": query({
    reach: "desk",
    summary: "What is known of a run's official results: every version that was fetched.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema }),
    output: z.object({
      state: resultsStateSchema,
      fetchedAtMs: atMsSchema.nullable(),
      /** Why the last attempt failed; a code of `results.refresh`. */
      failure: z.string().nullable(),
      publications: z.array(publicationSchema),
    }),
    errors: ["not-found"],
  }),
  "results.version": query({
    reach: "desk",
    summary: "One publication as the organizer gave it; superseded ones stay readable.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      version: z.int(),
      /** Left out, wherever a version is meant: as it said last. */
      edition: z.int().optional(),
    }),
    output: z.object({
      publication: publicationSchema,
      segments: z.array(
        z.object({ segmentId: segmentIdSchema, label: z.string(), podium: z.array(placedSchema) }),
      ),
    }),
    errors: ["not-found"],
  }),
  "results.compare": query({
    reach: "desk",
    summary: "The announced podium, or an earlier version, against a publication (P6).",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      version: z.int(),
      edition: z.int().optional(),
      /** Left out: what was announced here. */
      beforeVersion: z.int().optional(),
      beforeEdition: z.int().optional(),
    }),
    output: z.object({ segments: z.array(comparedSegmentSchema), recalls: z.int() }),
    errors: ["not-found"],
  }),
  "results.refresh": command({
    reach: "desk",
    summary:
      "Asks the API for official results: every run or one, every version that is not here yet.",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      runId: runIdSchema.optional(),
      /** Narrows the question to one segment of the current version; nothing else of it changes. */
      segmentId: segmentIdSchema.optional(),
    }),
    output: z.object({
      runs: z.array(
        z.object({
          runId: runIdSchema,
          state: resultsStateSchema,
          newVersions: z.array(z.int()),
          /** Known ones that say something else than before. */
          changedVersions: z.array(z.int()),
          failure: z.string().nullable(),
        }),
      ),
    }),
    errors: [...pullErrors, "not-found"],
  }),
  "awards.refresh": command({
    reach: "desk",
    summary: "Asks the API for the event's award segments. A download does it too.",
    input: z.object({ commandId: commandIdSchema, eventId: eventIdSchema }),
    output: z.object({ state: z.enum(["none", "read", "unrecognised"]), segments: z.int() }),
    errors: [...pullErrors, "not-found"],
  }),
} as const;
