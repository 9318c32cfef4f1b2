import { useDesk, useEvent } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Progress } from "#renderer/ui/controls/page/progress.tsx";
import type { DownloadStatus } from "#shared/contract/events.ts";

const say = words.desks.full;

/** How much of the hub's start list is on this full desk (M8). */
export function RosterProgress() {
  const desk = useDesk();
  const eventId = desk.value?.currentEventId ?? null;
  const event = useEvent(eventId);
  if (desk.value === null) return null;
  if (eventId === null) return <Notice tone="info" icon="waiting" title={say.noEvent} />;
  const download = event.value?.download;
  if (download === undefined) return null;
  const { rows, expectedRows, completedAtMs } = download;
  if (completedAtMs !== null) {
    return <Notice tone="done" isPlain icon="copy" title={completeRosterText(download)} />;
  }
  const share = expectedRows === null || expectedRows <= 0 ? null : rows / expectedRows;
  return (
    <Progress label={say.roster} share={share}>
      {rows === 0 ? say.waiting : say.partly(rows, expectedRows)}
    </Progress>
  );
}

/** Says what a full desk has of a start list that was complete once; during another pass, `rows` counts that pass (D3). */
export function completeRosterText({
  state,
  rows,
}: Pick<DownloadStatus, "state" | "rows">): string {
  if (state === "complete") return say.complete(rows);
  const { check } = words.events;
  return state === "downloading" ? check.lookingAgain(rows) : check.lookStopped;
}
