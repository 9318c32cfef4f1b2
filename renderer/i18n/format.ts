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

const two = (value: number): string => String(value).padStart(2, "0");

/** "1,240". */
export const formatCount = (count: number): string => counts.format(count);

/** "09:05", this computer's wall clock. */
export function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** "09:05:31", this computer's wall clock. */
export function formatTimeWithSeconds(atMs: number): string {
  return `${formatTime(atMs)}:${two(new Date(atMs).getSeconds())}`;
}

function dayOf(date: string): Date | undefined {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const withoutComma = (text: string): string => text.replaceAll(",", "");

/** "Saturday 3 October 2026" from the venue's "2026-10-03"; the text itself where it is no date. */
export function formatDay(date: string): string {
  const at = dayOf(date);
  return at === undefined ? date : withoutComma(longDay.format(at));
}

/** "Sat 3 Oct 2026" from the venue's "2026-10-03"; the text itself where it is no date. */
export function formatShortDay(date: string): string {
  const at = dayOf(date);
  return at === undefined ? date : withoutComma(shortDay.format(at));
}

/** "Sat 3 Oct" from the venue's "2026-10-03", where the year is plain; the text itself where it is no date. */
export const formatDayAndMonth = (date: string): string =>
  formatShortDay(date).replace(/ \d{4}$/, "");

/** "42 min", "1 h 12 min", "25 s": whole, never negative. */
export function formatSpan(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}
