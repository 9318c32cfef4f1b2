import type { DeclaredPaceGroups } from "#shared/domain/walk-ups/walk-up.ts";
import type { Db } from "#core/db/open/database.ts";
import { column, defineTable, type RowOf } from "../table.ts";
import type { JournalReader } from "./journal/journal-reader.ts";
import { askedTimeZone } from "./journal/journal-reader.ts";

const seriesTable = defineTable("series", {
  id: column.text,
  name: column.text,
  status: column.text,
  timeZone: column.textOrNull,
  /** The row as received, JSON text. */
  raw: column.text,
  seenAtMs: column.number,
});

export type SeriesRow = RowOf<typeof seriesTable>;

const eventTable = defineTable("event", {
  id: column.text,
  organizationId: column.text,
  name: column.text,
  slug: column.text,
  type: column.text,
  date: column.text,
  endDate: column.textOrNull,
  startTime: column.textOrNull,
  seriesId: column.textOrNull,
  place: column.textOrNull,
  timeZone: column.textOrNull,
  /** The time zone that a person chose (D8). */
  timeZoneAsked: column.textOrNull,
  paceGroups: column.json<DeclaredPaceGroups | null>(),
  /** The event as received, JSON text. */
  raw: column.text,
  listedAtMs: column.number,
  /** Time of the last `GET /events/{id}`; null if the event was only listed. */
  detailAtMs: column.numberOrNull,
  gone: column.flag,
});

export type EventRecord = RowOf<typeof eventTable>;

/** An event as a list of events contains it. */
export type ListedEvent = Omit<
  EventRecord,
  "endDate" | "timeZoneAsked" | "listedAtMs" | "detailAtMs" | "gone"
>;

const runTable = defineTable("run", {
  id: column.text,
  eventId: column.text,
  /** Index in the event, from 0. */
  position: column.number,
  label: column.text,
  distanceMeters: column.number,
  date: column.text,
  startTime: column.textOrNull,
  eventStatus: column.textOrNull,
  registrationStatus: column.textOrNull,
  maxParticipants: column.numberOrNull,
  registrationCount: column.numberOrNull,
  isRelay: column.flag,
  isVirtual: column.flag,
  isWalking: column.flag,
  /** The run as received, JSON text. */
  raw: column.text,
  /** Whether the event no longer has this run. The row is kept because registrations may refer to the run. */
  gone: column.flag,
});

export type RunRecord = RowOf<typeof runTable>;

export function createSeriesStore({ raw }: Db) {
  const remove = raw.prepare<[id: string]>("DELETE FROM series WHERE id = ?");
  return {
    upsert: seriesTable.upsert(raw, ["id"]),
    get: seriesTable.select<[id: string]>(raw, "WHERE id = ?").get,
    /** The series of an organization. Those of a former one stay, because they have time zones of events (D8). */
    ofOrganization: seriesTable.select<[organizationId: string]>(
      raw,
      "WHERE raw ->> 'organizationId' = ? ORDER BY name, id",
    ).all,
    remove(id: string): void {
      remove.run(id);
    },
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
