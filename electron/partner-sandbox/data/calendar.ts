const dayMs = 86_400_000;

/** The date of an instant in a time zone, `YYYY-MM-DD`. */
export function dateInZone(atMs: number, timezone: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(atMs);
}

/** The date some days later, or earlier if `days` is negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The next date on a weekday, or the date itself. 0 is Sunday. */
export function nextWeekday(date: string, weekday: number): string {
  const today = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, (weekday - today + 7) % 7);
}
