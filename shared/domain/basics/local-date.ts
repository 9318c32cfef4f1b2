const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** The date at the venue, `2026-05-17`; without a time zone that this computer knows, the date on this computer. */
export function venueDate(atMs: number, timeZone: string | null): string {
  if (timeZone === null) return localDate(atMs);
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(atMs);
  } catch {
    return localDate(atMs);
  }
}

/** The date in this computer's time zone, `2026-05-17`. */
export function localDate(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}
