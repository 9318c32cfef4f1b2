import { z } from "zod";
import { atMsSchema, commandIdSchema, eventIdSchema } from "./common.ts";
import { eventRowSchema, pullErrors } from "./events.ts";
import { runIdSchema } from "./podium.ts";
import { command, query } from "./procedure.ts";
import { runnerRowSchema } from "./roster.ts";
import { outboxEntrySchema } from "./sync.ts";
import { eventFormSchema } from "./event-form.ts";

const scheduleSchema = z.object({
  frequency: z.string(),
  /** 0 is Sunday. */
  dayOfWeek: z.int().nullable(),
  dayOfMonth: z.int().nullable(),
  startTime: z.string(),
  durationMinutes: z.number().nullable(),
});

export const seriesViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  status: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  place: z.string().nullable(),
  timeZone: z.string().nullable(),
  schedule: scheduleSchema.nullable(),
  events: z.int(),
  /** When and how often it recurs, as far as the API's unspecified recurrences could be read. */
  recurrences: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), schedule: scheduleSchema.nullable() }),
  ),
});
export type SeriesView = z.infer<typeof seriesViewSchema>;

export const collectionViewSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Members known here; null while nobody asked for them. */
  events: z.int().nullable(),
  hasImage: z.boolean(),
});
export type CollectionView = z.infer<typeof collectionViewSchema>;

export const organizerProcedures = {
  "event.check": query({
    reach: "desk",
    summary: "What the API's rules say of a new event, before it is saved (W1).",
    input: z.object({
      form: eventFormSchema,
      /** The entry that is being mended: its own event is no double of itself. */
      outboxId: z.string().optional(),
    }),
    output: z.object({
      /** The API's field names (`address.addressCountry` too) with its messages; empty when it may be saved. */
      fields: z.record(z.string(), z.array(z.string())),
      warnings: z.array(z.enum(["same-name-same-day", "date-past", "slug-known"])),
    }),
    errors: [],
  }),
  "event.create": command({
    reach: "owner",
    summary:
      "Saves a new event; the queue sends it when the line is there. Fact, body and key commit together (W3).",
    input: z.object({ commandId: commandIdSchema, form: eventFormSchema }),
    output: z.object({ event: eventRowSchema, outboxId: z.string() }),
    errors: ["invalid", "not-saved"],
  }),
  "event.takeBack": command({
    reach: "owner",
    summary: "Takes a created event back, as far as its certainty allows (W3).",
    input: z.object({
      commandId: commandIdSchema,
      eventId: eventIdSchema,
      reason: z.string().max(500).optional(),
    }),
    output: z.object({ askOrganizer: z.boolean() }),
    errors: ["not-found", "must-reconcile", "wrong-state", "not-saved"],
  }),
  "outbox.mendEvent": command({
    reach: "owner",
    summary:
      "Sends a refused event again with what was mended: a new entry, a new key, linked (W3).",
    input: z.object({ commandId: commandIdSchema, outboxId: z.string(), form: eventFormSchema }),
    output: outboxEntrySchema,
    errors: [
      "not-found",
      "not-saved",
      "wrong-state",
      "invalid",
      "must-reconcile",
      "already-confirmed",
    ],
  }),
  "series.list": query({
    reach: "owner",
    summary: "The organization's series with schedule, events and recurrences.",
    input: z.object({}),
    output: z.object({ series: z.array(seriesViewSchema) }),
    errors: [],
  }),
  "series.find": command({
    reach: "owner",
    summary: "Asks the API for one series by its slug.",
    input: z.object({ commandId: commandIdSchema, slug: z.string().trim().min(1).max(200) }),
    output: z.object({ series: seriesViewSchema.nullable() }),
    errors: pullErrors,
  }),
  "collection.list": query({
    reach: "owner",
    summary: "The collections this computer knows, and whether the key may read them.",
    input: z.object({}),
    output: z.object({
      collections: z.array(collectionViewSchema),
      /** `forbidden`: the key lacks the scope; everything else goes on. */
      state: z.enum(["never", "read", "forbidden", "failed"]),
      fetchedAtMs: atMsSchema.nullable(),
    }),
    errors: [],
  }),
  "collection.refresh": command({
    reach: "owner",
    summary: "Asks the API for the collections; with a slug, for that one and its events.",
    input: z.object({ commandId: commandIdSchema, slug: z.string().min(1).max(200).optional() }),
    output: z.object({ collections: z.int(), events: z.int() }),
    errors: [...pullErrors, "not-found"],
  }),
  "collection.get": query({
    reach: "owner",
    summary: "One collection with its events in the organizer's order (`displayOrder`).",
    input: z.object({ slug: z.string() }),
    output: z.object({ collection: collectionViewSchema, events: z.array(eventRowSchema) }),
    errors: ["not-found"],
  }),
  "team.list": query({
    reach: "desk",
    summary: "The teams of a relay run with their members.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema }),
    output: z.object({
      /** What the API counts; null when it does not say. */
      entryCount: z.int().nullable(),
      teamSize: z.int().nullable(),
      teams: z.array(z.object({ teamId: z.string(), members: z.array(runnerRowSchema) })),
      /** Members of the run without a team. */
      alone: z.array(runnerRowSchema),
    }),
    errors: ["not-found"],
  }),
  "image.get": query({
    reach: "desk",
    summary: "An event's or a collection's picture as this computer keeps it (D9).",
    input: z.object({
      of: z.enum(["event", "collection"]),
      id: z.string(),
      which: z.enum(["card", "cover"]),
    }),
    output: z.object({
      image: z.object({ mime: z.string(), base64: z.string() }).nullable(),
    }),
    errors: [],
  }),
} as const;
