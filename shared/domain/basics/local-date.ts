import { venueIso } from "./venue-time.ts";

/** The date at the venue, `2026-05-17`; without a time zone that this computer knows, the date on this computer. */
export const venueDate = (atMs: number, timeZone: string | null): string =>
  venueIso(atMs, timeZone).slice(0, 10);

/** The date in this computer's time zone, `2026-05-17`. */
export const localDate = (atMs: number): string => venueDate(atMs, null);
