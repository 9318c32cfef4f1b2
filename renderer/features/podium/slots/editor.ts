import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";

/** The last answer to the look-up of a bib. */
export interface BibLookup {
  readonly bib: string;
  readonly holders: OutputOf<"podium.find">["holders"];
  readonly logged: OutputOf<"podium.find">["logged"];
  /** Runners with this text in their name. */
  readonly names: readonly RunnerRow[];
}

/** Edits the sheets of one run, by keys or by touch. */
export interface Editor {
  /** Teams take part in the run. */
  readonly isRelay: boolean;
  /** The new text of a field. In the bib field, the time begins after a separator. */
  readonly type: (text: { readonly bib: string } | { readonly time: string }) => void;
  readonly askTime: () => void;
  /** The answer to the question about the time (P8). If Enter opened the question, the line is saved. */
  readonly answerTime: (time: string) => void;
  /** Opens a slot, and saves the former open slot. */
  readonly open: (segmentId: string, index: number) => void;
  /** Saves the line and opens the next place. */
  readonly enter: () => void;
  /** The typed name is the bib: saves the line (P4). */
  readonly enterAsBib: () => void;
  /** Esc: drops the typed text; without typed text, closes the slot. */
  readonly cancel: () => void;
  readonly step: (by: 1 | -1) => void;
  /**
   * Saves the open slot, and opens the first empty place: of the segments after `after`; without it, of the segment that was
   * typed into last, else of all segments.
   */
  readonly openEmpty: (after?: string) => void;
  /** Goes to the segment on the left or on the right. */
  readonly cross: (by: 1 | -1) => void;
  readonly tie: () => void;
  readonly remove: () => void;
  /**
   * Undoes the last change of this segment, or of the segment that Enter has just filled. Without an open place it is the
   * segment that was typed into last.
   */
  readonly undo: () => void;
  /** Says that the podium has no redo, because check-in has one. */
  readonly redo: () => void;
  readonly move: (by: 1 | -1) => void;
  readonly choose: (runner: RunnerRow) => void;
  readonly setLookup: (found: BibLookup | null) => void;
  /** Shows the saved line in the open slot, after an undo or a change of another desk. */
  readonly reopen: () => void;
}
