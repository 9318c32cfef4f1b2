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
import type { SeededEvent, SeededRun, SeedOptions } from "./data/seeded-events.ts";
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
  /** The results are withdrawn until the next publication. */
  isWithdrawn: boolean;
  /** Confirmed registrations, which `registrationCount` reports and which fill the places. */
  confirmed: number;
  /** All listed registrations, with any status. */
  listed: number;
}

/** An event with its registrations: seeded rows, which are generated on request, changes to them, and created rows. */
export interface StoredEvent {
  readonly key: string | undefined;
  readonly document: Omit<SingleEventDocument, "cardImageUrl" | "coverImageUrl">;
  readonly runs: readonly StoredRun[];
  readonly roster: Roster | undefined;
  readonly changed: Map<number, RegistrationDocument>;
  readonly removed: Set<number>;
  /** Replacements that the list sends instead of rows, so that tests can send malformed ones. */
  readonly raw: Map<number, unknown>;
  readonly created: RegistrationDocument[];
  readonly createdPositions: Map<string, number>;
}

export interface StoredCollection extends CollectionPlan {
  readonly _id: string;
  readonly eventIds: readonly string[];
}

/** All data of the sandbox. Events are in list order: by date, then by creation. */
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
  /** Numbers of created objects, from which the next ids follow. */
  readonly made: { events: number; registrations: number; added: number };
}

export type StoreOptions = Omit<SeedOptions, "organizationId" | "series">;

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

const createdKinds = {
  events: idKinds.createdEvent,
  registrations: idKinds.createdRegistration,
} as const;

/** An id for a new object. After a repair the state file may lack POSTs, so the next id of the count may be in use. */
export function unusedId(
  { seed, made }: Store,
  what: keyof typeof createdKinds,
  isUsed: (id: string) => boolean,
): string {
  for (let ordinal = made[what]; ; ordinal += 1) {
    const id = seededId(seed, createdKinds[what], ordinal);
    if (!isUsed(id)) return id;
  }
}

/** Inserts an event in list order. */
export function addEvent(store: Store, event: StoredEvent): void {
  const { date } = event.document;
  const after = store.events.findIndex((other) => other.document.date > date);
  store.events.splice(after === -1 ? store.events.length : after, 0, event);
  store.eventsById.set(event.document._id, event);
  for (const run of event.runs) store.runsById.set(run.document._id, { event, run });
}

/** Removes the event from the lists and from its own address. */
export function removeEvent(store: Store, event: StoredEvent): void {
  store.events.splice(store.events.indexOf(event), 1);
  store.eventsById.delete(event.document._id);
  for (const run of event.runs) store.runsById.delete(run.document._id);
}

/** An event without seeded registrations, as POST /events creates it. */
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
  const { key, document, roster } = seeded;
  const runs = seeded.runs.map((run): StoredRun => ({
    document: run.document,
    awards: run.awards,
    publications: [],
    isWithdrawn: false,
    confirmed: 0,
    listed: 0,
  }));
  for (let position = 0; position < roster.size; position += 1) {
    const run = runs[roster.runIndexAt(position)];
    if (run !== undefined) countIn(run, roster.statusAt(position), 1);
  }
  const event: StoredEvent = { ...emptyEvent(document), key, roster, runs };
  for (const [index, run] of runs.entries()) {
    const { plan, publishedVersions } = seeded.runs[index] as SeededRun;
    if (plan.placesLeft !== undefined) {
      run.document = { ...run.document, maxParticipants: run.confirmed + plan.placesLeft };
    }
    for (let version = 1; version <= publishedVersions; version += 1) {
      publishNext(event, run, `${run.document.date}T${String(12 + version)}:00:00.000Z`);
    }
  }
  return event;
}

/** Publishes the next version of a run's results. */
export function publishNext(
  event: StoredEvent,
  run: StoredRun,
  publishedAt: string,
  segments?: readonly SegmentDocument[],
): StoredPublication {
  const version = (run.publications.at(-1)?.version ?? 0) + 1;
  const awards = run.awards ?? { eventRunId: run.document._id, segments: [] };
  return publish(run, {
    version,
    publishedAt,
    segments: segments ?? placeFinishers(registrationsOf(event, run), awards, version),
  });
}

/** Publishes the newest version again with other segments; null if there is none. */
export function publishAgain(
  run: StoredRun,
  publishedAt: string,
  segments: readonly SegmentDocument[],
): StoredPublication | null {
  const before = run.publications.pop();
  return before === undefined ? null : publish(run, { ...before, publishedAt, segments });
}

function publish(run: StoredRun, publication: StoredPublication): StoredPublication {
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

/** Number of positions of an event's list, including removed rows. */
export const positionsOf = (event: StoredEvent): number =>
  (event.roster?.size ?? 0) + event.created.length;

/** The registration at a position; undefined for a removed one or an invalid position. */
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

/** The position of a registration in its event's list. */
export function positionOfRegistration(event: StoredEvent, id: string): number | undefined {
  return event.roster?.positionOf(id) ?? event.createdPositions.get(id);
}

/** Appends a registration to its event's list and counts it. */
export function addRegistration(
  event: StoredEvent,
  run: StoredRun,
  row: RegistrationDocument,
): void {
  event.createdPositions.set(row._id, positionsOf(event));
  event.created.push(row);
  countIn(run, row.registrationStatus, 1);
}

/** Updates a run's counts for a registration with this status that is added (1) or removed (-1). */
export function countIn(run: StoredRun, status: RegistrationStatus, by: 1 | -1): void {
  run.listed += by;
  if (status === "confirmed") run.confirmed += by;
}
