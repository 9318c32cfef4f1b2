import { z } from "zod";
import { journalMirrorStatusSchema } from "./journal-mirror.ts";
import { atMsSchema, eventIdSchema, nothingSchema } from "./common.ts";
import { query } from "./procedure.ts";

const diskSchema = z.object({
  /** Room on the disk that holds the data; null where the system does not say. */
  freeBytes: z.number().nonnegative().nullable(),
});

/** What leaving for a place without signal depends on, besides the copy, the key and the queue. */
export const departureSchema = z.object({
  eventId: eventIdSchema,
  disk: diskSchema,
  backup: z.object({
    lastAtMs: atMsSchema.nullable(),
    /** Nothing was saved since that backup was begun. */
    isCurrent: z.boolean(),
    /** Whoever asks may order one. */
    mayMake: z.boolean(),
  }),
  secondCopy: journalMirrorStatusSchema,
  awards: z.object({
    /** What the last answer about the organizer's segments was; `never`: nobody asked. */
    state: z.enum(["never", "none", "read", "unrecognised", "failed"]),
    fetchedAtMs: atMsSchema.nullable(),
    /** The organizer's and those built here. */
    segments: z.int(),
    /** Runs that have any. */
    runs: z.int(),
    /** Segments of which nobody said how many places they award. */
    withoutDepth: z.int(),
  }),
});
export type Departure = z.infer<typeof departureSchema>;

export const departureProcedures = {
  "departure.get": query({
    reach: "desk",
    summary:
      "What leaving with this event depends on: disk, backup, second copy of the journal, award segments.",
    input: z.object({ eventId: eventIdSchema }),
    output: departureSchema,
    errors: ["not-found"],
  }),
  "disk.get": query({
    reach: "desk",
    summary: "How much room there is to go on saving.",
    input: nothingSchema,
    output: diskSchema,
    errors: [],
  }),
} as const;
