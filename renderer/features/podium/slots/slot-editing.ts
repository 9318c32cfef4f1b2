import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { showRaceTime } from "#shared/domain/podium/race-time.ts";
import { readTypedTime } from "#shared/domain/podium/typed-time.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { SheetCommands } from "../board/sheet-commands.ts";
import { usePodiumLocation } from "../podium-location.ts";
import { isLocked, typeInSlot, usePodium } from "../podium-store.ts";
import type { ActiveSlot } from "../podium-store.ts";
import {
  answeredFor,
  asksWhoseTime,
  chooseHolder,
  countRows,
  findNextEmpty,
  isEmptied,
  isFromLog,
  loggedTime,
  moveLine,
  putLine,
  removeLine,
  splitTyped,
  toggleTie,
  runnerOf,
} from "./draft-sheet.ts";
import type { DraftSlot, LineRunner, TypedLine } from "./draft-sheet.ts";
import { current, find, linesOf, show, showAgain } from "./open-slot.ts";
import type { BibLookup, Editing } from "./open-slot.ts";

const podium = usePodium.getState;

const closeSlot = (): void => usePodium.setState({ active: null });

/** Edits the sheets of one run, by keys or by touch. */
export type Editor = ReturnType<typeof createEditor>;

export function createEditor(
  runId: string,
  isRelay: boolean,
  segments: () => readonly PodiumSegment[],
  commands: SheetCommands,
) {
  const editing: Editing = { runId, isRelay, segments, commands, lookup: null };
  return {
    /** Teams take part in the run. */
    isRelay,
    /** The new text of a field. In the bib field, the time begins after a separator. */
    type: (text: TypedText) => typeInto(editing, text),
    askTime: () => typeInSlot({ asksTime: true }),
    /** Opens a slot, and saves the former open slot. */
    open(segmentId: string, index: number) {
      const { active } = podium();
      if (active?.segmentId === segmentId && active.index === index) return;
      if (commit(editing)) show(editing, segmentId, index);
    },
    /** The answer to the question about the time (P8). If Enter opened the question, the line is saved. */
    answerTime(time: string) {
      const { active } = podium();
      if (active === null) return;
      touch(editing, { time, timeAnsweredFor: answeredFor(active), timeAsked: 0 });
      if (active.timeAsked > 0) enter(editing);
    },
    /**
     * Saves the open slot, and opens the first empty place: of the segments after `after`; without it, of the segment that
     * was typed into last, else of all segments.
     */
    openEmpty: (after?: string) => openEmpty(editing, after),
    /** Saves the line and opens the next place. */
    enter: () => enter(editing),
    /** The typed name is the bib: saves the line (P4). */
    enterAsBib() {
      touch(editing, { isBibMeant: true });
      enter(editing);
    },
    /** Esc: drops the typed text; without typed text, closes the slot. */
    cancel: () => cancel(editing),
    step: (by: 1 | -1) => step(editing, by),
    /** Goes to the segment on the left or on the right. */
    cross: (by: 1 | -1) => switchSegment(editing, by),
    tie: () => tie(editing),
    remove: () => remove(editing),
    /**
     * Undoes the last change of this segment, or of the segment that Enter has just filled. Without an open place it is
     * the segment that was typed into last.
     */
    undo: () => void undo(editing),
    /** Says that the podium has no redo, because check-in has one. */
    redo: () => showToast("look", words.podium.noRedo),
    move(by: 1 | -1) {
      const at = current(editing);
      if (at === null || at.lines[at.active.index + by] === undefined) return;
      change(editing, (lines, index, depth) => moveLine(lines, index, by, depth), by);
    },
    choose(runner: RunnerRow) {
      const { lookup } = editing;
      const bib = runner.bib ?? "";
      const chosen = withoutTeam(editing, runner);
      touch(editing, { chosen, bib, ...resetTimeQuestion(editing, { bib, chosen }) });
      updateTime(editing, runner.id, lookup?.bib === runner.bib ? lookup.logged : []);
    },
    setLookup: (next: BibLookup | null) => setLookup(editing, next),
    /** Shows the saved line in the open slot, after an undo or a change of another desk. */
    reopen() {
      const { active } = podium();
      if (active !== null && !active.isTouched) showAgain(editing, active);
    },
  };
}

