import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain, prepareRows } from "../table.ts";
import type { SqlRow } from "../table.ts";
import { rememberRows } from "./row-cache.ts";

export interface SeriesRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly timeZone: string | null;
  /** The row as it came, JSON text. */
  readonly raw: string;
  readonly seenAtMs: number;
}

/** The pace groups an event declares, as they could be read. */
export interface PaceGroups {
  readonly labels: readonly string[];
  readonly recognised: boolean;
}

/** What a list of events says of one. */
export interface ListedEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly slug: string;
  readonly type: string;
  readonly date: string;
  readonly startTime: string | null;
  readonly seriesId: string | null;
  readonly place: string | null;
  readonly timeZone: string | null;
  readonly paceGroups: PaceGroups | null;
  /** The event as it came, JSON text. */
  readonly raw: string;
}

export interface EventRecord extends ListedEvent {
  readonly endDate: string | null;
  /** As a person gave it (D8). */
  readonly timeZoneAsked: string | null;
  readonly listedAtMs: number;
  /** When the event itself was last read; null if only listed. */
  readonly detailAtMs: number | null;
  readonly gone: boolean;
}

export interface RunRecord {
  readonly id: string;
  readonly eventId: string;
  /** Place in the event, from 0. */
  readonly position: number;
  readonly label: string;
  readonly distanceMeters: number;
  readonly date: string;
  readonly startTime: string | null;
  readonly eventStatus: string | null;
  readonly registrationStatus: string | null;
  readonly maxParticipants: number | null;
  readonly registrationCount: number | null;
  readonly isRelay: boolean;
  readonly isVirtual: boolean;
  readonly isWalking: boolean;
  /** The run as it came, JSON text. */
  readonly raw: string;
  /** The event no longer has it; kept because registrations may still point to it. */
  readonly gone: boolean;
}

export interface SeriesStore {
  upsert(row: SeriesRow): void;
  get(id: string): SeriesRow | null;
  all(): SeriesRow[];
}

export interface EventStore {
  /** From a list: what only the event itself tells (end date, pace groups) is kept where the list is silent. */
  upsertListed(event: ListedEvent, atMs: number): void;
  /** From the event itself. */
  upsertDetail(event: ListedEvent & { readonly endDate: string | null }, atMs: number): void;
  get(id: string): EventRecord | null;
  /** Filters as the API has them; `text` is looked for in name and place, case ignored. By date, then name. */
  list(filter: {
    readonly type?: string | undefined;
    readonly seriesId?: string | undefined;
    readonly dateFrom?: string | undefined;
    readonly dateTo?: string | undefined;
    readonly text?: string | undefined;
  }): EventRecord[];
  /** The projection of `time-zone.set`. */
  setAskedTimeZone(id: string, timeZone: string): void;
  /** Marks what a complete unfiltered list no longer had; returns how many. */
  markGone(seenBeforeMs: number): number;
}

export interface RunStore {
  /** All runs of an event as it was read; runs it no longer has are kept and marked gone. */
  replace(eventId: string, runs: readonly Omit<RunRecord, "eventId" | "gone">[]): void;
  get(id: string): RunRecord | null;
  /** In the event's order; those that are gone come last. */
  ofEvent(eventId: string): RunRecord[];
}

const seriesTable = defineTable<SeriesRow>("series", {
  id: plain("id"),
  name: plain("name"),
  status: plain("status"),
  timeZone: plain("time_zone"),
  raw: plain("raw"),
  seenAtMs: plain("seen_at_ms"),
});

const eventTable = defineTable<EventRecord>("event", {
  id: plain("id"),
  organizationId: plain("organization_id"),
  name: plain("name"),
  slug: plain("slug"),
  type: plain("type"),
  date: plain("date"),
  endDate: plain("end_date"),
  startTime: plain("start_time"),
  seriesId: plain("series_id"),
  place: plain("place"),
  timeZone: plain("time_zone"),
  timeZoneAsked: plain("time_zone_asked"),
  paceGroups: json("pace_groups"),
  raw: plain("raw"),
  listedAtMs: plain("listed_at_ms"),
  detailAtMs: plain("detail_at_ms"),
  gone: flag("gone"),
});

const runTable = defineTable<RunRecord>("run", {
  id: plain("id"),
  eventId: plain("event_id"),
  position: plain("position"),
  label: plain("label"),
  distanceMeters: plain("distance_meters"),
  date: plain("date"),
  startTime: plain("start_time"),
  eventStatus: plain("event_status"),
  registrationStatus: plain("registration_status"),
  maxParticipants: plain("max_participants"),
  registrationCount: plain("registration_count"),
  isRelay: flag("is_relay"),
  isVirtual: flag("is_virtual"),
  isWalking: flag("is_walking"),
  raw: plain("raw"),
  gone: flag("gone"),
});

