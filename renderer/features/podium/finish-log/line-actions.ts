import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { bounceMs } from "#renderer/client/input/second-press.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import { isChangeTyped } from "./entry/left-entries.ts";
import { readSelected } from "./entry/use-selected-item.ts";
import { isNextTime, stepItem } from "./finish-rows.ts";
import type { SelectedItem } from "./finish-rows.ts";
import type { ChangeOutcome, FinishCommands } from "./use-finish-commands.ts";
import type { FinishKeys } from "./use-finish-keys.ts";
import type { LineEntry } from "./use-line-entry.ts";

/** The text for an unreadable bib. */
const unreadableSign = "?";

export type LineActions = Omit<FinishKeys, "inputRef" | "stamp" | "undo" | "redo"> & {
  /** Selects another item. A correction that can be saved is saved; false: it cannot, and stays in its field. */
  select(item: SelectedItem | null): boolean;
  addBib: FinishCommands["addBib"];
  addTime(): void;
  type(text: string): void;
  /** Closes the change of an unreadable bib, such as a new line, if nothing was typed. Returns whether it was open. */
  leaveUnread(): boolean;
};

/** What keys and buttons do with the field and the selected item of the finish log. */
export function lineActions(entry: LineEntry): LineActions {
  const { log, selected, commands, list } = entry;
  return {
    select: (item) => leaveFor(entry, item),
    addBib: (...bib) => addBib(entry, ...bib),
    addTime: () => addTime(entry),
    type(text) {
      entry.bibCameBackAtMs.current = null;
      entry.setText(text);
      if (text !== "" && selected === null) list.showNextBib();
    },
    leaveUnread: () => leaveUnread(entry),
    enter: () =>
      isBounce(entry) || (entry.time.entry === null ? enterBib(entry) : enterTime(entry)),
    escape: () => escape(entry),
    moveSelection(step) {
      if (step === "times" && selected !== null && isNextTime(log, selected.index)) {
        addTime(entry);
        return true;
      }
      const next = log === null ? null : stepItem(log, selected, step);
      if (next !== null) leaveFor(entry, next);
      return next !== null;
    },
    move(by) {
      if (selected === null) return false;
      commands.move(selected, by);
      return true;
    },
    insertAbove: () => insertAbove(entry),
    unreadable: () => unreadable(entry),
    change: () => startChange(entry),
    remove(isLine) {
      if (log === null || selected === null) return false;
      commands.remove(log, selected, isLine);
      // The field is free for the next bib at once.
      if (entry.mode === "change") setField(entry, "", "next-bib");
      return true;
    },
    toEnd: list.showEnd,
  };
}

function addBib({ commands, list }: LineEntry, ...bib: Parameters<FinishCommands["addBib"]>): void {
  commands.addBib(...bib);
  list.showNextBib();
}

function selectWithoutSaving(entry: LineEntry, item: SelectedItem | null): void {
  if (entry.mode !== "next-bib") setField(entry, "", "next-bib");
  entry.setSelected(item);
}

/**
 * Whoever goes on to another item means what was typed for the former one. A time that cannot be set, or that must be
 * confirmed, stays in its field, which says why; Escape, or an empty field, drops it.
 */
function leaveFor(
  entry: LineEntry,
  item: SelectedItem | null,
  mode: LineEntry["mode"] = "next-bib",
): boolean {
  if (saveTyped(entry) === "not-yet") {
    entry.inputRef.current?.focus();
    return false;
  }
  if (entry.mode !== mode) setField(entry, "", mode);
  entry.setSelected(item);
  return true;
}

function leaveUnread(entry: LineEntry): boolean {
  const { changed, formerText } = entry;
  const isUnread = changed?.list === "bibs" && entry.text.trim() === unreadableSign;
  if (!isUnread || formerText.current !== unreadableSign) return false;
  selectWithoutSaving(entry, null);
  return true;
}

/** Saves the text of a correction, or of a typed time, unless it is as before. `not-yet`: it cannot be saved as it is. */
function saveTyped(entry: LineEntry): "may-leave" | "not-yet" {
  const { changed, commands, time } = entry;
  const text = entry.text.trim();
  const formerText = entry.formerText.current;
  if (!isChangeTyped({ mode: entry.mode, item: changed, text, formerText })) return "may-leave";
  if (changed?.list === "bibs") {
    const bib = text === unreadableSign ? null : text;
    openAgainIfLost(entry, changed, commands.changeBib(changed.id, bib));
    return "may-leave";
  }
  if (time.entry === null) return "may-leave";
  const atMs = time.confirm();
  if (atMs === null) return "not-yet";
  if (changed === null) commands.addTime(atMs);
  else openAgainIfLost(entry, changed, commands.changeTime(changed.id, atMs));
  return "may-leave";
}

function addTime(entry: LineEntry): void {
  if (entry.mode === "add-time") entry.inputRef.current?.focus();
  else leaveFor(entry, null, "add-time");
}

