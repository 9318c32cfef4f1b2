import { z } from "zod";
import type { CopyNote, EventDetail, EventRow } from "#shared/contract/events.ts";
import { copyNoteSchema, digestSchema } from "#shared/contract/events.ts";
import { err, ok } from "#shared/result.ts";
import type { EventRecord } from "../db/stores/event-stores.ts";
import type { Slice } from "../handlers.ts";
import type { DeskContext } from "./context.ts";
import { actorOf } from "./context.ts";

const noEvent = () => err("not-found", "No such event");

/** What a digest's own pass counted; who needs a person is read anew each time (D5). */
const digestBodySchema = digestSchema.pick({
  added: true,
  changed: true,
  gone: true,
  changedFields: true,
  bibDrift: true,
});

export function createEventService(
  context: DeskContext,
): Slice<
  | "event.list"
  | "event.refresh"
  | "event.get"
  | "event.open"
  | "event.setTimeZone"
  | "download.start"
  | "download.cancel"
  | "download.status"
  | "digest.get"
  | "digest.acknowledge"
  | "time.get"
> {
  const { stores, once, feed, settings, sync, ports } = context;

  return {
    "event.list": (filter) => {
      const series = new Map(stores.series.all().map((one) => [one.id, one]));
      const listed = stores.downloads.get("", "events");
      const rowOf = (event: EventRecord): EventRow => ({
        id: event.id,
        name: event.name,
        type: event.type,
        date: event.date,
        startTime: event.startTime,
        place: event.place,
        seriesId: event.seriesId,
        seriesName: event.seriesId === null ? null : (series.get(event.seriesId)?.name ?? null),
        download: sync.downloads.statusOf(event.id),
      });
      return ok({
        events: stores.events.list(filter).map(rowOf),
        series: [...series.values()].map(({ id, name, status }) => ({ id, name, status })),
        listedAtMs: listed?.completedAtMs ?? null,
        notes: readNotes(listed?.notes ?? []),
      });
    },

    "event.refresh": ({ commandId, ...filter }) =>
      once.wait("event.refresh", { commandId, ...filter }, () =>
        sync.downloads.refreshEvents(filter),
      ),

    "event.get": ({ eventId }) => {
      const event = stores.events.get(eventId);
      return event === null ? noEvent() : ok(detailOf(context, event));
    },

    "event.open": (input) => {
      const { eventId } = input;
      if (eventId !== null && stores.events.get(eventId) === null) return noEvent();
      const reply = once.save("event.open", input, () => {
        settings.setCurrentEventId(eventId);
        return ok({ eventId });
      });
      if (reply.ok) feed.publish("settings");
      return reply;
    },

    "event.setTimeZone": (input, caller) => {
      const { eventId, commandId } = input;
      if (stores.events.get(eventId) === null) return noEvent();
      const timeZone = readTimeZone(input.timeZone);
      if (timeZone === null) return err("unknown-time-zone", "There is no such time zone");
      const reply = once.save("event.setTimeZone", input, () => {
        stores.journal.append({
          kind: "time-zone.set",
          payload: { timeZone },
          eventId,
          subject: eventId,
          ...actorOf(settings, caller),
          commandId,
        });
        stores.events.setAskedTimeZone(eventId, timeZone);
        return ok({ timeZone });
      });
      if (reply.ok) feed.publish("events", eventId);
      return reply;
    },

    "download.start": (input) =>
      once.wait("download.start", input, () => {
        const started = sync.downloads.start(input.eventIds);
        return started.ok ? ok({ downloads: started.value }) : started;
      }),

    "download.cancel": (input) =>
      once.wait("download.cancel", input, () => sync.downloads.cancel(input.eventId)),

    "download.status": ({ eventId }) =>
      ok({
        downloads:
          eventId === undefined ? sync.downloads.status() : [sync.downloads.statusOf(eventId)],
      }),

    "digest.get": ({ eventId }) => {
      const latest = stores.digests.latest(eventId);
      if (latest === null) return ok({ digest: null });
      const { atMs, sinceMs } = latest;
      return ok({
        digest: {
          ...digestBodySchema.parse(latest.body),
          eventId,
          atMs,
          sinceMs,
          cancelledAfterCheckIn: stores.digests.attention(eventId),
        },
      });
    },

    "digest.acknowledge": (input, caller) => {
      const { eventId, runnerId, commandId } = input;
      const reply = once.save("digest.acknowledge", input, () => {
        const seen = stores.digests.attention(eventId).find((one) => one.runnerId === runnerId);
        if (seen === undefined) return err("not-found", "Nobody by this id needs attention");
        const entry = stores.journal.append({
          kind: "digest.acknowledged",
          payload: { status: seen.status },
          eventId,
          subject: runnerId,
          ...actorOf(settings, caller),
          commandId,
        });
        return ok({ acknowledgedAtMs: entry.wallAtMs });
      });
      if (reply.ok) {
        feed.publish("digest", eventId);
        feed.publish("roster", eventId);
      }
      return reply;
    },

    "time.get": () => ok({ atMs: ports.clock.now() }),
  };
}

/** Notes of this program's own making; one of a later version is left out rather than shown without words. */
const readNotes = (notes: readonly unknown[]): CopyNote[] =>
  notes.flatMap((note) => {
    const read = z.safeParse(copyNoteSchema, note);
    return read.success ? [read.data] : [];
  });

function detailOf({ stores, sync }: DeskContext, event: EventRecord): EventDetail {
  const series = event.seriesId === null ? null : stores.series.get(event.seriesId);
  const zones = [
    { source: "event", zone: event.timeZone },
    { source: "series", zone: series?.timeZone ?? null },
    { source: "asked", zone: event.timeZoneAsked },
  ] as const;
  const known = zones.find(({ zone }) => zone !== null);
  return {
    id: event.id,
    name: event.name,
    type: event.type,
    date: event.date,
    endDate: event.endDate,
    startTime: event.startTime,
    place: event.place,
    timeZone: known?.zone ?? null,
    timeZoneSource: known?.source ?? "none",
    runs: stores.runs
      .ofEvent(event.id)
      .filter((run) => !run.gone)
      .map(({ eventId: _eventId, raw: _raw, gone: _gone, ...run }) => run),
    paceGroups: {
      labels: [...(event.paceGroups?.labels ?? [])],
      recognised: event.paceGroups?.recognised ?? true,
    },
    download: sync.downloads.statusOf(event.id),
  };
}

/** The zone's own spelling; null when there is none by this name. Bare offsets are no places and change twice a year. */
function readTimeZone(typed: string): string | null {
  const name = typed.trim();
  if (name === "" || /^[+-]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
