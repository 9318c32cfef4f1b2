import type { OutputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import { readTypedTime } from "#shared/domain/podium/typed-time.ts";
import type { SheetCommands } from "../board/sheet-commands.ts";
import { usePodium, workOf } from "../podium-store.ts";
import type { ActiveSlot } from "../podium-store.ts";
import {
  asksWhoseTime,
  chooseHolder,
  countRows,
  draftOf,
  findNextEmpty,
  isFromLog,
  loggedTime,
  moveLine,
  putLine,
  removeLine,
  splitTyped,
  toggleTie,
  runnerOf,
} from "./draft-sheet.ts";
import type { DraftSlot, TypedLine } from "./draft-sheet.ts";

/** The last answer to "whom does this bib mean?". */
export interface BibLookup {
  readonly bib: string;
  readonly holders: OutputOf<"podium.find">["holders"];
  readonly logged: OutputOf<"podium.find">["logged"];
}

/** What a person does to the sheets of one run, by keys or by touch. */
export interface Editor {
  /** The run is run by teams. */
  readonly isRelay: boolean;
  /** What the keyboard wrote; a separator in the bib's field begins the time. */
  readonly type: (text: { readonly bib: string } | { readonly time: string }) => void;
  readonly askTime: () => void;
  /** Whose the typed time is, said; what the question held back goes on. */
  readonly answerTime: (time: string) => void;
  /** Opens a slot; what was typed in the one before is saved as Enter does. */
  readonly open: (segmentId: string, index: number) => void;
  /** The yellow thing: saves the line and goes on. */
  readonly enter: () => void;
  /** Esc: what was typed is forgotten, then the slot is closed. */
  readonly cancel: () => void;
  readonly step: (by: 1 | -1) => void;
  readonly cross: (by: 1 | -1) => void;
  readonly tie: () => void;
  readonly remove: () => void;
  readonly move: (by: 1 | -1) => void;
  readonly choose: (runner: RunnerRow) => void;
  readonly setLookup: (found: BibLookup | null) => void;
  /** After an undo, or another desk's change: the open slot shows what stands there now. */
  readonly reopen: () => void;
}

/** A column that was announced is read, until somebody says why it must change (P5). */
export function isLocked(runId: string, { segmentId, state }: PodiumSegment): boolean {
  return (state === "announced" || state === "changed") && workOf(runId, segmentId).reason === null;
}

/** What a column shows: what was typed last, else what the program says. */
export const linesOf = (runId: string, segment: PodiumSegment): readonly DraftSlot[] =>
  workOf(runId, segment.segmentId).slots ?? draftOf(segment.slots);

/** What the functions of this file share. */
interface Editing {
  readonly runId: string;
  /** The run is run by teams, and one bib stands for a team (B2). */
  readonly isRelay: boolean;
  /** Those of the run as they are shown now. */
  readonly segments: () => readonly PodiumSegment[];
  readonly orders: SheetCommands;
  found: BibLookup | null;
}

const screen = usePodium.getState;

export function createEditor(
  runId: string,
  isRelay: boolean,
  segments: () => readonly PodiumSegment[],
  orders: SheetCommands,
): Editor {
  return editorOf({ runId, isRelay, segments, orders, found: null });
}

function editorOf(editing: Editing): Editor {
  return {
    isRelay: editing.isRelay,
    type: (text) => typeInto(editing, text),
    askTime() {
      screen().type({ asksTime: true });
    },
    open(segmentId, index) {
      const { active } = screen();
      if (active?.segmentId === segmentId && active.index === index) return;
      if (commit(editing)) show(editing, segmentId, index);
    },
    answerTime(time) {
      const { active } = screen();
      if (active === null) return;
      touch(editing, { time, timeAnsweredFor: active.bib.trim(), timeAsked: 0 });
      if (active.timeAsked > 0) enter(editing);
    },
    enter: () => enter(editing),
    cancel() {
      const { active } = screen();
      if (active === null) return;
      if (active.isTouched) show(editing, active.segmentId, active.index);
      else screen().activate(null);
    },
    step: (by) => step(editing, by),
    cross: (by) => switchSegment(editing, by),
    tie: () => tie(editing),
    remove: () => remove(editing),
    move(by) {
      const at = current(editing);
      if (at === null || at.lines[at.active.index + by] === undefined) return;
      change(
        editing,
        (lines, index, depth) => moveLine(lines, index, by, depth),
        (index) => index + by,
      );
    },
    choose(runner) {
      const bib = runner.bib ?? "";
      touch(editing, {
        chosen: withoutTeam(editing, runner),
        bib,
        ...resetTimeQuestion(editing, bib),
      });
      updateTime(editing, runner.id, editing.found?.bib === runner.bib ? editing.found.logged : []);
    },
    setLookup: (next) => setLookup(editing, next),
    reopen() {
      const { active } = screen();
      if (active !== null && !active.isTouched) show(editing, active.segmentId, active.index);
    },
  };
}

/** A reply is known before it is drawn. */
const find = ({ runId, segments }: Editing, segmentId: string): PodiumSegment | undefined =>
  workOf(runId, segmentId).fresh?.segment ??
  segments().find((segment) => segment.segmentId === segmentId);

/** The open slot's segment, and the lines that the person sees while typing. */
function current(editing: Editing): {
  readonly active: ActiveSlot;
  readonly seen: PodiumSegment;
  readonly lines: readonly DraftSlot[];
} | null {
  const { runId } = editing;
  const { active } = screen();
  const segment = active === null ? undefined : find(editing, active.segmentId);
  if (active === null || segment === undefined) return null;
  const seen = active.seen ?? segment;
  return { active, seen, lines: workOf(runId, seen.segmentId).slots ?? draftOf(seen.slots) };
}

function show(editing: Editing, segmentId: string, index: number): void {
  const { runId } = editing;
  const segment = find(editing, segmentId);
  if (segment === undefined) return;
  const lines = linesOf(runId, segment);
  const at = Math.min(index, lines.length);
  const line = lines[at];
  if (line !== undefined) screen().explain({ segmentId, index: at });
  if (isLocked(runId, segment)) {
    screen().activate(null);
    return;
  }
  screen().activate({
    segmentId,
    index: at,
    bib: line?.bib ?? "",
    time: line?.time ?? "",
    tie: line?.tie ?? false,
    asksTime: (line?.time ?? "") !== "",
    isTimeMeant: false,
    timeAnsweredFor: null,
    timeAsked: 0,
    isTouched: false,
    chosen: null,
    seen: null,
    fault: null,
  });
}

/** Saves what is typed, if it can be. False: it cannot, and the slot says why. */
function commit(editing: Editing): boolean {
  const { orders } = editing;
  const at = current(editing);
  if (at === null || !at.active.isTouched) return true;
  const { active, seen, lines } = at;
  const bib = active.bib.trim();
  const time = active.time.trim();
  const old = lines[active.index];
  if (bib === "") {
    if (time !== "") return fail("bib-missing");
    if (old !== undefined) orders.write(seen, removeLine(lines, active.index, seen.depth));
    return true;
  }
  if (old !== undefined && asksWhoseTime(active, old)) {
    screen().type({ timeAsked: active.timeAsked + 1 });
    return false;
  }
  const read = time === "" ? null : readTypedTime(time);
  if (read !== null && !read.ok) return fail(read.error.code);
  const line: TypedLine = {
    bib,
    // With its colons it is read alike by every version.
    time: read === null ? null : showRaceTime(read.value.hundredths),
    tie: active.tie && active.index > 0,
    ...whoIs(editing, active, bib, old),
  };
  // Faster than the look-up: the time comes with it (orders.ts).
  const followsLog = !line.isLookedUp && !active.isTimeMeant && old !== undefined && isFromLog(old);
  orders.write(seen, putLine(lines, active.index, { ...line, followsLog }, seen.depth));
  screen().explain({ segmentId: active.segmentId, index: Math.min(active.index, lines.length) });
  return true;
}

function whoIs(
  editing: Editing,
  { chosen }: ActiveSlot,
  bib: string,
  old: DraftSlot | undefined,
): Pick<TypedLine, "runner" | "isLookedUp"> {
  const { runId } = editing;
  if (chosen !== null) return { runner: withoutTeam(editing, chosen), isLookedUp: true };
  if (old?.bib === bib) return { runner: runnerOf(old), isLookedUp: old.isLookedUp };
  return editing.found?.bib === bib
    ? { runner: withoutTeam(editing, chooseHolder(editing.found.holders, runId)), isLookedUp: true }
    : { runner: null, isLookedUp: false };
}

/** Only a relay is won by teams; elsewhere the word on the registration means nothing here. */
const withoutTeam = ({ isRelay }: Editing, runner: RunnerRow | null): RunnerRow | null =>
  runner === null || isRelay ? runner : { ...runner, teamId: null };

/** An answer about a time is for one bib. Another brings back the line's time, and the question. */
function resetTimeQuestion(editing: Editing, bib: string): Partial<ActiveSlot> {
  const at = current(editing);
  const answeredFor = at?.active.timeAnsweredFor ?? null;
  if (at === null || answeredFor === null || answeredFor === bib.trim()) return { timeAsked: 0 };
  return {
    timeAsked: 0,
    timeAnsweredFor: null,
    time: at.lines[at.active.index]?.time ?? "",
  };
}

function fail(fault: NonNullable<ActiveSlot["fault"]>): false {
  screen().type({ fault, asksTime: true });
  return false;
}

/** Changes the saved lines at once; what is half typed goes along. */
function change(
  editing: Editing,
  next: (lines: readonly DraftSlot[], index: number, depth: number | null) => DraftSlot[],
  goTo: (index: number) => number,
): void {
  const { runId, orders } = editing;
  if (!commit(editing)) return;
  const { active } = screen();
  const segment = active === null ? undefined : find(editing, active.segmentId);
  if (active === null || segment === undefined) return;
  const lines = linesOf(runId, segment);
  if (lines[active.index] === undefined) return;
  orders.write(segment, next(lines, active.index, segment.depth));
  show(editing, active.segmentId, Math.max(0, goTo(active.index)));
}

/** From the first key on, what the person sees is what they write over. */
function touch(editing: Editing, part: Partial<ActiveSlot>): void {
  const at = current(editing);
  if (at === null) return;
  screen().type({ ...part, isTouched: true, seen: at.seen });
}

/** The time that the open line shows belongs to whoever had its bib: another runner brings their own, or it is asked. */
function updateTime(editing: Editing, runnerId: string | null, logged: BibLookup["logged"]): void {
  const at = current(editing);
  const old = at?.lines[at.active.index];
  if (at === null || old === undefined || at.active.isTimeMeant) return;
  const isOther = at.active.bib.trim() !== old.bib || runnerId !== old.runnerId;
  if (!isOther) screen().type({ time: old.time ?? "" });
  else if (isFromLog(old)) screen().type({ time: loggedTime(logged, runnerId) });
}

function enter(editing: Editing): void {
  const { runId, segments } = editing;
  const at = current(editing);
  if (at === null || !commit(editing)) return;
  const { active, seen } = at;
  const segment = find(editing, active.segmentId) ?? seen;
  const lines = linesOf(runId, segment);
  const wasRemoved = active.isTouched && active.bib.trim() === "";
  const next = wasRemoved ? active.index : active.index + 1;
  if (next < countRows(lines.length, segment.depth).rows)
    return show(editing, active.segmentId, next);
  const empty = findNextEmpty(segments(), active.segmentId);
  if (empty === null) show(editing, active.segmentId, active.index);
  else show(editing, empty.segmentId, empty.index);
}

function typeInto(editing: Editing, text: Parameters<Editor["type"]>[0]): void {
  if ("time" in text) return touch(editing, { time: text.time, isTimeMeant: true });
  const { bib, time } = splitTyped(text.bib);
  touch(editing, {
    bib,
    chosen: null,
    ...resetTimeQuestion(editing, bib),
    ...(time === null || time === "" ? {} : { time, isTimeMeant: true }),
    ...(time === null ? {} : { asksTime: true }),
  });
}

function switchSegment(editing: Editing, by: 1 | -1): void {
  const { runId, segments } = editing;
  const { active } = screen();
  if (active === null) return;
  const all = segments();
  let at = all.findIndex(({ segmentId }) => segmentId === active.segmentId) + by;
  let target = all[at];
  while (target !== undefined && isLocked(runId, target)) target = all[(at += by)];
  if (target !== undefined && commit(editing)) show(editing, target.segmentId, active.index);
}

function tie(editing: Editing): void {
  const at = current(editing);
  if (at === null || at.active.index === 0) return;
  const { active, lines } = at;
  if (active.isTouched || lines[active.index] === undefined) {
    touch(editing, { tie: !active.tie });
  } else {
    change(editing, toggleTie, (index) => index);
  }
}

function remove(editing: Editing): void {
  const { orders } = editing;
  const at = current(editing);
  if (at === null) return;
  const { active, seen, lines } = at;
  if (lines[active.index] !== undefined) {
    orders.write(seen, removeLine(lines, active.index, seen.depth));
  }
  show(
    editing,
    active.segmentId,
    Math.max(0, active.index - (active.index < lines.length ? 0 : 1)),
  );
}

function setLookup(editing: Editing, next: BibLookup | null): void {
  const { runId } = editing;
  editing.found = next;
  const { active } = screen();
  if (next === null || active === null || active.bib.trim() !== next.bib) return;
  updateTime(
    editing,
    (active.chosen ?? chooseHolder(next.holders, runId))?.id ?? null,
    next.logged,
  );
}

function step(editing: Editing, by: 1 | -1): void {
  const at = current(editing);
  if (at === null) return;
  const next = at.active.index + by;
  // One below the last line is there for whoever ties at the cut.
  if (next < 0 || next > at.lines.length || !commit(editing)) return;
  show(editing, at.active.segmentId, next);
}