/** A correction keeps what was typed for the next bib, which stands in the field again after it. */
function setField(entry: LineEntry, text: string, mode: LineEntry["mode"]): void {
  const { keptBib } = entry;
  if (mode === "change") entry.formerText.current = text;
  const isNextBib = mode === "next-bib";
  const wasNextBib = entry.mode === "next-bib";
  if (wasNextBib && !isNextBib) keptBib.current = entry.text;
  const returns = isNextBib && !wasNextBib && text === "";
  entry.setText(returns ? keptBib.current : text);
  if (returns && keptBib.current !== "") entry.bibCameBackAtMs.current = performance.now();
  if (isNextBib) keptBib.current = "";
  entry.setMode(mode);
}

/** The Enter that ended a correction bounced: it never saves the half-typed bib that came back into the field. */
const isBounce = ({ bibCameBackAtMs: { current: atMs } }: LineEntry): boolean =>
  atMs !== null && performance.now() - atMs < bounceMs;

function startChange(entry: LineEntry): boolean {
  const { log, selected } = entry;
  if (log === null || selected === null) return false;
  setField(entry, textOf(entry, selected), "change");
  return true;
}

/** The text of an item of the log, as the field shows it before it is changed. */
function textOf({ log, timeZone }: LineEntry, item: SelectedItem): string {
  const row = log?.rows.get(item.index);
  if (item.list === "bibs") return row?.line?.bib ?? unreadableSign;
  // A new gap may not be in the log yet. Its row then still has the time that moves down.
  const atMs = row?.stamp?.id === item.id ? row.stamp.atMs : null;
  return atMs === null ? "" : showClockTime(atMs, timeZone, 3);
}

function enterTime(entry: LineEntry): true {
  const { changed, commands } = entry;
  const atMs = entry.time.confirm();
  if (atMs === null) return true;
  if (changed === null) {
    commands.addTime(atMs);
    selectWithoutSaving(entry, null);
  } else {
    endChange(entry, changed, commands.changeTime(changed.id, atMs));
  }
  return true;
}

function enterBib(entry: LineEntry): boolean {
  const bib = entry.text.trim();
  if (bib === "") return false;
  saveBib(entry, bib === unreadableSign ? null : bib);
  if (entry.changed === null) entry.setText("");
  return true;
}

function unreadable(entry: LineEntry): boolean {
  if (entry.time.entry !== null) return false;
  saveBib(entry, null);
  return true;
}

/** Corrects the selected bib, or adds the next one. */
function saveBib(entry: LineEntry, bib: string | null): void {
  const { changed, commands } = entry;
  if (changed === null) {
    addBib(entry, bib);
    selectWithoutSaving(entry, null);
  } else {
    endChange(entry, changed, commands.changeBib(changed.id, bib));
  }
}

/** Enter ends the change at once, so that what is typed next is the next bib. */
function endChange(entry: LineEntry, changed: SelectedItem, done: Promise<ChangeOutcome>): void {
  openAgainIfLost(entry, changed, done);
  selectWithoutSaving(entry, null);
}

/** A change that failed is open again with its text, unless its item is gone, or something else was typed meanwhile. */
function openAgainIfLost(
  entry: LineEntry,
  changed: SelectedItem,
  done: Promise<ChangeOutcome>,
): void {
  const { text, inputRef, keptBib, formerText } = entry;
  const former = formerText.current;
  // What was typed for the next bib before the change stands in the field again after it.
  const before = keptBib.current;
  void done.then((outcome) => {
    const now = inputRef.current?.value ?? "";
    if (outcome !== "not-done" || (now !== "" && now !== before)) return;
    entry.setSelected(changed);
    keptBib.current = now;
    formerText.current = former;
    entry.setText(text);
    entry.setMode("change");
  });
}

function insertAbove(entry: LineEntry): boolean {
  const { selected, changed, text, inputRef } = entry;
  if (selected === null) return false;
  if (saveTyped(entry) === "not-yet") {
    inputRef.current?.focus();
    return true;
  }
  const bib = changed === null ? text.trim() : "";
  const isTyped = selected.list === "bibs" && bib !== "" && bib !== unreadableSign;
  const { id, done, shown } = entry.commands.insertAbove(selected, isTyped ? bib : null);
  // Selected at once, so that the next typed text is the bib of this item.
  entry.setSelected({ list: selected.list, id, index: selected.index, isMade: true });
  if (selected.list === "bibs") {
    setField(entry, isTyped ? "" : unreadableSign, isTyped ? "next-bib" : "change");
  } else if (changed !== null) {
    setField(entry, "", "next-bib");
  }
  if (hasKeyboard()) inputRef.current?.focus();
  void shown.then(() => entry.endMaking(id));
  const before = selected.list === "bibs" && !isTyped ? unreadableSign : "";
  void done.then((isDone) => {
    // Whoever went on to another item stays there; the message names what was not inserted.
    if (isDone || readSelected()?.id !== id) return;
    const now = inputRef.current?.value ?? "";
    entry.setSelected(selected);
    // What was typed meanwhile stays in the field.
    if (now !== "" && now !== before) {
      entry.setText(now);
      entry.setMode("next-bib");
    } else setField(entry, isTyped ? bib : "", "next-bib");
  });
  return true;
}

function escape(entry: LineEntry): void {
  const { text, mode, selected, inputRef } = entry;
  if (text !== "" || mode !== "next-bib") setField(entry, "", "next-bib");
  else if (selected !== null) selectWithoutSaving(entry, null);
  if (hasKeyboard()) inputRef.current?.focus();
}
