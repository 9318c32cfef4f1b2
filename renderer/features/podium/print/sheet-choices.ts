import type { PodiumSegment } from "#shared/contract/podium.ts";

/** The segments that can be chosen for the printer. */
export interface SheetChoices {
  readonly announced: readonly PodiumSegment[];
  readonly filled: readonly PodiumSegment[];
  readonly all: readonly PodiumSegment[];
}

/**
 * A segment that changed after its announcement counts as announced, as above the board and in the announcer's window; its
 * sheet says that it changed (P5).
 */
export const sheetChoices = (segments: readonly PodiumSegment[]): SheetChoices => ({
  announced: segments.filter(({ announced }) => announced !== null),
  filled: segments.filter(({ slots }) => slots.length > 0),
  all: segments,
});