function openEmpty(editing: Editing, after: string | undefined): void {
  const lastId = usePodiumLocation.getState().segmentId;
  const empty =
    after === undefined
      ? (nextEmpty(editing, null, lastId) ?? nextEmpty(editing, null))
      : nextEmpty(editing, after);
  const openedBy = after === undefined ? null : ({ kind: "announced" } as const);
  if (empty !== null && commit(editing)) show(editing, empty.segmentId, empty.index, openedBy);
}

/** The next empty place after a segment, or in the only segment that is asked for. A line that is not saved yet fills a place. */
function nextEmpty(editing: Editing, after: string | null, onlyId?: string | null) {
  const asked = editing
    .segments()
    .filter(({ segmentId }) => onlyId === undefined || segmentId === onlyId)
    .map((segment) => find(editing, segment.segmentId) ?? segment)
    .map((segment) => ({ ...segment, slots: linesOf(editing.runId, segment) }));
  return findNextEmpty(asked, after);
}

/** Saves the typed line. False: the line cannot be saved, and the slot shows the reason. */
function commit(editing: Editing): boolean {
  const { commands } = editing;
  const at = current(editing);
  if (at === null || !at.active.isTouched) return true;
  const { active, seen, lines } = at;
  const bib = active.bib.trim();
  const time = active.time.trim();
  const old = lines[active.index];
  if (isEmptied(active)) {
    if (time !== "") return fail("bib-missing");
    if (old !== undefined) commands.write(seen, removeLine(lines, active.index, seen.depth));
    return true;
  }
  if (isName(editing, active, old)) return fail("name");
  if (old !== undefined && asksWhoseTime(active, old)) {
    typeInSlot({ timeAsked: active.timeAsked + 1 });
    return false;
  }
  const read = time === "" ? null : readTypedTime(time);
  if (read !== null && !read.ok) return fail(read.error.code);
  const line: TypedLine = {
    bib,
    // A time with colons has one meaning in every version of Chute.
    time: read === null ? null : showRaceTime(read.value.hundredths),
    tie: active.tie && active.index > 0,
    ...whoIs(editing, active, bib, old),
  };
  // The look-up has no answer yet; the command takes the time of the log from it (sheet-commands.ts).
  const followsLog = !line.isLookedUp && !active.isTimeMeant && old !== undefined && isFromLog(old);
  commands.write(seen, putLine(lines, active.index, { ...line, followsLog }, seen.depth));
  usePodium.setState({
    explained: { segmentId: active.segmentId, index: Math.min(active.index, lines.length) },
  });
  return true;
}

/** The typed text is nobody's bib, and runners have it in their name; a saved line may be saved again. */
const isName = ({ lookup }: Editing, active: ActiveSlot, old?: DraftSlot): boolean =>
  active.chosen === null &&
  !active.isBibMeant &&
  lookup?.bib === active.bib.trim() &&
  lookup.bib !== old?.bib &&
  lookup.holders.length === 0 &&
  lookup.names.length > 0;

function whoIs(
  editing: Editing,
  { chosen }: ActiveSlot,
  bib: string,
  old: DraftSlot | undefined,
): Pick<TypedLine, "runner" | "isLookedUp"> {
  const { runId, lookup } = editing;
  if (chosen !== null) return { runner: withoutTeam(editing, chosen), isLookedUp: true };
  // The bib was not changed: the line keeps its runner, also if the bib is somebody else's by now.
  if (old?.bib === bib && old.runnerId !== null) {
    return { runner: runnerOf(old), isLookedUp: old.isLookedUp };
  }
  if (lookup?.bib !== bib) return { runner: null, isLookedUp: false };
  return { runner: withoutTeam(editing, chooseHolder(lookup.holders, runId)), isLookedUp: true };
}

