import { z } from "zod";
import { atMsSchema, commandIdSchema, eventIdSchema, reasonSchema } from "./common.ts";
import { podiumSegmentSchema, runIdSchema, segmentIdSchema } from "./podium.ts";
import { command, query } from "./procedure.ts";

/** The two lists of a finish log: times that were pressed, bibs that were typed. */
export const finishListSchema = z.enum(["stamps", "bibs"]);
export type FinishList = z.infer<typeof finishListSchema>;

/** A moment that a calendar can say: no screen's clock shows another, and no file could write it. */
const clockMsSchema = z.int().min(0).max(8_640_000_000_000_000);

/** Made by the screen, so that a repeated press is one stamp. */
const itemIdSchema = z.string().min(8).max(64);

export const finishRowSchema = z.object({
  /** From 0: the n-th time belongs to the n-th bib. */
  index: z.int(),
  /** Null where there are more bibs than times. `atMs` null: a finish nobody pressed for. */
  stamp: z.object({ id: z.string(), atMs: atMsSchema.nullable() }).nullable(),
  /** Null where there are more times than bibs. `bib` null: a finisher nobody could read. */
  line: z.object({ id: z.string(), bib: z.string().nullable() }).nullable(),
  runnerId: z.string().nullable(),
  name: z.string().nullable(),
  runId: z.string().nullable(),
  runLabel: z.string().nullable(),
  runPosition: z.int(),
  /** Since the run's gun, in hundredths of a second; null without gun, stamp or runner. */
  hundredths: z.int().nullable(),
  warnings: z.array(
    z.enum([
      "unknown-bib",
      "ambiguous-bib",
      "twice",
      "not-checked-in",
      "not-confirmed",
      "before-gun",
    ]),
  ),
});
export type FinishRow = z.infer<typeof finishRowSchema>;

export const finishPageSchema = z.object({
  /** Rows in all: the longer list. */
  total: z.int(),
  stamps: z.int(),
  bibs: z.int(),
  rows: z.array(finishRowSchema),
  guns: z.array(z.object({ runId: runIdSchema, atMs: atMsSchema })),
  /** What Ctrl+Z would take back; null when this desk did nothing. */
  lastAction: z.enum(["stamp", "bib", "gap", "move", "change", "remove", "gun"]).nullable(),
});
export type FinishPage = z.infer<typeof finishPageSchema>;

const order = { commandId: commandIdSchema, eventId: eventIdSchema };
const done = z.object({ total: z.int(), stamps: z.int(), bibs: z.int() });
const itemErrors = ["not-found", "not-saved"] as const;

export const finishProcedures = {
  "finish.page": query({
    reach: "desk",
    summary:
      "A stretch of the finish log, times and bibs side by side; the end when no start is given.",
    input: z.object({
      eventId: eventIdSchema,
      from: z.int().min(0).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    output: finishPageSchema,
    errors: ["not-found"],
  }),
  "finish.stamp": command({
    reach: "desk",
    summary:
      "Keeps finish times that were pressed. `atMs` is this moment by the pressing screen's clock.",
    input: z.object({
      ...order,
      stamps: z
        .array(z.object({ id: itemIdSchema, atMs: clockMsSchema }))
        .min(1)
        .max(500),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.bib": command({
    reach: "desk",
    summary:
      "Adds a bib to the list, at its end or before another; null is a finisher nobody could read.",
    input: z.object({
      ...order,
      id: itemIdSchema,
      bib: z.string().trim().min(1).max(100).nullable(),
      before: z.string().nullable(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.change": command({
    reach: "desk",
    summary: "Another bib on a line that was typed.",
    input: z.object({
      ...order,
      id: z.string(),
      bib: z.string().trim().min(1).max(100).nullable(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.gap": command({
    reach: "desk",
    summary: "A finish nobody pressed for: everything behind it moves down by one.",
    input: z.object({ ...order, id: itemIdSchema, before: z.string() }),
    output: done,
    errors: itemErrors,
  }),
  "finish.move": command({
    reach: "desk",
    summary: "Moves a time or a bib within its list.",
    input: z.object({
      ...order,
      list: finishListSchema,
      id: z.string(),
      before: z.string().nullable(),
    }),
    output: done,
    errors: itemErrors,
  }),
  "finish.remove": command({
    reach: "desk",
    summary:
      "Takes a time or a bib out; everything behind it moves up by one. The journal keeps it.",
    input: z.object({ ...order, list: finishListSchema, id: z.string() }),
    output: done,
    errors: itemErrors,
  }),
  "finish.undo": command({
    reach: "desk",
    summary: "Takes back the last thing this desk did in the finish log.",
    input: z.object(order),
    output: done,
    errors: ["not-found", "nothing-to-undo", "not-saved"],
  }),
  "gun.set": command({
    reach: "desk",
    summary: "When a run was started; null takes it back.",
    input: z.object({ ...order, runId: runIdSchema, atMs: clockMsSchema.nullable() }),
    output: z.object({ guns: finishPageSchema.shape.guns }),
    errors: itemErrors,
  }),
  "finish.placings": query({
    reach: "desk",
    summary: "The order in which a run came in by the finish log.",
    input: z.object({
      eventId: eventIdSchema,
      runId: runIdSchema,
      limit: z.int().min(1).max(1_000).optional(),
    }),
    output: z.object({
      placings: z.array(
        z.object({
          place: z.int(),
          runnerId: z.string(),
          bib: z.string(),
          name: z.string().nullable(),
          hundredths: z.int().nullable(),
        }),
      ),
      total: z.int(),
      /** Came in before the last one shown and were placed nowhere: their bib is nobody's, several people's or unread. */
      unplaced: z.int(),
    }),
    errors: ["not-found"],
  }),
  "finish.toPodium": command({
    reach: "desk",
    summary: "Writes the first of the log into a segment's sheet: as many as it has award places.",
    input: z.object({
      ...order,
      runId: runIdSchema,
      segmentId: segmentIdSchema,
      follows: z.array(z.string()).max(20),
      reason: reasonSchema.optional(),
    }),
    output: podiumSegmentSchema,
    errors: ["not-found", "changed-meanwhile", "reason-needed", "nothing-to-place", "not-saved"],
  }),
} as const;
