import { localDate } from "#shared/domain/basics/local-date.ts";
import { twoDigits } from "#shared/domain/podium/race-time.ts";

const locale = "en-GB";

const counts = new Intl.NumberFormat(locale);
const longDay = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const shortDay = new Intl.DateTimeFormat(locale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "1,240". */
export const formatCount = (count: number): string => counts.format(count);

/** "1 runner", "1,240 runners". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const countWords = new Map([
  [2, "two"],
  [3, "three"],
  [4, "four"],
]);

/** "two", "three"; "12". */
export const countWord = (count: number): string => countWords.get(count) ?? formatCount(count);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "09:05", by the clock of this computer. */
export function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** "09:05:31", by the clock of this computer. */
export function formatTimeWithSeconds(atMs: number): string {
  return `${formatTime(atMs)}:${twoDigits(new Date(atMs).getSeconds())}`;
}

/** "09:05:31.4", by the clock of this computer. */
export function formatTimeWithTenths(atMs: number): string {
  const tenths = Math.floor((((atMs % 1_000) + 1_000) % 1_000) / 100);
  return `${formatTimeWithSeconds(atMs)}.${tenths}`;
}

function dayOf(date: string): Date | undefined {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const withoutComma = (text: string): string => text.replaceAll(",", "");

/** "Saturday 3 October 2026" for "2026-10-03"; a text that is no date stays as it is. */
export function formatDay(date: string): string {
  const at = dayOf(date);
  return at === undefined ? date : withoutComma(longDay.format(at));
}

/** "Sat 3 Oct 2026" for "2026-10-03"; a text that is no date stays as it is. */
export function formatShortDay(date: string): string {
  const at = dayOf(date);
  return at === undefined ? date : withoutComma(shortDay.format(at));
}

/** "Sat 3 Oct" for "2026-10-03"; a text that is no date stays as it is. */
export const formatDayAndMonth = (date: string): string =>
  formatShortDay(date).replace(/ \d{4}$/, "");

/** "Sat 3 Oct 2026, 09:05", by the clock of this computer. */
export const formatDayAndTime = (atMs: number): string =>
  `${formatShortDay(localDate(atMs))}, ${formatTime(atMs)}`;

const dayMs = 86_400_000;

/** "09:05" within the last 24 hours, else "Sat 3 Oct 2026, 09:05": a time alone would mean the last day. */
export const formatRecent = (atMs: number, nowMs: number = Date.now()): string =>
  nowMs - atMs < dayMs ? formatTime(atMs) : formatDayAndTime(atMs);

/** "42 min", "1 h 12 min", "25 s"; never negative. */
export function formatSpan(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** The beginning of a text that a person typed, for a line of the screen. */
export const shorten = (text: string): string =>
  text.length > 28 ? `${text.slice(0, 27)}…` : text;
