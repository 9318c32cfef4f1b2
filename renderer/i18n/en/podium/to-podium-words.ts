import { countOf, formatCount } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { OutputOf } from "#shared/contract/index.ts";

/** The dialog that fills the podium from the finish log. */
export const toPodiumWords = {
  toPodium: (depth: number | null): string =>
    depth === null ? "Into podium…" : `First ${formatCount(depth)} into podium…`,
  toPodiumTitle: (run: string, label: string | undefined): string =>
    `${isolated(run)}: into ${isolated(label ?? "podium")}`,
  toPodiumLead: (total: number): string =>
    `${countOf(total, "finisher")} of this run in the log. Those who tie at the last award place are all kept.`,
  toPodiumUnplaced: (count: number): string =>
    count === 1
      ? "One finisher whose bib is unknown, double, unread or twice in the log may belong here."
      : `${formatCount(count)} finishers whose bibs are unknown, double, unread or twice in the log may belong here.`,
  toPodiumUnplacedRows: (
    rows: OutputOf<"finish.placings">["firstUnplaced"],
    count: number,
  ): string =>
    [
      ...rows.map(({ index, bib }) => `${formatCount(index + 1)}: ${bib ?? "unreadable"}`),
      ...(count > rows.length ? [`${formatCount(count - rows.length)} more`] : []),
    ].join(" · "),
  toPodiumEmpty: "No runner of this run is in the log with a bib yet. Type the bibs first.",
  toPodiumNoSegment: "This run has no Overall segment. Build it on the Podium tab first.",
  toPodiumReplaces: (label: string): string =>
    `What stands in ${isolated(label)} now is replaced. The history keeps it.`,
  toPodiumSame: (label: string): string => `${isolated(label)} says this already`,
  toPodiumAnnounced: (label: string): string =>
    `${isolated(label)} was announced. Write why it changes; the history keeps both.`,
  toPodiumReason: "Why",
  toPodiumReasonHint: "kept in the history",
  toPodiumReasonNeeded: "Write a reason",
  toPodiumDo: (label: string | undefined): string => `Put into ${isolated(label ?? "podium")}`,
  toPodiumBusy: "Putting",
  toPodiumReading: "Reading the podium",
  toPodiumDone: (run: string, label: string, others: number): string =>
    others === 0
      ? `${isolated(run)}: ${isolated(label)} is filled from the finish log`
      : `${isolated(run)}: ${isolated(label)} and ${countOf(others, "other segment")} are filled from the finish log`,
  toPodiumUndone: (segments: number): string =>
    segments === 1
      ? "One segment is as it was before"
      : `${formatCount(segments)} segments are as they were before`,
  toOthersAnnounced:
    "A chosen segment was announced. Write why it changes; the history keeps both.",
  fillsTitle: "Times in the segments",
  fillTimes: (count: number): string => `${countOf(count, "time")} from the log`,
  fillChip: "This segment counts chip times. The times of the log count from the gun.",
  fillAnnounced: "It was announced.",
  fillReplace: (segment: string, count: number): string =>
    `${isolated(segment)}: replace ${count === 1 ? "a typed time that is" : `${formatCount(count)} typed times that are`} different`,
  fillDiffers: (typed: string, log: string): string => `typed ${typed}, log ${log}`,
} as const;
