import type { SeriesView } from "#shared/contract/organizer.ts";
import { recurrenceSchema } from "#shared/partner-api/series.ts";
import type { Schedule } from "#shared/partner-api/series.ts";
import { seriesSchema } from "#shared/partner-api/series.ts";
import type { SeriesRow } from "#core/db/stores/event-stores.ts";
import type { Stores } from "#core/db/stores.ts";
import type { Stored } from "#core/services/context.ts";
import { placeOf } from "#core/services/events/event-view.ts";

/** The series of the organization whose key is, or was last, in use (O9). */
export const seriesOfKey = ({ series, credentials }: Pick<Stores, "series" | "credentials">) =>
  series.ofOrganization(credentials.last()?.organizationId ?? "");

/** Maps a series to what screens show, with its events and recurrences. */
export function seriesView({ stores }: Stored, row: SeriesRow): SeriesView {
  const told = seriesSchema.safeParse(JSON.parse(row.raw)).data;
  return {
    id: row.id,
    name: row.name,
    slug: told?.slug ?? "",
    status: row.status,
    type: told?.type ?? "",
    description: told?.description ?? null,
    place: placeOf(told?.address),
    timeZone: row.timeZone,
    schedule: scheduleView(told?.schedule),
    events: stores.events.list({ seriesId: row.id }).filter(({ gone }) => !gone).length,
    recurrences: stores.recurrences.ofSeries(row.id).map(({ id, name, raw }) => ({
      id,
      name,
      schedule: scheduleView(recurrenceSchema.safeParse(JSON.parse(raw)).data?.schedule),
    })),
  };
}

const scheduleView = (schedule: Schedule | undefined): SeriesView["schedule"] =>
  schedule === undefined
    ? null
    : {
        frequency: schedule.frequency,
        dayOfWeek: wholeOrNull(schedule.dayOfWeek),
        dayOfMonth: wholeOrNull(schedule.dayOfMonth),
        startTime: schedule.startTime,
        durationMinutes: schedule.durationMinutes ?? null,
      };

export const wholeOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isSafeInteger(value) ? value : null;
