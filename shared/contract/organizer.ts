import { z } from "zod";
import { eventWarnings } from "#shared/domain/local-events/local-event.ts";
import { atMsSchema, eventIdSchema } from "./common.ts";
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
  /** The recurrences that could be parsed; the API does not specify their shape. */
  recurrences: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), schedule: scheduleSchema.nullable() }),
  ),
});
export type SeriesView = z.infer<typeof seriesViewSchema>;

export const collectionViewSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The number of known members; null if they were never requested. */
  events: z.int().nullable(),
  hasImage: z.boolean(),
});
export type CollectionView = z.infer<typeof collectionViewSchema>;

export const organizerProcedures = {
  "event.check": query({
    role: "desk",
    summary: "Checks a new event against the API's rules, before it is saved (W1).",
    input: z.object({
      form: eventFormSchema,
      /** The outbox entry that is corrected, so that its event is not reported as its own duplicate. */
      outboxId: z.string().optional(),
    }),
    output: z.object({
      /** Messages by the API's field names (also `address.addressCountry`); empty if the form is valid. */
      fields: z.record(z.string(), z.array(z.string())),
      warnings: z.array(z.enum(eventWarnings)),
    }),
  }),
  "event.create": command({
    role: "owner",
    summary:
      "Saves a new event; the outbox sends it. Journal entry, body and key are committed together (W3).",
    input: z.object({ form: eventFormSchema }),
    output: z.object({ event: eventRowSchema, outboxId: z.string() }),
    errors: ["invalid", "not-saved"],
  }),
  "event.retract": command({
    role: "owner",
    summary: "Retracts an event made here, if its certainty allows it (W3).",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({ askOrganizer: z.boolean() }),
    errors: ["not-found", "must-reconcile", "wrong-state", "not-saved"],
  }),
  "outbox.correctEvent": command({
    role: "owner",
    summary:
      "Sends an unsent or refused event with corrections: a new, linked entry with a new key (W3).",
    input: z.object({ outboxId: z.string(), form: eventFormSchema }),
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
    role: "owner",
    summary: "The organization's series with schedule, events and recurrences.",
    input: z.object({}),
    output: z.object({ series: z.array(seriesViewSchema) }),
  }),
  "series.find": command({
    role: "owner",
    summary: "Requests one series by its slug.",
    input: z.object({ slug: z.string().trim().min(1).max(200) }),
    output: z.object({ series: seriesViewSchema.nullable() }),
    errors: pullErrors,
  }),
  "collection.list": query({
    role: "owner",
    summary: "The collections in this computer's replica, and whether the key may read them.",
    input: z.object({}),
    output: z.object({
      collections: z.array(collectionViewSchema),
      /** `forbidden`: the key does not have the scope; everything else works. */
      state: z.enum(["never", "read", "forbidden", "failed"]),
      fetchedAtMs: atMsSchema.nullable(),
    }),
  }),
  "collection.refresh": command({
    role: "owner",
    summary: "Downloads the collections; with a slug, that collection and its events.",
    input: z.object({ slug: z.string().min(1).max(200).optional() }),
    output: z.object({ collections: z.int(), events: z.int() }),
    errors: [...pullErrors, "not-found"],
  }),
  "collection.get": query({
    role: "owner",
    summary: "One collection with its events in the organizer's order (`displayOrder`).",
    input: z.object({ slug: z.string() }),
    output: z.object({ collection: collectionViewSchema, events: z.array(eventRowSchema) }),
    errors: ["not-found"],
  }),
  "team.list": query({
    role: "desk",
    summary: "The teams of a relay run with their members.",
    input: z.object({ eventId: eventIdSchema, runId: runIdSchema }),
    output: z.object({
      /** The API's count of teams; null if it gives none. */
      entryCount: z.int().nullable(),
      teamSize: z.int().nullable(),
      teams: z.array(z.object({ teamId: z.string(), members: z.array(runnerRowSchema) })),
      /** Members of the run without a team. */
      alone: z.array(runnerRowSchema),
    }),
    errors: ["not-found"],
  }),
  "image.get": query({
    role: "desk",
    summary: "A stored picture of an event or a collection (D9).",
    input: z.object({
      of: z.enum(["event", "collection"]),
      id: z.string(),
      which: z.enum(["card", "cover"]),
    }),
    output: z.object({
      image: z.object({ mime: z.string(), base64: z.string() }).nullable(),
    }),
  }),
} as const;
