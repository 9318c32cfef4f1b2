import type { PodiumSegment, SegmentClock, Slot } from "#shared/contract/podium.ts";

/** What the announcer's window shows of a segment: the sheet that was announced, or a draft, marked as one. */
export interface Show {
  readonly segment: PodiumSegment;
  readonly slots: readonly Slot[];
  /** As it was announced, too. */
  readonly clock: SegmentClock;
  readonly isDraft: boolean;
}

/** Announced segments only, unless drafts are asked for. A change after the announcement is not read out by itself (P5). */
export function showsOf(segments: readonly PodiumSegment[], withDrafts: boolean): Show[] {
  return segments.flatMap((segment): Show[] => {
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

/** Which of the shows stands there: the one named, else the nearest that is left of where it was. */
export function findShow(shows: readonly Show[], segmentId: string | null): number {
  const at = shows.findIndex(({ segment }) => segment.segmentId === segmentId);
  return Math.max(0, at);
}
