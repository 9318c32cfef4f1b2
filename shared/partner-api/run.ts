import { z } from "zod";

import { calendarDateSchema, idSchema, maybe, openEnum } from "./common.ts";

export const distanceStandards = [
  "5K",
  "10K",
  "15K",
  "Half Marathon",
  "Marathon",
  "50K",
  "50M",
  "100K",
  "100M",
  "Ultra",
  "Other",
] as const;
export type DistanceStandard = (typeof distanceStandards)[number];

export const runEventStatuses = ["scheduled", "cancelled", "postponed", "rescheduled"] as const;

export const runRegistrationStatuses = ["open", "closed", "sold_out", "unknown"] as const;

/** Leg boundaries and team size (v1.4). The API does not name the fields, so all are kept unchanged. */
export const relaySchema = z.looseObject({});
export type Relay = z.infer<typeof relaySchema>;

/** One distance variant of an event. */
export const runSchema = z.looseObject({
  _id: idSchema,
  eventId: z.string().min(1),
  distanceMeters: z.number(),
  distanceStandard: openEnum(distanceStandards),
  distanceLabel: z.string(),
  date: calendarDateSchema,
  startTime: maybe(z.string()),
  eventStatus: maybe(openEnum(runEventStatuses)),
  registrationUrl: maybe(z.string()),
  registrationStatus: maybe(openEnum(runRegistrationStatuses)),
  maxParticipants: maybe(z.number()),
  isVirtual: maybe(z.boolean()),
  isRelay: maybe(z.boolean()),
  isWalking: maybe(z.boolean()),
  /** The current number of registrations (v1.2). */
  registrationCount: maybe(z.number()),
  /** The number of teams on a run with `relay` (v1.4). */
  entryCount: maybe(z.number()),
  relay: maybe(relaySchema),
});
export type EventRun = z.infer<typeof runSchema>;

/**
 * The team size in a run's `relay`. The API does not say under which name, so the first whole number in a field with a name
 * about size or team is used.
 */
export function readTeamSize(relay: unknown): number | null {
  if (typeof relay !== "object" || relay === null) return null;
  const numbers = Object.entries(relay).filter(
    (field): field is [string, number] => Number.isInteger(field[1]) && field[1] > 0,
  );
  const named = [/team.*size|size.*team/i, /size/i, /team|member|runner/i].flatMap((form) =>
    numbers.filter(([name]) => form.test(name)),
  );
  return named[0]?.[1] ?? null;
}
