import { localDate } from "#shared/domain/basics/local-date.ts";
import { formatShortDay, formatTime } from "#renderer/i18n/format.ts";

/** A moment of the last days, as a list says it. */
export function dayAndTime(atMs: number): string {
  return `${formatShortDay(localDate(atMs))}, ${formatTime(atMs)}`;
}
