import type { Db } from "#core/db/open/database.ts";
import { defineTable, flag, json, plain } from "../table.ts";
import type { JournalReader } from "./journal/journal-reader.ts";
import { askedTimeZone } from "./journal/journal-reader.ts";

export interface SeriesRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly timeZone: string | null;
  /** The row as received, JSON text. */
  readonly raw: string;
  readonly seenAtMs: number;
}

/** The pace groups that an event declares. */
export interface PaceGroups {
  readonly labels: readonly string[];
  readonly recognised: boolean;
}

/** An event as a list of events contains it. */
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
  /** The event as received, JSON text. */
  readonly raw: string;
}

export interface EventRecord extends ListedEvent {
  readonly endDate: string | null;
  /** The time zone that a person chose (D8). */
  readonly timeZoneAsked: string | null;
  readonly listedAtMs: number;
  /** Time of the last `GET /events/{id}`; null if the event was only listed. */
  readonly detailAtMs: number | null;
  readonly gone: boolean;
}

export interface RunRecord {
  readonly id: string;
  readonly eventId: string;
  /** Index in the event, from 0. */
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
  /** The run as received, JSON text. */
  readonly raw: string;
  /** Whether the event no longer has this run. The row is kept because registrations may refer to the run. */
  readonly gone: boolean;
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

export function createSeriesStore({ raw }: Db) {
  return {
    upsert: seriesTable.upsert(raw, ["id"]),
    get: seriesTable.select<[id: string]>(raw, "WHERE id = ?").get,
    all: seriesTable.select<[]>(raw, "ORDER BY name, id").all,
  };
}

export type EventStore = ReturnType<typeof createEventStore>;

export function createEventStore({ raw }: Db, journal: JournalReader) {
  const upsert = eventTable.upsert(raw, ["id"]);
  const update = eventTable.update(raw, "id");
  const { get } = eventTable.select<[id: string]>(raw, "WHERE id = ?");
  const list = eventTable.select<[Record<string, string | null>]>(
    raw,
    `WHERE (@type IS NULL OR type = @type) AND (@seriesId IS NULL OR series_id = @seriesId)
       AND (@dateFrom IS NULL OR date >= @dateFrom) AND (@dateTo IS NULL OR date <= @dateTo)
     ORDER BY date, name, id`,
  );
  const mayBeGone = raw
    .prepare<[number], string>("SELECT id FROM event WHERE listed_at_ms < ? AND gone = 0")
    .pluck();
  const markGone = raw.prepare<[string]>("UPDATE event SET gone = 1 WHERE id = ?");
  /** The journal may have arrived before the event, for example from the hub; then no row could keep the time zone. */
  const askedZoneOf = (id: string, before: EventRecord | null): string | null =>
    before === null ? askedTimeZone(journal, id) : before.timeZoneAsked;
  return {
    /** Writes an event from a list. Keeps the fields that a list may not contain, for example the pace groups. */
    upsertListed(event: ListedEvent, atMs: number): void {
      const before = get(event.id);
      upsert({
        ...event,
        timeZone: event.timeZone ?? before?.timeZone ?? null,
        paceGroups: event.paceGroups ?? before?.paceGroups ?? null,
        endDate: before?.endDate ?? null,
        timeZoneAsked: askedZoneOf(event.id, before),
        listedAtMs: atMs,
        detailAtMs: before?.detailAtMs ?? null,
        gone: false,
      });
    },
    /** Writes an event from `GET /events/{id}`. */
    upsertDetail(event: ListedEvent & { readonly endDate: string | null }, atMs: number): void {
      const before = get(event.id);
      upsert({
        ...event,
        timeZoneAsked: askedZoneOf(event.id, before),
        listedAtMs: before?.listedAtMs ?? atMs,
        detailAtMs: atMs,
        gone: false,
      });
    },
    get,
    /** The filters of the API; `text` is searched in name and place, case ignored. Ordered by date, then name. */
    list(filter: {
      readonly type?: string | undefined;
      readonly seriesId?: string | undefined;
      readonly dateFrom?: string | undefined;
      readonly dateTo?: string | undefined;
      readonly text?: string | undefined;
    }): EventRecord[] {
      const { type = null, seriesId = null, dateFrom = null, dateTo = null, text = "" } = filter;
      const wanted = text.trim().toLocaleLowerCase();
      return list
        .all({ type, seriesId, dateFrom, dateTo })
        .filter(({ name, place }) =>
          `${name}\n${place ?? ""}`.toLocaleLowerCase().includes(wanted),
        );
    },
    /** Projects `time-zone.set`. */
    setAskedTimeZone: (id: string, timeZoneAsked: string) => update(id, { timeZoneAsked }),
    /** Marks the events that a complete unfiltered list no longer contains; returns their number. */
    markGone(seenBeforeMs: number, listed: ReadonlySet<string>): number {
      const gone = mayBeGone.all(seenBeforeMs).filter((id) => !listed.has(id));
      for (const id of gone) markGone.run(id);
      return gone.length;
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore({ raw }: Db) {
  const upsert = runTable.upsert(raw, ["id"]);
  const ofEvent = runTable.select<[eventId: string]>(
    raw,
    "WHERE event_id = ? ORDER BY gone, position, id",
  );
  const markGone = raw.prepare<[string]>("UPDATE run SET gone = 1 WHERE event_id = ? AND gone = 0");
  return {
    /** Writes all runs of an event. Runs that the event no longer has are kept and marked as gone. */
    replace(
      eventId: string,
      runs: readonly Omit<RunRecord, "eventId" | "gone">[],
      unreadable: readonly string[],
    ): void {
      const before = ofEvent.all(eventId).filter(({ gone }) => !gone);
      markGone.run(eventId);
      for (const run of before) if (unreadable.includes(run.id)) upsert(run);
      for (const run of runs) upsert({ ...run, eventId, gone: false });
    },
    get: runTable.select<[id: string]>(raw, "WHERE id = ?").get,
    /** The runs of an event, in the event's order; runs that are gone come last. */
    ofEvent: ofEvent.all,
  };
}
