import { z } from "@hono/zod-openapi";
import { eventTypes } from "#shared/partner-api/event.ts";
import { organizationPlans, organizationRoles } from "#shared/partner-api/organization.ts";
import { registrationStatuses, registrationTypes } from "#shared/partner-api/registration.ts";
import {
  distanceStandards,
  runEventStatuses,
  runRegistrationStatuses,
} from "#shared/partner-api/run.ts";
import { scheduleFrequencies, seriesStatuses, seriesTypes } from "#shared/partner-api/series.ts";

/*
 * Strict schemas of everything that the sandbox sends. The OpenAPI document is made from them, and the tests validate
 * every answer against them. Chute itself reads with the tolerant schemas of shared/partner-api.
 */

const id = z.string().min(1);
const date = z.iso.date();
const hourMinute = z.string().regex(/^\d\d:\d\d$/);
const hostedUrl = z.url();

const addressDocument = z
  .strictObject({
    name: z.string().optional(),
    streetAddress: z.string().optional(),
    addressLocality: z.string(),
    addressRegion: z.string().optional(),
    postalCode: z.string().optional(),
    addressCountry: z.string().length(2),
  })
  .openapi("Address");

export const organizationDocument = z
  .strictObject({
    _id: id,
    name: z.string(),
    slug: z.string(),
    roles: z.array(z.enum(organizationRoles)),
    plan: z.enum(organizationPlans),
  })
  .openapi("Organization");
export type OrganizationDocument = z.infer<typeof organizationDocument>;

const scheduleDocument = z.strictObject({
  frequency: z.enum(scheduleFrequencies),
  dayOfWeek: z.int().min(0).max(6).optional(),
  dayOfMonth: z.int().min(1).max(31).optional(),
  startTime: hourMinute,
  durationMinutes: z.number().optional(),
});

export const seriesDocument = z
  .strictObject({
    _id: id,
    name: z.string(),
    slug: z.string(),
    organizationId: id,
    status: z.enum(seriesStatuses),
    type: z.enum(seriesTypes),
    description: z.string().optional(),
    address: addressDocument.optional(),
    lat: z.number().optional(),
    lng: z.number().optional(),
    timezone: z.string(),
    schedule: scheduleDocument,
  })
  .openapi("Series");
export type SeriesDocument = z.infer<typeof seriesDocument>;

export const eventDocument = z
  .strictObject({
    _id: id,
    name: z.string(),
    slug: z.string(),
    type: z.enum(eventTypes),
    date,
    organizationId: id,
    seriesId: id.optional(),
    startTime: hourMinute.optional(),
    address: addressDocument.optional(),
    lat: z.number().optional(),
    lng: z.number().optional(),
    description: z.string().optional(),
    websiteUrl: z.string().optional(),
    registrationUrl: z.string().optional(),
    cardImageUrl: hostedUrl.optional(),
    coverImageUrl: hostedUrl.optional(),
    timezone: z.string().optional(),
    paceGroups: z.array(z.string()).optional(),
  })
  .openapi("Event");
export type EventDocument = z.infer<typeof eventDocument>;

export const singleEventDocument = z
  .strictObject({
    ...eventDocument.shape,
    endDate: date.optional(),
    endTime: hourMinute.optional(),
  })
  .openapi("SingleEvent");
export type SingleEventDocument = z.infer<typeof singleEventDocument>;

export const runDocument = z
  .strictObject({
    _id: id,
    eventId: id,
    distanceMeters: z.number(),
    distanceStandard: z.enum(distanceStandards),
    distanceLabel: z.string(),
    date,
    startTime: hourMinute.optional(),
    eventStatus: z.enum(runEventStatuses).optional(),
    registrationUrl: z.string().optional(),
    registrationStatus: z.enum(runRegistrationStatuses).optional(),
    maxParticipants: z.number().optional(),
    isVirtual: z.boolean().optional(),
    isRelay: z.boolean().optional(),
    isWalking: z.boolean().optional(),
    registrationCount: z.number(),
    entryCount: z.number().optional(),
    relay: z
      .strictObject({ teamSize: z.int(), legBoundariesMeters: z.array(z.number()) })
      .optional(),
  })
  .openapi("EventRun");
export type RunDocument = z.infer<typeof runDocument>;

export const registrationDocument = z
  .strictObject({
    _id: id,
    eventId: id,
    eventRunId: id,
    email: z.string(),
    name: z.string().nullish(),
    registrationType: z.enum(registrationTypes),
    registrationStatus: z.enum(registrationStatuses),
    paceGroup: z.string().nullish(),
    bibIdentifier: z.string().nullish(),
    checkedIn: z.boolean().nullish(),
    teamId: z.string().nullish(),
  })
  .openapi("Registration");
export type RegistrationDocument = z.infer<typeof registrationDocument>;

export const segmentDocument = z
  .strictObject({
    segmentId: z.string(),
    label: z.string(),
    podium: z.array(
      z.strictObject({
        place: z.number(),
        participantId: id,
        bib: z.string().optional(),
        name: z.string().optional(),
        placingTime: z.number().optional(),
      }),
    ),
  })
  .openapi("ResultsSegment");
export type SegmentDocument = z.infer<typeof segmentDocument>;

export const resultsDocument = z
  .strictObject({
    publication: z.strictObject({ version: z.int(), publishedAt: z.iso.datetime() }).nullable(),
    segments: z.array(segmentDocument),
  })
  .openapi("Results");
export type ResultsDocument = z.infer<typeof resultsDocument>;

export const awardsDocument = z
  .strictObject({
    runs: z.array(
      z.strictObject({
        eventRunId: id,
        segments: z.array(
          z.strictObject({
            segmentId: z.string(),
            label: z.string(),
            depth: z.int(),
            prizes: z.array(z.strictObject({ place: z.int(), prize: z.string() })),
          }),
        ),
      }),
    ),
  })
  .openapi("Awards");
export type AwardsDocument = z.infer<typeof awardsDocument>;
export type RunAwardsDocument = AwardsDocument["runs"][number];

export const collectionDocument = z
  .strictObject({
    _id: id,
    slug: z.string(),
    name: z.string(),
    description: z.string().optional(),
    cardImageUrl: hostedUrl,
    coverImageUrl: hostedUrl,
  })
  .openapi("Collection");
export type CollectionDocument = z.infer<typeof collectionDocument>;

export const collectionEventDocument = z
  .strictObject({ ...eventDocument.shape, displayOrder: z.int() })
  .openapi("CollectionEvent");

export const recurrenceDocument = z
  .strictObject({
    _id: id,
    seriesId: id,
    name: z.string(),
    startsOn: date,
    schedule: scheduleDocument,
  })
  .openapi("Recurrence");
export type RecurrenceDocument = z.infer<typeof recurrenceDocument>;

export const errorDocument = z
  .strictObject({
    error: z.strictObject({
      code: z.string(),
      message: z.string(),
      errors: z.record(z.string(), z.array(z.string())).optional(),
    }),
  })
  .openapi("Error");