/** Only a relay has teams; in other runs the team of the registration is ignored (B2). */
const withoutTeam = ({ isRelay }: Editing, runner: LineRunner | null): LineRunner | null =>
  runner === null || isRelay ? runner : { ...runner, teamId: null };

/** An answer about the time is for one runner. Another one restores the line's time and the question. */
function resetTimeQuestion(
  editing: Editing,
  next: Pick<ActiveSlot, "bib" | "chosen">,
): Partial<ActiveSlot> {
  const at = current(editing);
  const answered = at?.active.timeAnsweredFor ?? null;
  if (at === null || answered === null || answered === answeredFor(next)) return { timeAsked: 0 };
  const time = at.lines[at.active.index]?.time ?? "";
  return { timeAsked: 0, timeAnsweredFor: null, time };
}

function fail(fault: NonNullable<ActiveSlot["fault"]>): false {
  typeInSlot({ fault, ...(fault === "name" ? {} : { asksTime: true }) });
  return false;
}

/** Saves the typed line, then changes the lines and opens the slot `by` rows further down. */
function change(
  editing: Editing,
  next: (lines: readonly DraftSlot[], index: number, depth: number | null) => DraftSlot[],
  by: number,
): void {
  if (!commit(editing)) return;
  const { active } = podium();
  const segment = active === null ? undefined : find(editing, active.segmentId);
  if (active === null || segment === undefined) return;
  const lines = linesOf(editing.runId, segment);
  if (lines[active.index] === undefined) return;
  editing.commands.write(segment, next(lines, active.index, segment.depth));
  show(editing, active.segmentId, Math.max(0, active.index + by));
}

/** Changes the open slot. The segment as the person sees it now is the one that the typed line replaces. */
function touch(editing: Editing, part: Partial<ActiveSlot>): void {
  const at = current(editing);
  if (at === null) return;
  typeInSlot({ ...part, isTouched: true, seen: at.seen });
}

/** Another runner on the line: a time of the finish log is replaced; a typed time is asked about (P8). */
function updateTime(editing: Editing, runnerId: string | null, logged: BibLookup["logged"]): void {
  const at = current(editing);
  const old = at?.lines[at.active.index];
  if (at === null || old === undefined || at.active.isTimeMeant) return;
  const isOther = at.active.bib.trim() !== old.bib || runnerId !== old.runnerId;
  if (!isOther) typeInSlot({ time: old.time ?? "" });
  else if (isFromLog(old)) typeInSlot({ time: loggedTime(logged, runnerId) });
}

function enter(editing: Editing): void {
  const { runId } = editing;
  const at = current(editing);
  if (at === null || !commit(editing)) return;
  const { active, seen } = at;
  const segment = find(editing, active.segmentId) ?? seen;
  const lines = linesOf(runId, segment);
  const wasRemoved = active.isTouched && isEmptied(active);
  const next = wasRemoved ? active.index : active.index + 1;
  if (next < countRows(lines.length, segment.depth).rows)
    return show(editing, active.segmentId, next);
  const empty = nextEmpty(editing, active.segmentId);
  // A bib that is typed next would be appended to the saved one, or replace it.
  if (empty === null) return closeSlot();
  const { segmentId, index, isTouched } = active;
  const openedBy = isTouched ? ({ kind: "filled", segmentId, index } as const) : null;
  show(editing, empty.segmentId, empty.index, openedBy);
}

