import type { PodiumSegment, SegmentClock, Slot } from "#shared/contract/podium.ts";

/** What the announcer's window sheets of a segment: the sheet that was announced, or a draft, marked as one. */
export interface AnnouncerSheet {
  readonly segment: PodiumSegment;
  readonly slots: readonly Slot[];
  /** As it was announced, too. */
  readonly clock: SegmentClock;
  readonly isDraft: boolean;
}

/** Announced segments only, unless drafts are asked for. A change after the announcement is not read out by itself (P5). */
export function listSheets(
  segments: readonly PodiumSegment[],
  withDrafts: boolean,
): AnnouncerSheet[] {
  return segments.flatMap((segment): AnnouncerSheet[] => {
    const { announced, slots, clock } = segment;
    if (announced !== null) {
      return [{ segment, slots: announced.slots, clock: announced.clock, isDraft: false }];
    }
    return withDrafts && slots.length > 0 ? [{ segment, slots, clock, isDraft: true }] : [];
  });
}

/** The names come from the last place up to the first: a line is seen once so many were revealed. */
export const isRevealed = (index: number, lines: number, revealed: number): boolean =>
  index >= lines - revealed;

/** Which of the sheets stands there: the one named, else the nearest that is left of where it was. */
export function findSheet(sheets: readonly AnnouncerSheet[], segmentId: string | null): number {
  const at = sheets.findIndex(({ segment }) => segment.segmentId === segmentId);
  return Math.max(0, at);
}
