import { z } from "zod";
import { journalMirrorStatusSchema } from "./journal-mirror.ts";
import { atMsSchema, eventIdSchema, nothingSchema } from "./common.ts";
import { query } from "./procedure.ts";

const diskSchema = z.object({
  /** Free space on the disk with the data; null if the system does not report it. */
  freeBytes: z.number().nonnegative().nullable(),
});

/** The state to check before the crew leaves for a place without network, besides replica, key and outbox. */
export const departureSchema = z.object({
  eventId: eventIdSchema,
  disk: diskSchema,
  backup: z.object({
    lastAtMs: atMsSchema.nullable(),
    /** Nothing was saved since the start of that backup. */
    isCurrent: z.boolean(),
    /** The caller may make a backup. */
    mayMake: z.boolean(),
  }),
  journalMirror: journalMirrorStatusSchema,
  /** Full desks of this hub, and how many of them have a complete replica (M8); null unless this is a hub with some. */
  desks: z.object({ full: z.int(), complete: z.int() }).nullable(),
  awards: z.object({
    /** The last answer about the organizer's segments; `never`: they were never requested. */
    state: z.enum(["never", "none", "read", "unrecognised", "failed"]),
    fetchedAtMs: atMsSchema.nullable(),
    /** The number of segments, of the organizer and created here. */
    segments: z.int(),
    /** The number of runs with segments. */
    runs: z.int(),
    /** The number of segments without a declared number of award places. */
    withoutDepth: z.int(),
  }),
  /** Retracted walk-ups of this event that a person has to ask the organizer to cancel (W3). */
  mustBeCancelled: z.int(),
});
export type Departure = z.infer<typeof departureSchema>;

export const departureProcedures = {
  "departure.get": query({
    role: "desk",
    summary:
      "The state to check before leaving with this event: disk, backup, journal mirror, award segments, retracted walk-ups.",
    input: z.object({ eventId: eventIdSchema }),
    output: departureSchema,
    errors: ["not-found"],
  }),
  "disk.get": query({
    role: "desk",
    summary: "The free space on the disk with the data.",
    input: nothingSchema,
    output: diskSchema,
  }),
} as const;
