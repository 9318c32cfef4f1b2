import type { RegistrationStatus } from "#shared/partner-api/registration.ts";

import type {
  OrganizationDocument,
  RecurrenceDocument,
  RegistrationDocument,
  RunAwardsDocument,
  RunDocument,
  SegmentDocument,
  SeriesDocument,
  SingleEventDocument,
} from "./documents.ts";
import type { CollectionPlan } from "./data/organization.ts";
import {
  collectionPlans,
  idKinds,
  seedOrganizations,
  seedRecurrences,
  seedSeries,
} from "./data/organization.ts";
import { seededId } from "./data/prng.ts";
import type { Roster } from "./data/roster.ts";
import type { SeededEvent, SeededRun } from "./data/seeded-events.ts";
import { seedEvents } from "./data/seeded-events.ts";
import { placeFinishers } from "./data/results.ts";

/** A published version of a run's results. */
export interface StoredPublication {
  readonly version: number;
  readonly publishedAt: string;
  readonly segments: readonly SegmentDocument[];
}

/** A run with its live counts. */
export interface StoredRun {
  document: Omit<RunDocument, "registrationCount">;
  readonly awards: RunAwardsDocument | undefined;
  readonly publications: StoredPublication[];
  /** Nothing is published until the next version is. */
  isWithdrawn: boolean;
  /** Confirmed registrations now; what `registrationCount` says and what fills the places. */
  confirmed: number;
  /** All registrations that are listed, whatever their status. */
  listed: number;
}

/** An event with its registrations: seeded rows that are made when asked for, changes to them, and created rows. */
export interface StoredEvent {
  readonly key: string | undefined;
  readonly document: Omit<SingleEventDocument, "cardImageUrl" | "coverImageUrl">;
  readonly runs: readonly StoredRun[];
  readonly roster: Roster | undefined;
  readonly changed: Map<number, RegistrationDocument>;
  readonly removed: Set<number>;
  /** What the list sends in a row's place, to test readers with. */
  readonly raw: Map<number, unknown>;
  readonly created: RegistrationDocument[];
  readonly createdPositions: Map<string, number>;
}

export interface StoredCollection extends CollectionPlan {
  readonly _id: string;
  readonly eventIds: readonly string[];
}

/** Everything the sandbox knows. Events are kept in the order in which they are listed: by date, then as made. */
export interface Store {
  readonly seed: number;
  readonly timezone: string;
  readonly organizations: {
    readonly main: OrganizationDocument;
    readonly other: OrganizationDocument;
  };
  readonly series: readonly SeriesDocument[];
  readonly recurrences: readonly RecurrenceDocument[];
  readonly collections: readonly StoredCollection[];
  readonly events: StoredEvent[];
  readonly eventsById: Map<string, StoredEvent>;
  readonly runsById: Map<string, { readonly event: StoredEvent; readonly run: StoredRun }>;
  /** How many things were made since the seed; their ids follow from it. */
  readonly made: { events: number; registrations: number; added: number };
}

export interface StoreOptions {
  readonly seed: number;
  readonly runners: number;
  readonly today: string;
  readonly timezone: string;
}

export function createStore(options: StoreOptions): Store {
  const { seed, today, timezone } = options;
  const organizations = seedOrganizations(seed);
  const organizationId = organizations.main._id;
  const series = seedSeries(seed, organizationId, timezone);
  const seeded = seedEvents({ ...options, organizationId, series });
  const idByKey = new Map(seeded.map((event) => [event.key, event.document._id]));
  const store: Store = {
    seed,
    timezone,
    organizations,
    series: Object.values(series),
    recurrences: seedRecurrences(seed, Object.values(series), today),
    collections: collectionPlans.map((plan, ordinal) => ({
      ...plan,
      _id: seededId(seed, idKinds.collection, ordinal),
      eventIds: plan.members.map((key) => idByKey.get(key)).filter((id) => id !== undefined),
    })),
    events: [],
    eventsById: new Map(),
    runsById: new Map(),
    made: { events: 0, registrations: 0, added: 0 },
  };
  for (const event of seeded) addEvent(store, storeSeeded(event));
  return store;
}

/** Puts an event in its place in the list. */
export function addEvent(store: Store, event: StoredEvent): void {
  const { date } = event.document;
  const after = store.events.findIndex((other) => other.document.date > date);
  store.events.splice(after === -1 ? store.events.length : after, 0, event);
  store.eventsById.set(event.document._id, event);
  for (const run of event.runs) store.runsById.set(run.document._id, { event, run });
}

/** As if it had never been: lists and addresses forget it. */
export function removeEvent(store: Store, event: StoredEvent): void {
  store.events.splice(store.events.indexOf(event), 1);
  store.eventsById.delete(event.document._id);
  for (const run of event.runs) store.runsById.delete(run.document._id);
}

