import type { CopyNote, DownloadStatus, EventRow } from "#shared/contract/events.ts";
import { formatRecent, formatSpan, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { localDate } from "#shared/domain/basics/local-date.ts";

/** An older complete replica is a warning. */
export const oldReplicaMs = 24 * 60 * 60 * 1_000;

export interface ReplicaState {
  readonly icon: IconName;
  readonly tone: "plain" | "done" | "look" | "stop";
  readonly text: string;
}

/** The downloaded share, 0 to 1; null if unknown. */
export const shareOf = (download: DownloadStatus): number | null =>
  download.expectedRows === null || download.expectedRows === 0
    ? null
    : Math.min(1, download.rows / download.expectedRows);

/** What a button says that starts the download, wherever it is on the screen. */
export const downloadVerb = ({ state, completedAtMs }: DownloadStatus): string => {
  if (state === "absent") return words.events.download;
  // What is here of a list that never was whole is read on from there.
  const isBegun = state === "paused" || (completedAtMs === null && state !== "incomplete");
  return isBegun ? words.events.resume : words.events.again;
};

/** The state of an event's replica in one line, for the list. */
export function describeReplica(download: DownloadStatus, nowMs: number): ReplicaState {
  const { copy } = words.events;
  if (download.completedAtMs !== null && download.state !== "complete") {
    const time = formatRecent(download.completedAtMs, nowMs);
    return download.state === "downloading"
      ? { icon: "running", tone: "done", text: copy.lookingAgain(time) }
      : { icon: "look", tone: "look", text: copy.lookStopped(time) };
  }
  switch (download.state) {
    case "absent":
      return { icon: "not-here", tone: "plain", text: copy.absent };
    case "downloading": {
      const share = shareOf(download);
      const percent = share === null ? null : Math.floor(share * 100);
      return { icon: "running", tone: "plain", text: copy.downloading(percent) };
    }
    case "paused":
      return { icon: "pause", tone: "look", text: copy.paused };
    case "incomplete":
      return { icon: "look", tone: "look", text: copy.incomplete };
    case "complete": {
      const atMs = download.completedAtMs ?? nowMs;
      const ageMs = nowMs - atMs;
      if (ageMs > oldReplicaMs)
        return { icon: "look", tone: "look", text: copy.old(formatSpan(ageMs)) };
      const text =
        localDate(atMs) === localDate(nowMs)
          ? copy.complete(formatTime(atMs))
          : copy.completeAgo(formatSpan(ageMs));
      return { icon: "done", tone: "done", text };
    }
  }
}

const madeLooks = {
  "not-sent": { icon: "waiting", tone: "plain" },
  "maybe-sent": { icon: "unknown", tone: "look" },
  refused: { icon: "refused", tone: "stop" },
  "taken-back": { icon: "clear", tone: "plain" },
} as const;

/** The state of a local event in one line; null if the organizer has the event. */
export function describeLocalEvent({ delivery }: Pick<EventRow, "delivery">): ReplicaState | null {
  if (delivery === null || delivery === "confirmed") return null;
  return { ...madeLooks[delivery], text: words.organizer.made.row[delivery] };
}

/** The text of a note; undefined for an unknown code. */
export const noteText = (note: CopyNote): string | undefined =>
  words.events.notes[note.code]?.(note.facts);
