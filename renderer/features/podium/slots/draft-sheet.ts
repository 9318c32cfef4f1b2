import type { ChangedLine } from "#renderer/i18n/en/podium/podium.ts";
import type { PodiumSegment, Slot, SlotInput, SlotWarning } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { hundredthsOf, showRaceTime } from "#shared/domain/podium/race-time.ts";
import { isAwarded, placesByOrder } from "#shared/domain/podium/ranking.ts";

/** A line of a sheet that is not saved yet. If `isLookedUp` is false, the runner with its bib is not known yet. */
export interface DraftSlot extends Slot {
  readonly isLookedUp: boolean;
  /** The time is that of the former bib in the finish log; the look-up of the new bib replaces it. */
  readonly followsLog?: boolean;
}

/** A line as a person typed it. */
export interface TypedLine extends Pick<
  DraftSlot,
  "bib" | "time" | "tie" | "isLookedUp" | "followsLog"
> {
  /** Null: nobody here has the bib, several have it, or it was not looked up yet. */
  readonly runner: LineRunner | null;
}

/** The line has its runner's time from the finish log, so the time changes with the runner. */
export const isFromLog = ({
  hundredths,
  loggedHundredths,
}: Pick<Slot, "hundredths" | "loggedHundredths">): boolean =>
  hundredths !== null && hundredths === loggedHundredths;

/** The typed fields that decide what becomes of the line's time. */
export interface TypedOver {
  readonly bib: string;
  readonly chosen: LineRunner | null;
  readonly isTouched: boolean;
  readonly isTimeMeant: boolean;
  readonly timeAnsweredFor: string | null;
}

/** The line names nobody: it has no bib, and no runner without a bib was scanned or chosen for it. */
export const isEmptied = ({ bib, chosen }: Pick<TypedOver, "bib" | "chosen">): boolean =>
  bib.trim() === "" && chosen === null;

/** Somebody else is on a line with a time, and no time was typed for them. */
export const isTimeOfOther = (
  typed: TypedOver,
  line: Pick<Slot, "bib" | "time" | "runnerId">,
): boolean => {
  if (!typed.isTouched || typed.isTimeMeant || line.time === null || isEmptied(typed)) return false;
  const bib = typed.bib.trim();
  return bib !== line.bib || (bib === "" && typed.chosen?.id !== line.runnerId);
};

/** Whom an answer about the time is for: the bib, or the runner without a bib. */
export const answeredFor = ({ bib, chosen }: Pick<TypedOver, "bib" | "chosen">): string =>
  bib.trim() === "" ? `runner ${chosen?.id ?? ""}` : bib.trim();

/** The time was typed for the former runner: a person decides whether the new runner has the same time (P8). */
export const asksWhoseTime = (
  typed: TypedOver,
  line: Pick<Slot, "bib" | "time" | "runnerId" | "hundredths" | "loggedHundredths">,
): boolean =>
  isTimeOfOther(typed, line) && !isFromLog(line) && typed.timeAnsweredFor !== answeredFor(typed);

/** The runner's time in the finish log as text for a time field; empty if the log has none. */
export function loggedTime(
  logged: readonly { readonly runnerId: string; readonly hundredths: number }[],
  runnerId: string | null,
): string {
  const found = logged.find((one) => one.runnerId === runnerId);
  return found === undefined ? "" : showRaceTime(found.hundredths);
}

/** What a line needs to know of its runner. */
export type LineRunner = Pick<RunnerRow, "id" | "name" | "bib" | "teamId"> &
  Partial<Pick<RunnerRow, "runId" | "runLabel">>;

/** The runner of a saved line. */
export const runnerOf = (slot: Slot): LineRunner | null =>
  slot.runnerId === null
    ? null
    : { id: slot.runnerId, name: slot.name, bib: slot.currentBib, teamId: slot.teamId };

/** Depth and clock as announced, if one of them differs now; else null (P5). */
export const announcedSetup = ({
  announced,
  depth,
  clock,
}: Pick<PodiumSegment, "announced" | "depth" | "clock">): PodiumSegment["announced"] =>
  announced?.depth === depth && announced.clock === clock ? null : announced;

