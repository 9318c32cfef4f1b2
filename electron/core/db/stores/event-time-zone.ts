import type { Stores } from "../stores.ts";
import type { EventRecord } from "./event-stores.ts";

/** Where an event's time zone comes from, and the zone. */
export interface EventTimeZone {
  readonly source: "event" | "series" | "asked" | "none";
  readonly zone: string | null;
}

/** The event's own time zone, else that of its series, else the one that a person entered (D8). */
export function timeZoneOf({ series }: Pick<Stores, "series">, event: EventRecord): EventTimeZone {
  const { seriesId, timeZone, timeZoneAsked } = event;
  if (timeZone !== null) return { source: "event", zone: timeZone };
  const ofSeries = (seriesId === null ? null : series.get(seriesId))?.timeZone ?? null;
  if (ofSeries !== null) return { source: "series", zone: ofSeries };
  return { source: timeZoneAsked === null ? "none" : "asked", zone: timeZoneAsked };
}

/** The same precedence in SQL, for `event LEFT JOIN series`. */
export const timeZoneSql = "coalesce(event.time_zone, series.time_zone, event.time_zone_asked)";
