import { z } from "zod";

import { addressSchema, maybe, openEnum, timezoneSchema } from "./common.ts";

export const seriesStatuses = ["active", "paused", "archived"] as const;

export const seriesTypes = ["runClub", "raceSeries", "parkrun", "timeTrial"] as const;

export const scheduleFrequencies = ["weekly", "biweekly", "monthly", "custom"] as const;

/** When a series repeats. `dayOfWeek` 0 is Sunday, 6 is Saturday. */
export const scheduleSchema = z.looseObject({
  frequency: openEnum(scheduleFrequencies),
  dayOfWeek: maybe(z.number()),
  dayOfMonth: maybe(z.number()),
  startTime: z.string(),
  durationMinutes: maybe(z.number()),
});
export type Schedule = z.infer<typeof scheduleSchema>;

export const seriesSchema = z.looseObject({
  _id: z.string().min(1),
  name: z.string(),
  slug: z.string(),
  organizationId: z.string(),
  status: openEnum(seriesStatuses),
  type: openEnum(seriesTypes),
  description: maybe(z.string()),
  address: maybe(addressSchema),
  lat: maybe(z.number()),
  lng: maybe(z.number()),
  timezone: timezoneSchema,
  schedule: scheduleSchema,
});
export type Series = z.infer<typeof seriesSchema>;

/** A recurrence. The API specifies neither its path nor its fields; only an id is required. */
export const recurrenceSchema = z.looseObject({
  _id: z.string().min(1),
  seriesId: maybe(z.string()),
  name: maybe(z.string()),
  schedule: maybe(scheduleSchema),
});
export type Recurrence = z.infer<typeof recurrenceSchema>;