/** A segment's saved lines, ready to be changed. */
export const draftOf = (slots: readonly Slot[]): DraftSlot[] =>
  slots.map((slot) => ({ ...slot, isLookedUp: true }));

export const inputsOf = (slots: readonly SlotInput[]): SlotInput[] =>
  slots.map(({ bib, runnerId, tie, time }) => ({ bib, runnerId, tie, time }));

/** Whether both sheets have the same lines; the looked-up runners are not compared. */
export const isSameSheet = (one: readonly SlotInput[], other: readonly SlotInput[]): boolean =>
  JSON.stringify(inputsOf(one)) === JSON.stringify(inputsOf(other));

type PlacedLine = SlotInput & Pick<ChangedLine, "place">;

/** The only line in which two sheets differ, as it is now; null if several differ, or if its runner has no bib. */
export function onlyChange(
  before: readonly PlacedLine[],
  now: readonly PlacedLine[],
): ChangedLine | null {
  const longer = before.length > now.length ? before : now;
  const [change, ...others] = longer.flatMap(({ place }, index) => {
    const was = before.slice(index, index + 1);
    const is = now.slice(index, index + 1);
    const bibs = { bib: is[0]?.bib ?? null, bibBefore: was[0]?.bib ?? null };
    return isSameSheet(was, is) ? [] : [{ place: is[0]?.place ?? place, ...bibs }];
  });
  return change === undefined || others.length > 0 || change.bib === "" ? null : change;
}

/** Replaces the line at `index`, or appends the line: a sheet has no empty line between others. */
export function putLine(
  slots: readonly DraftSlot[],
  index: number,
  line: TypedLine,
  depth: number | null,
): DraftSlot[] {
  const at = Math.min(index, slots.length);
  return renumber(slots.toSpliced(at, 1, slotOf(line)), depth);
}

/** Removes a line. A runner who tied only with this line no longer ties. */
export function removeLine(
  slots: readonly DraftSlot[],
  index: number,
  depth: number | null,
): DraftSlot[] {
  const removed = slots[index];
  const left = slots.toSpliced(index, 1);
  const next = left[index];
  if (removed?.tie === false && next !== undefined) left[index] = { ...next, tie: false };
  return renumber(left, depth);
}

/** Swaps the line with its neighbour. A tie belongs to the place and does not move with the runner. */
export function moveLine(
  slots: readonly DraftSlot[],
  index: number,
  by: 1 | -1,
  depth: number | null,
): DraftSlot[] {
  const one = slots[index];
  const other = slots[index + by];
  if (one === undefined || other === undefined) return [...slots];
  const moved = slots
    .with(index, { ...other, tie: one.tie })
    .with(index + by, { ...one, tie: other.tie });
  return renumber(moved, depth);
}

/** Switches whether the line ties with the line above it. The first line has no line above it. */
export function toggleTie(
  slots: readonly DraftSlot[],
  index: number,
  depth: number | null,
): DraftSlot[] {
  const slot = slots[index];
  if (slot === undefined || index === 0) return [...slots];
  return renumber(slots.with(index, { ...slot, tie: !slot.tie }), depth);
}

/** Computes the place of every line (P1), and whether it is below the last award place. */
function renumber(slots: readonly DraftSlot[], depth: number | null): DraftSlot[] {
  const lines = slots.map((slot, index) => (index === 0 ? { ...slot, tie: false } : slot));
  const places = placesByOrder(lines.map(({ tie }) => tie));
  return lines.map((slot, index) => {
    const place = places[index] ?? index + 1;
    return { ...slot, place, beyondDepth: !isAwarded(place, depth) };
  });
}

function slotOf({ bib, time, tie, runner, isLookedUp, followsLog = false }: TypedLine): DraftSlot {
  return {
    bib,
    runnerId: runner?.id ?? null,
    tie,
    time,
    place: 0,
    name: runner?.name ?? null,
    pronunciation: null,
    currentBib: runner?.bib ?? null,
    teamId: runner?.teamId ?? null,
    hundredths: hundredthsOf(time),
    loggedHundredths: null,
    beyondDepth: false,
    warnings: [],
    isLookedUp,
    followsLog,
  };
}

