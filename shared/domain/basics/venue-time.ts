import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

const dayMs = 86_400_000;
const formats = new Map<string | null, Intl.DateTimeFormat>();

/** In the venue's time zone; null, or a zone unknown to this browser, is this computer's zone. */
function formatFor(timeZone: string | null): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = makeFormat(timeZone) ?? makeFormat(null) ?? new Intl.DateTimeFormat("en-GB");
  formats.set(timeZone, made);
  return made;
}

function makeFormat(timeZone: string | null): Intl.DateTimeFormat | null {
  const numeric = "numeric";
  try {
    return new Intl.DateTimeFormat("en-GB", {
      calendar: "gregory",
      numberingSystem: "latn",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
      hourCycle: "h23",
      ...(timeZone === null ? {} : { timeZone }),
    });
  } catch {
    return null;
  }
}

/** How far the venue's clocks are ahead of UTC, in milliseconds. */
function offsetMs(atMs: number, timeZone: string | null): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(atMs)) {
    parts[type] = Number(value);
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000;
}

/** The date and time that the venue's clocks show, "2026-10-03T10:42:17.345Z" (the Z has no meaning here). */
export const venueIso = (atMs: number, timeZone: string | null): string =>
  new Date(atMs + offsetMs(atMs, timeZone)).toISOString();

/** "10:42:17.3" at the venue, cut off after this number of decimals. */
export const showClockTime = (atMs: number, timeZone: string | null, decimals: 1 | 3 = 1): string =>
  venueIso(atMs, timeZone).slice(11, 20 + decimals);

/** "10:42" at the venue. */
export const showClockMinute = (atMs: number, timeZone: string | null): string =>
  venueIso(atMs, timeZone).slice(11, 16);

export type ClockTimeFault = "unreadable" | "no-such-time";

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeForm = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d)(?:[.,](\d{1,3}))?)?$/;

/** The moment at which the venue's clocks show this date and time. If they show it twice, the earlier moment. */
export function readClockTime(
  date: string,
  time: string,
  timeZone: string | null,
): Result<number, Failure<ClockTimeFault>> {
  const read = readClockMoments(date, time, timeZone);
  return read.ok ? ok(Math.min(...read.value)) : read;
}

/**
 * The moments at which the venue's clocks show this date and time ("9:00", "09:00:00", "09:00:00.25"): two in the hour
 * that the clocks repeat at the end of summer time, the earlier first. `no-such-time`: the clocks skipped it at the start
 * of summer time.
 */
export function readClockMoments(
  date: string,
  time: string,
  timeZone: string | null,
): Result<readonly number[], Failure<ClockTimeFault>> {
  const [, year, month, day] = dateForm.exec(date.trim()) ?? [];
  const [, hour, minute, second = "0", part = ""] = timeForm.exec(time.trim()) ?? [];
  if (year === undefined || hour === undefined) {
    return err("unreadable", "Not a date and a time of day");
  }
  const asUtcMs = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  // `Date.UTC` reads a 13th month as January of the next year, and the year 26 as 1926.
  if (new Date(asUtcMs).toISOString().slice(0, 10) !== date.trim()) {
    return err("unreadable", "Not a day of the calendar");
  }
  const moments = [asUtcMs - dayMs, asUtcMs + dayMs]
    .map((nearMs) => asUtcMs - offsetMs(nearMs, timeZone))
    .filter((atMs) => atMs + offsetMs(atMs, timeZone) === asUtcMs);
  return moments.length === 0
    ? err("no-such-time", "Clocks never showed that time")
    : ok(
        [...new Set(moments)]
          .toSorted((one, other) => one - other)
          .map((atMs) => atMs + Number(part.padEnd(3, "0"))),
      );
}
