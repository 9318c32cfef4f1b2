const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** The date in this computer's time zone, `2026-05-17`. */
export function localDate(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}