export function createSeriesStore({ raw }: Db): SeriesStore {
  const upsert = raw.prepare(seriesTable.upsertSql(["id"]));
  const byId = prepareRows<SeriesRow, [string]>(
    raw,
    seriesTable,
    `SELECT ${seriesTable.columns} FROM series WHERE id = ?`,
  );
  const all = prepareRows<SeriesRow, []>(
    raw,
    seriesTable,
    `SELECT ${seriesTable.columns} FROM series ORDER BY name, id`,
  );
  return {
    upsert: (row) => void upsert.run(seriesTable.bind(row)),
    get: (id) => byId.get(id),
    all: () => all.all(),
  };
}

export function createEventStore(db: Db): EventStore {
  const { raw } = db;
  const upsert = raw.prepare(eventTable.upsertSql(["id"]));
  const byId = prepareRows<EventRecord, [string]>(
    raw,
    eventTable,
    `SELECT ${eventTable.columns} FROM event WHERE id = ?`,
  );
  const list = raw.prepare<Record<string, string | null>, SqlRow>(
    `SELECT ${eventTable.columns} FROM event
     WHERE (@type IS NULL OR type = @type) AND (@seriesId IS NULL OR series_id = @seriesId)
       AND (@dateFrom IS NULL OR date >= @dateFrom) AND (@dateTo IS NULL OR date <= @dateTo)
     ORDER BY date, name, id`,
  );
  const setZone = raw.prepare<[string, string]>(
    "UPDATE event SET time_zone_asked = ? WHERE id = ?",
  );
  const markGone = raw.prepare<[number]>(
    "UPDATE event SET gone = 1 WHERE listed_at_ms < ? AND gone = 0",
  );
  const rows = rememberRows(db, (id) => byId.get(id));
  const write = (row: EventRecord): void => {
    upsert.run(eventTable.bind(row));
    rows.forget();
  };
  return {
    upsertListed(event, atMs) {
      const before = rows.get(event.id);
      const row: EventRecord = {
        ...event,
        timeZone: event.timeZone ?? before?.timeZone ?? null,
        paceGroups: event.paceGroups ?? before?.paceGroups ?? null,
        endDate: before?.endDate ?? null,
        timeZoneAsked: before?.timeZoneAsked ?? null,
        listedAtMs: atMs,
        detailAtMs: before?.detailAtMs ?? null,
        gone: false,
      };
      write(row);
    },
    upsertDetail(event, atMs) {
      const before = rows.get(event.id);
      const row: EventRecord = {
        ...event,
        timeZoneAsked: before?.timeZoneAsked ?? null,
        listedAtMs: before?.listedAtMs ?? atMs,
        detailAtMs: atMs,
        gone: false,
      };
      write(row);
    },
    get: rows.get,
    list({ type, seriesId, dateFrom, dateTo, text }) {
      const filter = {
        type: type ?? null,
        seriesId: seriesId ?? null,
        dateFrom: dateFrom ?? null,
        dateTo: dateTo ?? null,
      };
      const listed = list.all(filter).map((stored) => eventTable.read(stored));
      const wanted = text?.trim().toLocaleLowerCase() ?? "";
      return listed.filter(({ name, place }) =>
        `${name}\n${place ?? ""}`.toLocaleLowerCase().includes(wanted),
      );
    },
    setAskedTimeZone(id, timeZone) {
      setZone.run(timeZone, id);
      rows.forget();
    },
    markGone(seenBeforeMs) {
      rows.forget();
      return markGone.run(seenBeforeMs).changes;
    },
  };
}

export function createRunStore(db: Db): RunStore {
  const { raw } = db;
  const upsert = raw.prepare(runTable.upsertSql(["id"]));
  const markGone = raw.prepare<[string]>("UPDATE run SET gone = 1 WHERE event_id = ? AND gone = 0");
  const byId = prepareRows<RunRecord, [string]>(
    raw,
    runTable,
    `SELECT ${runTable.columns} FROM run WHERE id = ?`,
  );
  const ofEvent = prepareRows<RunRecord, [string]>(
    raw,
    runTable,
    `SELECT ${runTable.columns} FROM run WHERE event_id = ? ORDER BY gone, position, id`,
  );
  const rows = rememberRows(db, (id) => byId.get(id));
  return {
    replace(eventId, runs) {
      markGone.run(eventId);
      for (const run of runs) upsert.run(runTable.bind({ ...run, eventId, gone: false }));
      rows.forget();
    },
    get: rows.get,
    ofEvent: (eventId) => ofEvent.all(eventId),
  };
}
