import type {
  RunAwardsDocument,
  RunDocument,
  SeriesDocument,
  SingleEventDocument,
} from "../documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { awardsFor } from "./awards.ts";
import { addDays, nextWeekday } from "./calendar.ts";
import type { EventPlan, RunPlan, SeriesKey } from "./event-plan.ts";
import { eventPlans } from "./event-plan.ts";
import { featuredRunners } from "./featured.ts";
import { idKinds, venue } from "./organization.ts";
import { seededId } from "./prng.ts";
import type { Roster } from "./roster.ts";
import { createRoster } from "./roster.ts";

/** A run without counts. */
export interface SeededRun {
  readonly plan: RunPlan;
  readonly document: Omit<RunDocument, "registrationCount">;
  readonly awards: RunAwardsDocument | undefined;
  readonly publishedVersions: number;
}

export interface SeededEvent {
  readonly key: string;
  readonly document: Omit<SingleEventDocument, "cardImageUrl" | "coverImageUrl">;
  readonly runs: readonly SeededRun[];
  readonly roster: Roster;
}

export interface SeedOptions {
  readonly seed: number;
  /** Registrations of the big event. */
  readonly runners: number;
  /** Today's date at the venue, `YYYY-MM-DD`. */
  readonly today: string;
  readonly timezone: string;
  readonly organizationId: string;
  readonly series: Readonly<Record<SeriesKey, SeriesDocument>>;
}

/** Every event of the seeded organization. The same seed and size give the same ids and rows (X20). */
export function seedEvents(options: SeedOptions): SeededEvent[] {
  return eventPlans.map((plan, ordinal) => seedEvent(options, plan, ordinal));
}

function seedEvent(options: SeedOptions, plan: EventPlan, ordinal: number): SeededEvent {
  const eventId = seededId(options.seed, idKinds.event, ordinal);
  const date = dateOf(plan, options.today);
  const runs = plan.runs.map((run, index) => {
    const runId = seededId(options.seed, idKinds.run + ordinal, index);
    return {
      plan: run,
      document: runDocument(run, runId, eventId, date),
      awards: plan.hasAwards ? awardsFor(runId, run) : undefined,
      publishedVersions: plan.published?.[run.label] ?? 0,
    };
  });
  const [firstRun, ...otherRuns] = runs.map((run) => ({ ...run.plan, id: run.document._id }));
  if (firstRun === undefined) throw new Error(`The event ${plan.key} has no run.`);
  return {
    key: plan.key,
    document: eventDocument(options, plan, eventId, date),
    runs,
    roster: createRoster({
      seed: options.seed,
      ordinal,
      eventId,
      runs: [firstRun, ...otherRuns],
      size: plan.size === "runners" ? options.runners : plan.size,
      featured: plan.size === "runners" ? featuredRunners.slice(0, options.runners) : [],
    }),
  };
}

function dateOf({ day }: EventPlan, today: string): string {
  if (typeof day === "number") return addDays(today, day);
  return addDays(nextWeekday(today, day.weekday), day.weeks * 7);
}

function eventDocument(
  { organizationId, series, timezone }: SeedOptions,
  plan: EventPlan,
  eventId: string,
  date: string,
): SeededEvent["document"] {
  const paceGroups = [...new Set(plan.runs.flatMap((run) => run.paceGroups ?? []))];
  const website = `https://harbour-hills.example/${plan.slug}`;
  return withoutUndefined({
    _id: eventId,
    name: plan.name,
    slug: plan.slug,
    type: plan.type,
    date,
    organizationId,
    seriesId: plan.series && series[plan.series]._id,
    startTime: plan.startTime,
    ...venue,
    description: plan.description,
    websiteUrl: website,
    registrationUrl: `${website}/enter`,
    timezone: plan.timezoneOnlyOnSeries === true ? undefined : timezone,
    paceGroups: paceGroups.length === 0 ? undefined : paceGroups,
    endDate: plan.lastsDays === undefined ? undefined : addDays(date, plan.lastsDays),
    endTime: plan.endTime,
  });
}

function runDocument(
  plan: RunPlan,
  runId: string,
  eventId: string,
  date: string,
): SeededRun["document"] {
  return withoutUndefined({
    _id: runId,
    eventId,
    distanceMeters: plan.meters,
    distanceStandard: plan.standard,
    distanceLabel: plan.label,
    date,
    startTime: plan.startTime,
    eventStatus: plan.eventStatus ?? "scheduled",
    registrationStatus: plan.registrationStatus,
    isVirtual: plan.isVirtual ?? false,
    isRelay: plan.relay !== undefined,
    isWalking: plan.isWalking ?? false,
    relay: plan.relay,
  });
}
