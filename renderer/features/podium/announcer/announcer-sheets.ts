import type { PodiumSegment, SegmentClock, Slot } from "#shared/contract/podium.ts";

/** The sheet of a segment in the announcer's window: the announced sheet, or a draft. */
export interface AnnouncerSheet {
  readonly segment: PodiumSegment;
  readonly slots: readonly Slot[];
  /** The announced clock; for a draft, the clock of the segment. */
  readonly clock: SegmentClock;
  readonly isDraft: boolean;
}

/** The announced sheets, and the drafts on request. A change after the announcement is not shown (P5). */
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

/** Names are revealed from the last place to the first. */
export const isRevealed = (index: number, lines: number, revealed: number): boolean =>
  index >= lines - revealed;

/** The index of a segment's sheet; the first sheet if the segment has none. */
export const findSheet = (sheets: readonly AnnouncerSheet[], segmentId: string | null): number =>
  Math.max(
    0,
    sheets.findIndex(({ segment }) => segment.segmentId === segmentId),
  );
