import { z } from "zod";
import { eventIdSchema } from "./common.ts";
import { runIdSchema } from "./podium.ts";
import { command, query } from "./procedure.ts";

const deskIdSchema = z.string().min(1).max(64);
const bibSchema = z.string().max(100);

/** A desk that can have a range of bibs: a computer by its journal device, a paired browser by its id. */
export const bibDeskSchema = z.object({
  desk: deskIdSchema,
  name: z.string(),
  kind: z.enum(["computer", "browser"]),
  isThis: z.boolean(),
});
export type BibDesk = z.infer<typeof bibDeskSchema>;

/** The bibs of one run that one desk gives out (M12). */
export const deskRangeSchema = z.object({
  desk: z.string(),
  name: z.string(),
  runId: z.string(),
  first: z.string(),
  last: z.string(),
  /** Numbers of the range, and those that nobody has. */
  size: z.int(),
  left: z.int(),
  /** The name of the desk whose earlier range has some of the numbers, which two hubs can cause; else null. */
  overlaps: z.string().nullable(),
});
export type DeskRange = z.infer<typeof deskRangeSchema>;

export const bibRangesSchema = z.object({
  ranges: z.array(deskRangeSchema),
  desks: z.array(bibDeskSchema),
  /** False at a full desk: the ranges are set at the hub. */
  canSet: z.boolean(),
});
export type BibRanges = z.infer<typeof bibRangesSchema>;

export const bibRangeProcedures = {
  "bibRange.list": query({
    role: "desk",
    summary: "The bibs that each desk gives out, with the number of free ones (M12).",
    input: z.object({ eventId: eventIdSchema }),
    output: bibRangesSchema,
    errors: ["not-found"],
  }),
  "bibRange.set": command({
    role: "owner",
    summary: "Sets the bibs of a run that a desk gives out, or ends its range with null (M12).",
    input: z.object({
      eventId: eventIdSchema,
      desk: deskIdSchema,
      runId: runIdSchema,
      range: z.object({ first: bibSchema, last: bibSchema }).nullable(),
      /** The owner knows that nobody can get a bib of this range, because each is given. */
      evenUsedUp: z.boolean().default(false),
    }),
    output: bibRangesSchema,
    errors: [
      "not-found",
      "unknown-desk",
      "is-full-desk",
      "range-invalid",
      "range-too-long",
      /** `details.range` is the range that has some of the numbers. */
      "range-overlaps",
      "range-used-up",
      "not-saved",
    ],
  }),
} as const;
