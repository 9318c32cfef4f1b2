import type { DownloadStatus } from "#shared/contract/events.ts";
import { words } from "#renderer/i18n/words.ts";

/** Says what a full desk has of a start list that was complete once; during another pass, `rows` counts that pass (D3). */
export function completeRosterText({
  state,
  rows,
}: Pick<DownloadStatus, "state" | "rows">): string {
  if (state === "complete") return words.desks.full.complete(rows);
  const { check } = words.events;
  return state === "downloading" ? check.lookingAgain(rows) : check.lookStopped;
}
