import type { AddressInput } from "#shared/partner-api/common.ts";
import type { OrganizationDocument, RecurrenceDocument, SeriesDocument } from "../documents.ts";
import { addDays, nextWeekday } from "./calendar.ts";
import type { SeriesKey } from "./event-plan.ts";
import { seededId } from "./prng.ts";

/** Numbers for the kinds of ids, so that ids of different kinds differ. */
export const idKinds = {
  organization: 1,
  series: 2,
  collection: 3,
  recurrence: 4,
  event: 5,
  createdEvent: 6,
  createdRegistration: 7,
  key: 8,
  run: 100,
  addedRegistration: 10_000,
} as const;

/** The venue of every seeded event. */
export const venue = {
  address: {
    name: "Tollan Quay",
    streetAddress: "1 Harbour Road",
    addressLocality: "Tollan",
    addressRegion: "Harbour Hills",
    postalCode: "T12 H4R",
    addressCountry: "IE",
  } satisfies AddressInput,
  lat: 51.8503,
  lng: -8.2943,
} as const;

/** The seeded organization, and a second one without events for the key `otherOrganization`. */
export function seedOrganizations(seed: number): {
  readonly main: OrganizationDocument;
  readonly other: OrganizationDocument;
} {
  return {
    main: {
      _id: seededId(seed, idKinds.organization, 0),
      name: "Harbour Hills Athletics",
      slug: "harbour-hills-athletics",
      roles: ["organizer", "charity"],
      plan: "premium",
    },
    other: {
      _id: seededId(seed, idKinds.organization, 1),
      name: "Far Shore Runners",
      slug: "far-shore-runners",
      roles: ["organizer"],
      plan: "free",
    },
  };
}

/** The series of the seeded organization, by the key of the event plans; `retired` has no event. */
export function seedSeries(
  seed: number,
  organizationId: string,
  timezone: string,
): Readonly<Record<SeriesKey | "retired", SeriesDocument>> {
  const common = (ordinal: number) => ({
    _id: seededId(seed, idKinds.series, ordinal),
    organizationId,
    timezone,
  });
  return {
    harbour: {
      ...common(0),
      name: "Harbour Hills Races",
      slug: "harbour-hills-races",
      status: "active",
      type: "raceSeries",
      description: "Two races a year over the hills.",
      address: venue.address,
      lat: venue.lat,
      lng: venue.lng,
      schedule: { frequency: "custom", startTime: "09:00" },
    },
    wednesday: {
      ...common(1),
      name: "Wednesday Harbour Loop",
      slug: "wednesday-harbour-loop",
      status: "active",
      type: "runClub",
      schedule: { frequency: "weekly", dayOfWeek: 3, startTime: "18:30", durationMinutes: 75 },
    },
    saturday: {
      ...common(2),
      name: "Tollan Saturday 5K",
      slug: "tollan-saturday-5k",
      status: "active",
      type: "parkrun",
      schedule: { frequency: "weekly", dayOfWeek: 6, startTime: "09:00" },
    },
    retired: {
      ...common(3),
      name: "Monthly Mile",
      slug: "monthly-mile",
      status: "archived",
      type: "timeTrial",
      schedule: { frequency: "monthly", dayOfMonth: 1, startTime: "19:00" },
    },
  };
}

/** One recurrence for each weekly series. */
export function seedRecurrences(
  seed: number,
  series: readonly SeriesDocument[],
  today: string,
): RecurrenceDocument[] {
  return series
    .filter(({ schedule }) => schedule.frequency === "weekly")
    .map(({ _id, name, schedule }, ordinal) => ({
      _id: seededId(seed, idKinds.recurrence, ordinal),
      seriesId: _id,
      name,
      startsOn: nextWeekday(addDays(today, -180), schedule.dayOfWeek ?? 0),
      schedule,
    }));
}

/** A collection of seeded events; the members are keys of event plans in display order. */
export interface CollectionPlan {
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  readonly members: readonly string[];
}

export const collectionPlans: readonly CollectionPlan[] = [
  {
    slug: "this-season",
    name: "This season",
    description: "The races people come back for.",
    members: ["ultra", "main", "relay", "winter"],
  },
  { slug: "free-to-enter", name: "Free to enter", members: ["saturday", "loop-3", "loop-4"] },
  { slug: "coming-later", name: "Coming later", members: [] },
];