/** An event without a seeded roster, as POST /events makes it. */
export const emptyEvent = (document: StoredEvent["document"]): StoredEvent => ({
  key: undefined,
  document,
  runs: [],
  roster: undefined,
  changed: new Map(),
  removed: new Set(),
  raw: new Map(),
  created: [],
  createdPositions: new Map(),
});

function storeSeeded(seeded: SeededEvent): StoredEvent {
  const confirmed = seeded.runs.map(() => 0);
  const listed = seeded.runs.map(() => 0);
  for (let position = 0; position < seeded.roster.size; position += 1) {
    const index = seeded.roster.runIndexAt(position);
    listed[index] = (listed[index] ?? 0) + 1;
    if (seeded.roster.statusAt(position) === "confirmed") {
      confirmed[index] = (confirmed[index] ?? 0) + 1;
    }
  }
  const event: StoredEvent = {
    ...emptyEvent(seeded.document),
    key: seeded.key,
    roster: seeded.roster,
    runs: seeded.runs.map((run, index) => storeRun(run, confirmed[index] ?? 0, listed[index] ?? 0)),
  };
  for (const [index, run] of seeded.runs.entries()) publishSeeded(event, run, index);
  return event;
}

function storeRun(seeded: SeededRun, confirmed: number, listed: number): StoredRun {
  const { placesLeft } = seeded.plan;
  return {
    document: {
      ...seeded.document,
      ...(placesLeft === undefined ? {} : { maxParticipants: confirmed + placesLeft }),
    },
    awards: seeded.awards,
    publications: [],
    isWithdrawn: false,
    confirmed,
    listed,
  };
}

function publishSeeded(event: StoredEvent, seeded: SeededRun, index: number): void {
  const run = event.runs[index];
  if (run === undefined) return;
  for (let version = 1; version <= seeded.publishedVersions; version += 1) {
    publishNext(event, run, `${run.document.date}T${String(12 + version)}:00:00.000Z`);
  }
}

/** Publishes the next version of a run's results; the first of the version before is disqualified in it. */
export function publishNext(
  event: StoredEvent,
  run: StoredRun,
  publishedAt: string,
  segments?: readonly SegmentDocument[],
): StoredPublication {
  const version = (run.publications.at(-1)?.version ?? 0) + 1;
  const awards = run.awards ?? { eventRunId: run.document._id, segments: [] };
  const publication: StoredPublication = {
    version,
    publishedAt,
    segments: segments ?? placeFinishers(registrationsOf(event, run), awards, version),
  };
  run.publications.push(publication);
  run.isWithdrawn = false;
  return publication;
}

/** Publishes the newest version once more, with other segments; null where none ever was. */
export function publishAgain(
  run: StoredRun,
  publishedAt: string,
  segments: readonly SegmentDocument[],
): StoredPublication | null {
  const before = run.publications.pop();
  if (before === undefined) return null;
  const publication: StoredPublication = { ...before, publishedAt, segments };
  run.publications.push(publication);
  run.isWithdrawn = false;
  return publication;
}

function registrationsOf(event: StoredEvent, run: StoredRun): RegistrationDocument[] {
  const rows: RegistrationDocument[] = [];
  for (let position = 0; position < positionsOf(event); position += 1) {
    const row = registrationAt(event, position);
    if (row?.eventRunId === run.document._id) rows.push(row);
  }
  return rows;
}

/** How many positions an event's list has, removed rows included. */
export const positionsOf = (event: StoredEvent): number =>
  (event.roster?.size ?? 0) + event.created.length;

/** The registration at a position, or undefined when it was removed or never was. */
export function registrationAt(
  event: StoredEvent,
  position: number,
): RegistrationDocument | undefined {
  if (event.removed.has(position)) return undefined;
  const changed = event.changed.get(position);
  if (changed !== undefined) return changed;
  const seededSize = event.roster?.size ?? 0;
  return position < seededSize
    ? event.roster?.rowAt(position)
    : event.created[position - seededSize];
}

/** Where a registration stands in its event's list. */
export function positionOfRegistration(event: StoredEvent, id: string): number | undefined {
  return event.roster?.positionOf(id) ?? event.createdPositions.get(id);
}

/** Puts a registration at the end of its event's list and counts it. */
export function addRegistration(
  event: StoredEvent,
  run: StoredRun,
  row: RegistrationDocument,
): void {
  event.createdPositions.set(row._id, positionsOf(event));
  event.created.push(row);
  countIn(run, row.registrationStatus, 1);
}

/** Corrects a run's counts when a registration comes, goes or changes its status. */
export function countIn(run: StoredRun, status: RegistrationStatus, by: 1 | -1): void {
  run.listed += by;
  if (status === "confirmed") run.confirmed += by;
}
