import { z } from "zod";

import type { Result } from "../result.ts";
import { ok } from "../result.ts";
import {
  addressInputSchema,
  addressSchema,
  calendarDateSchema,
  idSchema,
  maybe,
  objectMessage,
  openEnum,
  requiredChoice,
  requiredText,
  timezoneSchema,
  uriSchema,
  wallClockSchema,
} from "./common.ts";
import type { EnvelopeFailure, MalformedRow } from "./envelope.ts";
import { readData, readRows } from "./envelope.ts";
import type { EventRun } from "./run.ts";
import { runSchema } from "./run.ts";

export const eventTypes = ["race", "runClub", "timeTrial", "other"] as const;
export type EventType = (typeof eventTypes)[number];

/** An event in the list of `GET /events`. */
export const eventSchema = z.looseObject({
  _id: idSchema,
  name: z.string(),
  slug: z.string(),
  type: openEnum(eventTypes),
  date: calendarDateSchema,
  organizationId: z.string(),
  seriesId: maybe(z.string()),
  startTime: maybe(z.string()),
  address: maybe(addressSchema),
  lat: maybe(z.number()),
  lng: maybe(z.number()),
  description: maybe(z.string()),
  websiteUrl: maybe(z.string()),
  registrationUrl: maybe(z.string()),
  /** Hosted images (v1.2). */
  cardImageUrl: maybe(z.string()),
  coverImageUrl: maybe(z.string()),
  /** The API derives it from the location; it may be absent (D8). */
  timezone: maybe(timezoneSchema),
  /** The declared labels. The API does not specify their shape: `readPaceGroupLabels` parses them. */
  paceGroups: z.unknown().optional(),
});
export type PartnerEvent = z.infer<typeof eventSchema>;

/** The event in the answer of `GET /events/{id}`. */
export const singleEventSchema = eventSchema.extend({
  endDate: maybe(calendarDateSchema),
  endTime: maybe(z.string()),
});
export type SinglePartnerEvent = z.infer<typeof singleEventSchema>;

/** The payload of `GET /events/{id}` with unparsed runs. */
const eventDetailSchema = z.looseObject({
  event: singleEventSchema,
  runs: z.array(z.unknown()),
});

/** One event with its runs; malformed runs are set aside (D6). */
export interface EventDetail {
  readonly event: SinglePartnerEvent;
  readonly runs: readonly EventRun[];
  readonly malformed: readonly MalformedRow[];
}

/** Parses the answer of `GET /events/{id}`. */
export function readEventDetail(body: unknown): Result<EventDetail, EnvelopeFailure> {
  const detail = readData(eventDetailSchema, body);
  if (!detail.ok) return detail;
  const { rows, malformed } = readRows(runSchema, detail.value.runs);
  return ok({ event: detail.value.event, runs: rows, malformed });
}

/** The body of `POST /events`. */
export const createEventBodySchema = z.strictObject(
  {
    name: requiredText,
    slug: z.string().min(1, { error: "Must not be empty" }).optional(),
    type: requiredChoice(eventTypes),
    date: calendarDateSchema,
    seriesId: z.string({ error: "Must be text" }).optional(),
    endDate: calendarDateSchema.optional(),
    startTime: wallClockSchema.optional(),
    endTime: wallClockSchema.optional(),
    address: addressInputSchema.optional(),
    lat: z
      .number({ error: "Must be a number" })
      .min(-90, { error: "Must be -90 to 90" })
      .max(90, { error: "Must be -90 to 90" })
      .optional(),
    lng: z
      .number({ error: "Must be a number" })
      .min(-180, { error: "Must be -180 to 180" })
      .max(180, { error: "Must be -180 to 180" })
      .optional(),
    description: z.string({ error: "Must be text" }).optional(),
    websiteUrl: uriSchema.optional(),
    registrationUrl: uriSchema.optional(),
  },
  { error: objectMessage },
);
export type CreateEventBody = z.infer<typeof createEventBodySchema>;