async function undo(editing: Editing): Promise<void> {
  const { active } = podium();
  // What was typed last is undone first.
  if (active?.isTouched === true) return showAgain(editing, active);
  const openedBy = active?.openedBy ?? null;
  const filled = openedBy?.kind === "filled" ? openedBy : null;
  // A pressed line of an announced segment opens no place; Ctrl+Z means its segment, and no other one.
  const pressed = active === null ? find(editing, podium().explained?.segmentId ?? "") : undefined;
  if (pressed !== undefined && isLocked(editing.runId, pressed)) {
    return showToast("look", words.podium.notTakenBack);
  }
  const lastId = (filled ?? active)?.segmentId ?? usePodiumLocation.getState().segmentId;
  const segment = lastId === null ? undefined : find(editing, lastId);
  if (segment === undefined) return;
  const isAnnounced = active === null && isLocked(editing.runId, segment);
  if (isAnnounced || openedBy?.kind === "announced") {
    return showToast("look", words.podium.notTakenBack);
  }
  const isUndone = await editing.commands.undo(segment);
  if (isUndone && filled !== null && podium().active === active) {
    show(editing, filled.segmentId, filled.index);
  }
}

type TypedText = { readonly bib: string } | { readonly time: string };

function typeInto(editing: Editing, text: TypedText): void {
  if ("time" in text) return touch(editing, { time: text.time, isTimeMeant: true });
  const { bib, time } = splitTyped(text.bib);
  touch(editing, {
    bib,
    chosen: null,
    isBibMeant: false,
    ...resetTimeQuestion(editing, { bib, chosen: null }),
    ...(time === null || time === "" ? {} : { time, isTimeMeant: true }),
    ...(time === null ? {} : { asksTime: true }),
  });
}

function cancel(editing: Editing): void {
  const at = current(editing);
  if (at === null || !at.active.isTouched) return closeSlot();
  const { active, lines } = at;
  const line = lines[active.index];
  const before = line?.time ?? "";
  const isOnlyTime = active.field === "time" && active.isTimeMeant && active.time !== before;
  if (!isOnlyTime || isEmptied(active) || active.bib.trim() === line?.bib) {
    showAgain(editing, active);
    // The field that has the focus stays, so that the next key is typed into it.
    if (active.field === "time") typeInSlot({ asksTime: true, field: "time" });
    return;
  }
  // Esc in the time field drops the time alone; pressed again, it drops the bib too.
  typeInSlot({ time: before, isTimeMeant: false, timeAnsweredFor: null, timeAsked: 0 });
  setLookup(editing, editing.lookup);
}

function switchSegment(editing: Editing, by: 1 | -1): void {
  const { runId, segments } = editing;
  const { active } = podium();
  if (active === null) return;
  const all = segments();
  const at = all.findIndex(({ segmentId }) => segmentId === active.segmentId);
  const others = by === 1 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).toReversed();
  const target = others.find((segment) => !isLocked(runId, segment));
  if (target !== undefined && commit(editing)) show(editing, target.segmentId, active.index);
}

function tie(editing: Editing): void {
  const at = current(editing);
  if (at === null || at.active.index === 0) return;
  const { active, lines } = at;
  if (active.isTouched || lines[active.index] === undefined) {
    touch(editing, { tie: !active.tie });
  } else {
    change(editing, toggleTie, 0);
  }
}

function remove(editing: Editing): void {
  const at = current(editing);
  if (at === null) return;
  const { active, seen, lines } = at;
  const { segmentId, index } = active;
  const isSaved = lines[index] !== undefined;
  if (isSaved) editing.commands.write(seen, removeLine(lines, index, seen.depth));
  show(editing, segmentId, isSaved ? index : Math.max(0, index - 1));
}

function setLookup(editing: Editing, next: BibLookup | null): void {
  editing.lookup = next;
  const at = current(editing);
  if (next === null || at === null || at.active.bib.trim() !== next.bib) return;
  const { runner } = whoIs(editing, at.active, next.bib, at.lines[at.active.index]);
  updateTime(editing, runner?.id ?? null, next.logged);
}

function step(editing: Editing, by: 1 | -1): void {
  const at = current(editing);
  if (at === null) return;
  const next = at.active.index + by;
  // One row below the last line, for a runner who ties at the last award place.
  if (next < 0 || next > at.lines.length || !commit(editing)) return;
  show(editing, at.active.segmentId, next);
}
