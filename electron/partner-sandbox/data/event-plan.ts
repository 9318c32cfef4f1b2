import type { EventType } from "#shared/partner-api/event.ts";
import type { DistanceStandard } from "#shared/partner-api/run.ts";
import type { RunDocument } from "../documents.ts";

/** The properties of a run of a seeded event. */
export interface RunPlan {
  readonly label: string;
  readonly standard: DistanceStandard;
  readonly meters: number;
  readonly startTime: string;
  /** Entries of this run per thousand runners of the event. */
  readonly share: number;
  readonly registrationStatus: "open" | "closed" | "sold_out";
  /** Free places after the seeded entries; undefined if the run has no limit. */
  readonly placesLeft?: number;
  readonly eventStatus?: "cancelled" | "postponed" | "rescheduled";
  readonly paceGroups?: readonly string[];
  readonly bibPrefix?: string;
  readonly relay?: NonNullable<RunDocument["relay"]>;
  readonly isVirtual?: boolean;
  readonly isWalking?: boolean;
  readonly free?: boolean;
}

export type SeriesKey = "harbour" | "wednesday" | "saturday";

/** The properties of a seeded event. `day` counts from today. */
export interface EventPlan {
  readonly key: string;
  readonly name: string;
  readonly slug: string;
  readonly type: EventType;
  readonly day: number | { readonly weekday: number; readonly weeks: number };
  readonly startTime: string;
  readonly endTime?: string;
  readonly lastsDays?: number;
  readonly series?: SeriesKey;
  /** The series has a time zone and the event has none. */
  readonly timezoneOnlyOnSeries?: boolean;
  readonly description?: string;
  readonly size: number | "runners";
  readonly runs: readonly [RunPlan, ...RunPlan[]];
  /** Number of published result versions, by run label. */
  readonly published?: Readonly<Record<string, number>>;
  readonly hasAwards: boolean;
}

const run = (
  label: string,
  standard: DistanceStandard,
  meters: number,
  startTime: string,
  share: number,
  more: Partial<RunPlan> = {},
): RunPlan => ({ label, standard, meters, startTime, share, registrationStatus: "open", ...more });

const tenKilometreGroups = ["45 min", "55 min", "65 min"] as const;
const halfGroups = ["1:45", "2:00"] as const;

/** The event of practice. The texts on the screens quote its numbers. */
const mainEvent: EventPlan = {
  key: "main",
  name: "Harbour Hills Run",
  slug: "harbour-hills-run",
  type: "race",
  day: 0,
  startTime: "09:00",
  endTime: "13:00",
  series: "harbour",
  description: "Four distances along the harbour and over the three hills.",
  size: "runners",
  hasAwards: true,
  runs: [
    run("Half", "Half Marathon", 21_097.5, "09:00", 323, {
      registrationStatus: "sold_out",
      placesLeft: 0,
      paceGroups: halfGroups,
    }),
    run("10K", "10K", 10_000, "09:30", 425, { placesLeft: 5000, paceGroups: tenKilometreGroups }),
    run("5K", "5K", 5000, "10:15", 214, { placesLeft: 2 }),
    run("Kids", "Other", 1200, "10:45", 38, {
      registrationStatus: "closed",
      placesLeft: 55,
      bibPrefix: "K",
      free: true,
    }),
  ],
};

const otherEvents: readonly EventPlan[] = [
  {
    key: "winter",
    name: "Harbour Hills Winter Half",
    slug: "harbour-hills-winter-half",
    type: "race",
    day: -28,
    startTime: "10:00",
    endTime: "14:00",
    series: "harbour",
    size: 240,
    hasAwards: true,
    published: { Half: 2, "10K": 1 },
    runs: [
      run("Half", "Half Marathon", 21_097.5, "10:00", 600, { registrationStatus: "closed" }),
      run("10K", "10K", 10_000, "10:30", 400, { registrationStatus: "closed" }),
    ],
  },
  {
    key: "mile",
    name: "Quay Mile",
    slug: "quay-mile",
    type: "race",
    day: -3,
    startTime: "18:30",
    size: 60,
    hasAwards: true,
    runs: [run("Mile", "Other", 1609.34, "18:30", 1000, { registrationStatus: "closed" })],
  },
  {
    key: "relay",
    name: "Quay to Quay Relay",
    slug: "quay-to-quay-relay",
    type: "race",
    day: 1,
    startTime: "08:00",
    size: 180,
    hasAwards: true,
    runs: [
      run("Relay", "Marathon", 42_195, "08:00", 700, {
        relay: { teamSize: 4, legBoundariesMeters: [10_000, 21_100, 32_000, 42_195] },
      }),
      run("Walk", "10K", 10_000, "08:30", 200, { isWalking: true }),
      run("Virtual 5K", "5K", 5000, "00:00", 100, { isVirtual: true, free: true }),
    ],
  },
  {
    key: "ultra",
    name: "Nordgrat Night Ultra",
    slug: "nordgrat-night-ultra",
    type: "race",
    day: 6,
    startTime: "21:00",
    endTime: "17:00",
    lastsDays: 1,
    size: 320,
    hasAwards: true,
    runs: [
      run("100K", "100K", 100_000, "21:00", 250, { placesLeft: 12 }),
      run("50K", "50K", 50_000, "22:00", 400, { registrationStatus: "sold_out", placesLeft: 0 }),
      run("50M", "50M", 80_467.2, "21:30", 200, { registrationStatus: "closed" }),
      run("Sky", "Ultra", 64_000, "20:00", 150, { eventStatus: "cancelled" }),
    ],
  },
  {
    key: "saturday",
    name: "Tollan Saturday 5K",
    slug: "tollan-saturday-5k",
    type: "timeTrial",
    day: { weekday: 6, weeks: 1 },
    startTime: "09:00",
    series: "saturday",
    size: 85,
    hasAwards: false,
    runs: [run("5K", "5K", 5000, "09:00", 1000, { free: true })],
  },
  {
    key: "morning",
    name: "صباح الميناء",
    slug: "harbour-morning",
    type: "other",
    day: 63,
    startTime: "07:00",
    size: 40,
    hasAwards: false,
    runs: [
      run("10K", "10K", 10_000, "07:00", 500),
      run("15K", "15K", 15_000, "07:00", 500, { eventStatus: "postponed" }),
    ],
  },
  {
    key: "shore",
    name: "Empty Shore Trail",
    slug: "empty-shore-trail",
    type: "race",
    day: 90,
    startTime: "10:00",
    size: 0,
    hasAwards: true,
    runs: [run("Marathon", "Marathon", 42_195, "10:00", 1000, { placesLeft: 300 })],
  },
];

const loopWeeks = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const wednesdayLoops: readonly EventPlan[] = loopWeeks.map((weeks, index) => ({
  key: `loop-${index}`,
  name: "Wednesday Harbour Loop",
  slug: index === 0 ? "wednesday-harbour-loop" : `wednesday-harbour-loop-${index + 1}`,
  type: "runClub",
  day: { weekday: 3, weeks },
  startTime: "18:30",
  series: "wednesday",
  timezoneOnlyOnSeries: true,
  size: 14,
  hasAwards: false,
  runs: [run("Loop", "Other", 7500, "18:30", 1000, { free: true, paceGroups: ["Easy", "Steady"] })],
}));

/** Every event of the seeded organization; the big event first. */
export const eventPlans: readonly EventPlan[] = [mainEvent, ...otherEvents, ...wednesdayLoops];