/** The only holder of a bib, or the only holder in this run; null if that leaves several. */
export function chooseHolder(holders: readonly RunnerRow[], runId: string): RunnerRow | null {
  const here = holders.filter((holder) => holder.runId === runId);
  const [only, second] = here.length > 0 ? here : holders;
  return only !== undefined && second === undefined ? only : null;
}

/** The warning that needs no other line, so that it is shown while the bib is typed (P4). */
export const otherRunWarnings = (
  runner: Pick<LineRunner, "runId" | "runLabel"> | null,
  runId: string,
): SlotWarning[] =>
  runner?.runId === undefined || runner.runLabel === undefined || runner.runId === runId
    ? []
    : [{ kind: "other-run", runLabel: runner.runLabel }];

/** A warning about a typed runner, or a relay team, who already has another line of the segment (P4). */
export function twiceWarnings(
  runner: Pick<LineRunner, "id" | "teamId"> | null,
  lines: readonly DraftSlot[],
  index: number,
): SlotWarning[] {
  if (runner === null) return [];
  const twin = lines.find(
    (line, at) =>
      at !== index &&
      (runner.teamId === null ? line.runnerId === runner.id : line.teamId === runner.teamId),
  );
  return twin === undefined ? [] : [{ kind: "twice-in-segment", place: twin.place }];
}

/** The keys that end a bib and begin its time. */
export const isTimeSeparator = (key: string): boolean => /^[\s,;:]$/.test(key);

/** Splits `2024 35:00`, `104:1:09:20` and `104;1:09` into bib and time: the time begins after the first separator. */
export function splitTyped(text: string): { readonly bib: string; readonly time: string | null } {
  const [, bib, time] = /^[\s,;:]*([^\s,;:]+)[\s,;:]+(.*)$/s.exec(text) ?? [];
  return bib === undefined || time === undefined
    ? { bib: text, time: null }
    : { bib, time: time.trim() };
}

/** More empty places than this are counted, not rendered. */
const mostEmptyShown = 12;

/** How many rows a column shows: its lines and its empty places; at least one empty place if the depth is unknown. */
export function countRows(
  lines: number,
  depth: number | null,
): {
  readonly rows: number;
  readonly hidden: number;
} {
  const empty = depth === null ? 1 : Math.max(0, depth - lines);
  const shown = Math.min(empty, mostEmptyShown);
  return { rows: lines + shown, hidden: empty - shown };
}

export type Bracket = "first" | "middle" | "last";

/** The part of the bracket beside a line; a bracket joins the lines of a tie. Undefined if the line does not tie. */
export function bracketPart(
  slots: readonly Pick<Slot, "tie">[],
  index: number,
): Bracket | undefined {
  const isTied = index > 0 && slots[index]?.tie === true;
  const continues = slots[index + 1]?.tie === true;
  if (isTied) return continues ? "middle" : "last";
  return continues ? "first" : undefined;
}

/** The revision of the sheet that a person sees. */
export const seenRevisions = ({ revision }: PodiumSegment): string[] =>
  revision === null ? [] : [revision];

/** All current revisions, for a sheet that decides between rivals (J4). */
export const currentRevisions = ({
  revision,
  rivals,
}: Pick<PodiumSegment, "revision" | "rivals">): string[] =>
  [revision, ...rivals.map((rival) => rival.revision)].filter((id) => id !== null);

/** The next place to type into: in the first segment that is neither announced nor full, after segment `after`. */
export function findNextEmpty(
  segments: readonly (Pick<PodiumSegment, "segmentId" | "state" | "depth"> & {
    readonly slots: readonly unknown[];
  })[],
  after: string | null,
): { readonly segmentId: string; readonly index: number } | null {
  const from = after === null ? 0 : segments.findIndex(({ segmentId }) => segmentId === after) + 1;
  const open = segments
    .slice(from)
    .find(
      ({ state, slots, depth }) =>
        (state === "empty" || state === "draft") &&
        countRows(slots.length, depth).rows > slots.length,
    );
  return open === undefined ? null : { segmentId: open.segmentId, index: open.slots.length };
}
