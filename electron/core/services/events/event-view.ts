import type { EventDetail, EventRow, Run } from "#shared/contract/events.ts";
import type { EventForm } from "#shared/domain/journal/journal-facts.ts";
import { takenPlaces } from "#shared/domain/walk-ups/walk-up.ts";
import { eventSchema, singleEventSchema } from "#shared/partner-api/event.ts";
import { runSchema } from "#shared/partner-api/run.ts";
import type { EventRecord, RunRecord } from "#core/db/stores/event-stores.ts";
import { timeZoneOf } from "#core/db/stores/event-time-zone.ts";
import type { LocalEventRecord } from "#core/db/stores/walk-ups/local-event-store.ts";
import type { CollectionEventRecord } from "#core/db/stores/organizer-stores.ts";
import type { DeskContext } from "#core/services/context.ts";

type Around = Pick<DeskContext, "stores" | "sync">;

/** Maps events to list rows. */
export function eventRows({ stores, sync }: Around) {
  const ofReplica = (event: EventRecord): EventRow => ({
    id: event.id,
    name: event.name,
    type: event.type,
    date: event.date,
    startTime: event.startTime,
    place: event.place,
    seriesId: event.seriesId,
    ...localView(stores.localEvents.byEvent(event.id)),
    download: sync.downloads.statusOf(event.id),
  });

  return {
    ofReplica,
    /** A local event keeps its local id until the organizer's event is downloaded. */
    ofLocal({ localId, form, delivery }: LocalEventRecord): EventRow {
      const { name, type, date, startTime = null, seriesId = null } = form;
      return {
        id: localId,
        name,
        type,
        date,
        startTime,
        place: placeOf(form.address),
        seriesId,
        delivery,
        madeAs: localId,
        download: sync.downloads.statusOf(localId),
      };
    },
    /** An event of a collection: from the replica if downloaded, else as the collection lists it. */
    ofMember({ eventId, raw }: CollectionEventRecord): EventRow[] {
      const known = stores.events.get(eventId);
      if (known !== null) return [ofReplica(known)];
      const read = eventSchema.safeParse(JSON.parse(raw));
      if (!read.success) return [];
      const { name, type, date, startTime = null, seriesId = null, address } = read.data;
      const row = { id: eventId, name, type, date, startTime, place: placeOf(address), seriesId };
      const download = sync.downloads.statusOf(eventId);
      return [{ ...row, ...localView(null), download }];
    },
  };
}

const localView = (made: LocalEventRecord | null): Pick<EventRow, "delivery" | "madeAs"> => ({
  delivery: made?.delivery ?? null,
  madeAs: made?.localId ?? null,
});

/** An event of the replica with everything that a screen shows. */
export function eventDetail({ stores, sync }: Around, event: EventRecord): EventDetail {
  const timeZone = timeZoneOf(stores, event);
  const made = stores.localEvents.byEvent(event.id);
  const told = singleEventSchema.safeParse(JSON.parse(event.raw)).data;
  const hasImage = (address: string | undefined): boolean =>
    address !== undefined && stores.images.has(address);
  return {
    id: event.id,
    name: event.name,
    type: event.type,
    date: event.date,
    endDate: event.endDate,
    endTime: told?.endTime ?? null,
    startTime: event.startTime,
    place: event.place,
    description: told?.description ?? null,
    websiteUrl: told?.websiteUrl ?? null,
    registrationUrl: told?.registrationUrl ?? null,
    hasCardImage: hasImage(told?.cardImageUrl),
    hasCoverImage: hasImage(told?.coverImageUrl),
    organizationId: event.organizationId,
    delivery: made?.delivery ?? null,
    outboxId: made?.outboxId ?? null,
    timeZone: timeZone.zone,
    timeZoneSource: timeZone.source,
    runs: runViews(stores, event.id),
    paceGroups: {
      labels: [...(event.paceGroups?.labels ?? [])],
      recognised: event.paceGroups?.recognised ?? true,
    },
    download: sync.downloads.statusOf(event.id),
  };
}

/** A local event that is not known to be at the organizer: the typed fields, and no runs. */
export function localEventDetail(around: Around, made: LocalEventRecord): EventDetail {
  const { id, delivery, place, download } = eventRows(around).ofLocal(made);
  const { form } = made;
  const series = form.seriesId === undefined ? null : around.stores.series.get(form.seriesId);
  const timeZone = series?.timeZone ?? null;
  return {
    id,
    name: form.name,
    type: form.type,
    date: form.date,
    endDate: form.endDate ?? null,
    endTime: form.endTime ?? null,
    startTime: form.startTime ?? null,
    place,
    description: form.description ?? null,
    websiteUrl: form.websiteUrl ?? null,
    registrationUrl: form.registrationUrl ?? null,
    hasCardImage: false,
    hasCoverImage: false,
    organizationId: null,
    delivery,
    outboxId: made.outboxId,
    timeZone,
    timeZoneSource: timeZone === null ? "none" : "series",
    runs: [],
    paceGroups: { labels: [], recognised: true },
    download,
  };
}

function runViews({ runs, runCounts }: Around["stores"], eventId: string): Run[] {
  const counts = new Map(runCounts.ofEvent(eventId).map((each) => [each.runId, each]));
  return runs
    .ofEvent(eventId)
    .filter((run) => !run.gone)
    .map((run) => runView(run, takenPlaces(run, counts.get(run.id))));
}

/** The API's count of relay teams is read from the raw run. */
const runView = (
  { eventId: _eventId, raw, gone: _gone, registrationCount: _count, ...run }: RunRecord,
  taken: number | null,
): Run => ({
  ...run,
  takenPlaces: taken,
  entryCount: runSchema.safeParse(JSON.parse(raw)).data?.entryCount ?? null,
});

/** Venue and city. */
export function placeOf(
  address:
    | EventForm["address"]
    | { readonly name?: string | undefined; readonly addressLocality?: string | undefined },
): string | null {
  const parts = [address?.["name"], address?.["addressLocality"]].filter(
    (part): part is string => typeof part === "string" && part !== "",
  );
  return parts.length === 0 ? null : parts.join(", ");
}
