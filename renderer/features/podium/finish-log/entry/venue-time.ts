import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

/** A moment as clocks at the venue show it; all numbers, the month from 1. */
interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const dayMs = 86_400_000;
const formats = new Map<string | null, Intl.DateTimeFormat>();

/** In the venue's zone; null, or a zone this browser does not know, is this computer's own. */
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

function wallTimeOf(atMs: number, timeZone: string | null): WallTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(atMs)) {
    parts[type] = Number(value);
  }
  const part = (name: string): number => parts[name] ?? 0;
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

const two = (value: number): string => String(value).padStart(2, "0");

/** "10:42:17.3" at the venue, cut off after so many decimals. */
export function showClockTime(atMs: number, timeZone: string | null, decimals: 1 | 3 = 1): string {
  const { hour, minute, second } = wallTimeOf(atMs, timeZone);
  const part = String(((atMs % 1_000) + 1_000) % 1_000).padStart(3, "0");
  return `${two(hour)}:${two(minute)}:${two(second)}.${part.slice(0, decimals)}`;
}

/** "2026-10-03" at the venue. */
export function venueDate(atMs: number, timeZone: string | null): string {
  const { year, month, day } = wallTimeOf(atMs, timeZone);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

export type ClockTimeFault = "unreadable" | "no-such-time";

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeForm = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d)(?:[.,](\d{1,3}))?)?$/;

/**
 * The moment at which clocks at the venue show this date and time ("9:00", "09:00:00", "09:00:00.25"); the earlier one
 * where they show it twice (D8). `no-such-time`: clocks were put forward over it.
 */
export function readClockTime(
  date: string,
  time: string,
  timeZone: string | null,
): Result<number, Failure<ClockTimeFault>> {
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
  if (new Date(asUtcMs).getUTCDate() !== Number(day)) {
    return err("unreadable", "Not a day of the calendar");
  }
  const candidates = [asUtcMs - dayMs, asUtcMs + dayMs]
    .map((nearMs) => asUtcMs - offsetMs(nearMs, timeZone))
    .filter((atMs) => atMs + offsetMs(atMs, timeZone) === asUtcMs);
  return candidates.length === 0
    ? err("no-such-time", "Clocks never showed that time")
    : ok(Math.min(...candidates) + Number(part.padEnd(3, "0")));
}

/** How far the venue's clocks are ahead of UTC, at a whole second. */
function offsetMs(atMs: number, timeZone: string | null): number {
  const { year, month, day, hour, minute, second } = wallTimeOf(atMs, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000;
}
