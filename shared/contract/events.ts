import { z } from "zod";
import { atMsSchema, durationMsSchema, eventIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";
import { deliverySchema } from "./roster.ts";

/** The state of one event's replica on this computer (D1, D2). */
export const copyStateSchema = z.enum([
  "absent",
  "downloading",
  "paused",
  "incomplete",
  "complete",
]);

/** Why a replica is incomplete, or a download stopped. */
export const copyNoteSchema = z.object({
  code: z.enum([
    "no-cursor",
    "repeated-cursor",
    "nothing-new",
    "unknown-link",
    "sweep-held",
    "counts-differ",
    "cannot-compare",
    "malformed-rows",
    "cancelled",
    "offline",
    "rate-limited",
    "key-refused",
    "forbidden",
    "not-found",
    "server-error",
    "not-the-api",
    "time-zone-unknown",
  ]),
  /** Values for the text on the screen: run label, counts, the message of the server. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type CopyNote = z.infer<typeof copyNoteSchema>;

export const downloadStatusSchema = z.object({
  eventId: eventIdSchema,
  state: copyStateSchema,
  pages: z.int(),
  rows: z.int(),
  /** The sum of the runs' `registrationCount`; null if the API gives none. */
  expectedRows: z.int().nullable(),
  /** Estimate from the pages of this pass; null before the second page. */
  remainingMs: durationMsSchema.nullable(),
  completedAtMs: atMsSchema.nullable(),
  notes: z.array(copyNoteSchema),
});
export type DownloadStatus = z.infer<typeof downloadStatusSchema>;

export const eventRowSchema = z.object({
  id: eventIdSchema,
  name: z.string(),
  type: z.string(),
  date: z.string(),
  startTime: z.string().nullable(),
  place: z.string().nullable(),
  seriesId: z.string().nullable(),
  /** The delivery of an event made here; null for an event of the organizer. */
  delivery: deliverySchema.nullable(),
  /** The local id of an event made here; it remains valid beside the organizer's id. */
  madeAs: z.string().nullable(),
  download: downloadStatusSchema,
});
export type EventRow = z.infer<typeof eventRowSchema>;

export const runSchema = z.object({
  id: z.string(),
  /** Position in the event, from 0; it decides the run's colour. */
  position: z.int(),
  label: z.string(),
  distanceMeters: z.number(),
  date: z.string(),
  startTime: z.string().nullable(),
  eventStatus: z.string().nullable(),
  registrationStatus: z.string().nullable(),
  maxParticipants: z.number().nullable(),
  /** The places that are taken, by the organizer's count and the registrations here; null if nobody counted (W1). */
  takenPlaces: z.number().nullable(),
  isRelay: z.boolean(),
  isVirtual: z.boolean(),
  isWalking: z.boolean(),
  /** The number of teams of a relay run; null if the API gives none. */
  entryCount: z.number().nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const eventDetailSchema = z.object({
  id: eventIdSchema,
  name: z.string(),
  type: z.string(),
  date: z.string(),
  endDate: z.string().nullable(),
  endTime: z.string().nullable(),
  startTime: z.string().nullable(),
  place: z.string().nullable(),
  description: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  registrationUrl: z.string().nullable(),
  hasCardImage: z.boolean(),
  hasCoverImage: z.boolean(),
  /** The organization of the event; null for an event made here that is not known to have arrived. */
  organizationId: z.string().nullable(),
  /** The delivery of an event made here; null for an event of the organizer. */
  delivery: deliverySchema.nullable(),
  /** The current outbox entry of an event made here; null for an event of the organizer. */
  outboxId: z.string().nullable(),
  /** IANA name; null if unknown (D8). */
  timeZone: z.string().nullable(),
  /** The source of the time zone; `asked`: a person entered it. */
  timeZoneSource: z.enum(["event", "series", "asked", "none"]),
  runs: z.array(runSchema),
  paceGroups: z.object({ labels: z.array(z.string()), recognised: z.boolean() }),
  download: downloadStatusSchema,
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

export const pullErrors = [
  "not-connected",
  "held-as-copy",
  "offline",
  "key-refused",
  "forbidden",
  "rate-limited",
  "server-error",
  "not-the-api",
  "request-refused",
  "not-saved",
] as const;

/** What changed at the organizer between two complete passes (D5). */
export const digestSchema = z.object({
  eventId: eventIdSchema,
  sinceMs: atMsSchema.nullable(),
  atMs: atMsSchema,
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  /** How many rows changed in which field (`bibIdentifier`, `eventRunId`, `registrationStatus`, …). */
  changedFields: z.record(z.string(), z.int()),
  /** The number of bibs given here that differ from the API's (B3). */
  bibDrift: z.int(),
  /** Runners that the organizer cancelled or refunded after their check-in here; a person must look at each. */
  cancelledAfterCheckIn: z.array(
    z.object({
      runnerId: z.string(),
      name: z.string().nullable(),
      bib: z.string().nullable(),
      checkedInAtMs: atMsSchema,
      status: z.string(),
      noticedAtMs: atMsSchema,
      acknowledged: z.boolean(),
    }),
  ),
});
export type Digest = z.infer<typeof digestSchema>;

export const eventProcedures = {
  "event.list": query({
    role: "desk",
    summary: "The events in this computer's replica, with the state of each download.",
    input: z.object({
      type: z.string().optional(),
      seriesId: z.string().optional(),
      dateFrom: z.string().optional(),
      text: z.string().max(200).optional(),
    }),
    output: z.object({
      events: z.array(eventRowSchema),
      series: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
      /** The time of the last request for the list; null if it was never requested. */
      listedAtMs: atMsSchema.nullable(),
      notes: z.array(copyNoteSchema),
    }),
  }),
  "event.refresh": command({
    role: "owner",
    summary: "Downloads all pages of the organization's series and events.",
    input: nothingSchema,
    output: z.object({ events: z.int(), malformed: z.int(), complete: z.boolean() }),
    errors: pullErrors,
  }),
  "event.get": query({
    role: "desk",
    summary: "One event with its runs, pace groups, time zone and the state of its download.",
    input: z.object({ eventId: eventIdSchema }),
    output: eventDetailSchema,
    errors: ["not-found"],
  }),
  "event.open": command({
    role: "owner",
    summary: "Opens an event at this desk.",
    input: z.object({ eventId: eventIdSchema.nullable() }),
    output: z.object({ eventId: eventIdSchema.nullable() }),
    errors: ["not-found", "not-saved"],
  }),
  "event.setTimeZone": command({
    role: "owner",
    summary: "Sets the venue's time zone if neither the event nor its series has one (D8).",
    input: z.object({
      eventId: eventIdSchema,
      timeZone: z.string().max(100),
    }),
    output: z.object({ timeZone: z.string() }),
    errors: ["not-found", "unknown-time-zone", "not-saved"],
  }),
  "download.start": command({
    role: "owner",
    summary:
      "Starts, resumes or repeats the download of these events. Returns at once; invalidations report the progress.",
    input: z.object({
      eventIds: z.array(eventIdSchema).min(1).max(100),
    }),
    output: z.object({ downloads: z.array(downloadStatusSchema) }),
    errors: ["not-connected", "held-as-copy", "not-found"],
  }),
  "download.cancel": command({
    role: "owner",
    summary: "Stops a download. Downloaded rows stay, and `download.start` resumes it.",
    input: z.object({ eventId: eventIdSchema }),
    output: downloadStatusSchema,
    errors: ["not-found"],
  }),
  "download.status": query({
    role: "desk",
    summary: "The progress of each known download.",
    input: z.object({ eventId: eventIdSchema.optional() }),
    output: z.object({ downloads: z.array(downloadStatusSchema) }),
  }),
  "download.unseen": query({
    role: "owner",
    summary:
      "The runners that the last complete download did not bring and that stay until a person decides (D3). At most 500.",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({
      runners: z.array(
        z.object({
          runnerId: z.string(),
          name: z.string().nullable(),
          email: z.string(),
          bib: z.string().nullable(),
          runLabel: z.string(),
          isCheckedIn: z.boolean(),
        }),
      ),
    }),
    errors: ["not-found"],
  }),
  "download.settleUnseen": command({
    role: "owner",
    summary:
      "Decides about those runners: they are removed from the list, or they stay until the next complete download.",
    input: z.object({
      eventId: eventIdSchema,
      decision: z.enum(["take-off", "keep"]),
    }),
    output: downloadStatusSchema,
    errors: ["not-found", "wrong-state", "not-saved"],
  }),
  "digest.get": query({
    role: "desk",
    summary: "The changes at the organizer since the previous pass (D5).",
    input: z.object({ eventId: eventIdSchema }),
    output: z.object({ digest: digestSchema.nullable() }),
  }),
  "digest.acknowledge": command({
    role: "desk",
    summary: "Records that a person saw that this runner was cancelled after check-in (D5).",
    input: z.object({ eventId: eventIdSchema, runnerId: z.string() }),
    output: z.object({ acknowledgedAtMs: atMsSchema }),
    errors: ["not-found", "not-saved"],
  }),
  "time.get": query({
    role: "desk",
    summary: "This computer's clock, for screens on other devices.",
    input: nothingSchema,
    output: z.object({ atMs: atMsSchema }),
  }),
} as const;
