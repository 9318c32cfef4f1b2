const dayMs = 86_400_000;

/** `YYYY-MM-DD` of an instant in a time zone. */
export function dateInZone(atMs: number, timezone: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(atMs);
}

/** A calendar date some days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The next date on a weekday, the date itself included. 0 is Sunday. */
export function nextWeekday(date: string, weekday: number): string {
  const today = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, (weekday - today + 7) % 7);
}
