import type { PodiumSegment, Slot, SlotInput } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { readRaceTime, showRaceTime } from "#shared/domain/podium/race-time.ts";
import { isAwarded, placesByOrder } from "#shared/domain/podium/ranking.ts";

/** A line of a sheet on its way to the disk; `isLookedUp` false: nobody has asked yet whom its bib means. */
export interface DraftSlot extends Slot {
  readonly isLookedUp: boolean;
  /** The bib before had this time from the finish log: once the new one is looked up, its own takes the place. */
  readonly followsLog?: boolean;
}

/** A line as a person typed it. */
export interface TypedLine {
  readonly bib: string;
  readonly time: string | null;
  readonly tie: boolean;
  /** Null: nobody here has the bib, several have it, or it was not looked up yet. */
  readonly wearer: Wearer | null;
  readonly isLookedUp: boolean;
  readonly followsLog?: boolean;
}

/** The line's time is its runner's in the finish log, so another runner brings another one. */
export const isFromLog = ({
  hundredths,
  loggedHundredths,
}: Pick<Slot, "hundredths" | "loggedHundredths">): boolean =>
  hundredths !== null && hundredths === loggedHundredths;

/** What is typed over a line, as far as its time depends on it. */
export interface TypedOver {
  readonly bib: string;
  readonly isTouched: boolean;
  readonly isTimeMeant: boolean;
  readonly timeAnsweredFor: string | null;
}

/** Another bib stands on a line with a time, and nobody typed a time for it. */
export const isTimeOfOther = (
  { bib, isTouched, isTimeMeant }: TypedOver,
  line: Pick<Slot, "bib" | "time">,
): boolean =>
  isTouched && !isTimeMeant && line.time !== null && !["", line.bib].includes(bib.trim());

/** The time was typed for the former runner; a person says whether the new one has it (P8). */
export const asksWhoseTime = (
  typed: TypedOver,
  line: Pick<Slot, "bib" | "time" | "hundredths" | "loggedHundredths">,
): boolean =>
  isTimeOfOther(typed, line) && !isFromLog(line) && typed.timeAnsweredFor !== typed.bib.trim();

/** As it stands in a time field; empty for whom the log does not have. */
export function loggedTime(
  logged: readonly { readonly runnerId: string; readonly hundredths: number }[],
  runnerId: string | null,
): string {
  const found = logged.find((one) => one.runnerId === runnerId);
  return found === undefined ? "" : showRaceTime(found.hundredths);
}

/** Whom a bib means. */
export type Wearer = Pick<RunnerRow, "id" | "name" | "bib" | "teamId">;

/** Whom a line meant so far. */
export const wearerOf = (slot: Slot): Wearer | null =>
  slot.runnerId === null
    ? null
    : { id: slot.runnerId, name: slot.name, bib: slot.currentBib, teamId: slot.teamId };

/** Depth and clock as they were announced, where they are others by now; null where they are not (P5). */
export const otherSetUp = ({
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

/** The same lines, whoever looked them up. */
export const isSameSheet = (one: readonly SlotInput[], other: readonly SlotInput[]): boolean =>
  JSON.stringify(inputsOf(one)) === JSON.stringify(inputsOf(other));

/** Writes a line over the one at `index`, or behind the last one: a sheet has no holes. */
export function putLine(
  slots: readonly DraftSlot[],
  index: number,
  line: TypedLine,
  depth: number | null,
): DraftSlot[] {
  const at = Math.min(index, slots.length);
  return renumber(slots.toSpliced(at, 1, slotOf(line)), depth);
}

/** Takes a line out. Who tied with it, and with nobody else above, now has the place alone. */
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

/** The line changes places with its neighbour. Ties belong to the places, not to the runners. */
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

/** The line shares the place above, or does so no more. The first has nobody above. */
export function toggleTie(
  slots: readonly DraftSlot[],
  index: number,
  depth: number | null,
): DraftSlot[] {
  const slot = slots[index];
  if (slot === undefined || index === 0) return [...slots];
  return renumber(slots.with(index, { ...slot, tie: !slot.tie }), depth);
}

/** Gives every line its place (P1) and says which are beyond the awards. */
function renumber(slots: readonly DraftSlot[], depth: number | null): DraftSlot[] {
  const lines = slots.map((slot, index) => (index === 0 ? { ...slot, tie: false } : slot));
  const places = placesByOrder(lines.map(({ tie }) => tie));
  return lines.map((slot, index) => {
    const place = places[index] ?? index + 1;
    return { ...slot, place, beyondDepth: !isAwarded(place, depth) };
  });
}

function slotOf({ bib, time, tie, wearer, isLookedUp, followsLog = false }: TypedLine): DraftSlot {
  const read = time === null ? null : readRaceTime(time);
  return {
    bib,
    runnerId: wearer?.id ?? null,
    tie,
    time,
    place: 0,
    name: wearer?.name ?? null,
    pronunciation: null,
    currentBib: wearer?.bib ?? null,
    teamId: wearer?.teamId ?? null,
    hundredths: read?.ok === true ? read.value : null,
    loggedHundredths: null,
    beyondDepth: false,
    warnings: [],
    isLookedUp,
    followsLog,
  };
}

/** Whom a bib means when several wear it: the only one, or the only one of this run. Nobody else is guessed. */
export function chooseHolder(holders: readonly RunnerRow[], runId: string): RunnerRow | null {
  const here = holders.filter((holder) => holder.runId === runId);
  const [only, second] = here.length > 0 ? here : holders;
  return only !== undefined && second === undefined ? only : null;
}

/** The keys that end a bib and begin its time. */
export const isTimeSeparator = (key: string): boolean => /^[\s,;:]$/.test(key);

/** Takes `2024 35:00`, `104:1:09:20` and `104;1:09` apart: the time begins behind the first separator. */
export function splitTyped(text: string): { readonly bib: string; readonly time: string | null } {
  const [, bib, time] = /^[\s,;:]*([^\s,;:]+)[\s,;:]+(.*)$/s.exec(text) ?? [];
  return bib === undefined || time === undefined
    ? { bib: text, time: null }
    : { bib, time: time.trim() };
}

/** More empty places than this are counted, not drawn. */
const mostEmptyShown = 12;

/** How many rows a column shows: the lines, then the empty places, one at least where nobody says how many. */
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

/** Which part of a bracket a line has: ties of one place are held together in ink. */
export function bracketPart(
  slots: readonly Pick<Slot, "tie">[],
  index: number,
): "first" | "middle" | "last" | undefined {
  const isTied = index > 0 && slots[index]?.tie === true;
  const goesOn = slots[index + 1]?.tie === true;
  if (isTied) return goesOn ? "middle" : "last";
  return goesOn ? "first" : undefined;
}

/** The sheets a person saw who looked at this segment. */
export const sheetsSeen = ({ revision }: PodiumSegment): string[] =>
  revision === null ? [] : [revision];

/** All the sheets there are, for one that settles which is right (J4). */
export const allSheets = (segment: PodiumSegment): string[] => [
  ...sheetsSeen(segment),
  ...segment.rivals.map(({ revision }) => revision),
];

/** Where typing goes on: the first segment that is neither announced nor full, behind `after` if it names one. */
export function findNextEmpty(
  segments: readonly PodiumSegment[],
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
