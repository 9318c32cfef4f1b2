import { formatShortDay, formatTime } from "#renderer/i18n/format.ts";

/** A moment of the last days, as a list says it. */
export function dayAndTime(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${formatShortDay(date)}, ${formatTime(atMs)}`;
}
