import type { OutputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { SheetCommands } from "../board/sheet-commands.ts";
import { isLocked, openSlot, usePodium, workOf } from "../podium-store.ts";
import type { ActiveSlot, SlotOpener } from "../podium-store.ts";
import { draftOf, isSameSheet, runnerOf } from "./draft-sheet.ts";
import type { DraftSlot } from "./draft-sheet.ts";

/** The lines of a column: the unsaved ones, else the saved ones. */
export const linesOf = (runId: string, segment: PodiumSegment): readonly DraftSlot[] =>
  workOf(runId, segment.segmentId).slots ?? draftOf(segment.slots);

/** The last answer to the look-up of a bib. */
export interface BibLookup extends Pick<OutputOf<"podium.find">, "holders" | "logged"> {
  readonly bib: string;
  /** Runners with this text in their name. */
  readonly names: readonly RunnerRow[];
}

/** What the functions that edit the sheets of one run share. */
export interface Editing {
  readonly runId: string;
  readonly isRelay: boolean;
  /** The rendered segments of the run. */
  readonly segments: () => readonly PodiumSegment[];
  readonly commands: SheetCommands;
  lookup: BibLookup | null;
}

const { getState: podium, setState: set } = usePodium;

/** The reply to a command is newer than the rendered segments. */
export const find = ({ runId, segments }: Editing, segmentId: string): PodiumSegment | undefined =>
  workOf(runId, segmentId).fresh?.segment ??
  segments().find((segment) => segment.segmentId === segmentId);

/** The segment of the open slot, and the lines that the person sees while typing. */
export function current(editing: Editing): {
  readonly active: ActiveSlot;
  readonly seen: PodiumSegment;
  readonly lines: readonly DraftSlot[];
} | null {
  const { active } = podium();
  const segment = active === null ? undefined : find(editing, active.segmentId);
  if (active === null || segment === undefined) return null;
  const { seen: before, index } = active;
  const isUnsaved = workOf(editing.runId, segment.segmentId).slots !== null;
  const seen =
    before === null || (!isUnsaved && isChangedElsewhere(before, segment, index))
      ? segment
      : before;
  return { active, seen, lines: linesOf(editing.runId, seen) };
}

/** Neither the line at `index` nor the number of lines above it changed, so a line typed there fits both sheets (P5). */
const isChangedElsewhere = (before: PodiumSegment, now: PodiumSegment, index: number): boolean =>
  Math.min(before.slots.length, index) === Math.min(now.slots.length, index) &&
  isSameSheet(before.slots.slice(index, index + 1), now.slots.slice(index, index + 1));

/** Shows the saved line in the open slot. */
export const showAgain = (editing: Editing, { segmentId, index, openedBy }: ActiveSlot): void =>
  show(editing, segmentId, index, openedBy);

export function show(
  editing: Editing,
  segmentId: string,
  index: number,
  openedBy: SlotOpener | null = null,
): void {
  const { runId } = editing;
  const segment = find(editing, segmentId);
  if (segment === undefined) return;
  const lines = linesOf(runId, segment);
  const at = Math.min(index, lines.length);
  const line = lines[at];
  if (line !== undefined) set({ explained: { segmentId, index: at } });
  if (isLocked(runId, segment)) {
    set({ active: null });
    return;
  }
  openSlot({
    segmentId,
    index: at,
    bib: line?.bib ?? "",
    time: line?.time ?? "",
    tie: line?.tie ?? false,
    asksTime: (line?.time ?? "") !== "",
    field: "bib",
    isTimeMeant: false,
    timeAnsweredFor: null,
    timeAsked: 0,
    isTouched: false,
    chosen: line?.bib === "" ? runnerOf(line) : null,
    isBibMeant: false,
    seen: null,
    fault: null,
    openedBy,
  });
}
