import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { bounceMs } from "#renderer/client/input/second-press.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import { isTyped, setField } from "./entry/field-store.ts";
import { readSelected } from "./entry/use-selected-item.ts";
import { isNextTime, stepItem } from "./finish-rows.ts";
import type { SelectedItem } from "./finish-rows.ts";
import type { ChangeOutcome, FinishCommands } from "./use-finish-commands.ts";
import type { LineEntry } from "./use-line-entry.ts";

/** The text for an unreadable bib. */
const unreadableSign = "?";

export type LineActions = ReturnType<typeof lineActions>;

/** What keys and buttons do with the field and the selected item of the finish log. */
export function lineActions(entry: LineEntry) {
  const { log, selected, commands, list } = entry;
  return {
    /** Selects another item. A correction that can be saved is saved; false: it cannot, and stays in its field. */
    select: (item: SelectedItem | null) => leaveFor(entry, item),
    addBib: (...bib: Parameters<FinishCommands["addBib"]>) => addBib(entry, ...bib),
    addTime: () => addTime(entry),
    type(text: string) {
      entry.bibCameBackAtMs.current = null;
      entry.setText(text);
      if (text !== "" && selected === null) list.showNextBib();
    },
    /** Closes the change of an unreadable bib, such as a new line, if nothing was typed. Returns whether it was open. */
    leaveUnread: () => leaveUnread(entry),
    enter: () =>
      isBounce(entry) || (entry.time.entry === null ? enterBib(entry) : enterTime(entry)),
    escape: () => escape(entry),
    moveSelection(step: Parameters<typeof stepItem>[2]) {
      if (step === "times" && selected !== null && isNextTime(log, selected.index)) {
        addTime(entry);
        return true;
      }
      const next = log === null ? null : stepItem(log, selected, step);
      if (next !== null) leaveFor(entry, next);
      return next !== null;
    },
    move(by: -1 | 1) {
      if (selected === null) return false;
      commands.move(selected, by);
      return true;
    },
    insertAbove: () => insertAbove(entry),
    unreadable: () => unreadable(entry),
    change: () => startChange(entry),
    remove(isLine: boolean) {
      if (log === null || selected === null) return false;
      commands.remove(log, selected, isLine);
      // The field is free for the next bib at once.
      closeChange(entry);
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
  closeChange(entry);
  entry.setSelected(item);
}

/**
 * Whoever goes on to another item means what was typed for the former one. A time that cannot be set, or that must be
 * confirmed, stays in its field, which says why; Escape, or an empty field, drops it.
 */
function leaveFor(entry: LineEntry, item: SelectedItem | null): boolean {
  if (saveTyped(entry) === "not-yet") {
    entry.inputRef.current?.focus();
    return false;
  }
  selectWithoutSaving(entry, item);
  return true;
}

function leaveUnread(entry: LineEntry): boolean {
  const { change, changed, text } = entry;
  const isUnread = changed?.list === "bibs" && text.trim() === unreadableSign;
  if (!isUnread || change?.formerText !== unreadableSign) return false;
  selectWithoutSaving(entry, null);
  return true;
}

/** Saves the text of a correction, or of a typed time, unless it is as before. `not-yet`: it cannot be saved as it is. */
function saveTyped(entry: LineEntry): "may-leave" | "not-yet" {
  const { change, changed, commands, time } = entry;
  if (!isTyped(change)) return "may-leave";
  const text = entry.text.trim();
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
  if (entry.isAdding) entry.inputRef.current?.focus();
  else if (leaveFor(entry, null)) openChange(entry, null, "");
}

const openChange = ({ eventId }: LineEntry, item: SelectedItem | null, text: string): void =>
  setField(eventId, { change: { item, text, formerText: text } });

function closeChange({ eventId, change, bib, bibCameBackAtMs }: LineEntry): void {
  if (change === null) return;
  if (bib !== "") bibCameBackAtMs.current = performance.now();
  setField(eventId, { change: null });
}

/** The Enter that ended a correction bounced: it never saves the half-typed bib that came back into the field. */
const isBounce = ({ bibCameBackAtMs: { current: atMs } }: LineEntry): boolean =>
  atMs !== null && performance.now() - atMs < bounceMs;

function startChange(entry: LineEntry): boolean {
  const { log, selected } = entry;
  if (log === null || log.total === 0) return false;
  // A second touch of the same item ends its selection, which is easy to overlook.
  if (selected === null) showToast("look", words.finishLog.chooseHint);
  else openChange(entry, selected, textOf(entry, selected));
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
  { eventId, bib, change, inputRef, setSelected }: LineEntry,
  changed: SelectedItem,
  done: Promise<ChangeOutcome>,
): void {
  void done.then((outcome) => {
    // Undefined: the log was left, and a message named the change.
    const shown = inputRef.current?.value;
    if (outcome !== "not-done" || (shown !== "" && shown !== bib)) return;
    setSelected(changed);
    setField(eventId, { change });
  });
}

function insertAbove(entry: LineEntry): boolean {
  const { eventId, selected, change, text, inputRef } = entry;
  if (selected === null) return false;
  if (saveTyped(entry) === "not-yet") {
    inputRef.current?.focus();
    return true;
  }
  const bib = change === null ? text.trim() : "";
  const isBib = selected.list === "bibs" && bib !== "" && bib !== unreadableSign;
  const { id, done, shown } = entry.commands.insertAbove(selected, isBib ? bib : null);
  const made = { list: selected.list, id, index: selected.index };
  // Selected at once, so that the next typed text is the bib of this item.
  entry.setSelected(made);
  entry.startMaking(id);
  if (isBib) setField(eventId, { bib: "" });
  else if (selected.list === "bibs") openChange(entry, made, unreadableSign);
  else closeChange(entry);
  if (hasKeyboard()) inputRef.current?.focus();
  void shown.then(() => entry.endMaking(id));
  const before = selected.list === "bibs" && !isBib ? unreadableSign : "";
  void done.then((isDone) => {
    // Whoever went on to another item, or left the log, stays there; the message names what was not inserted.
    const now = inputRef.current?.value;
    if (isDone || now === undefined || readSelected()?.id !== id) return;
    entry.setSelected(selected);
    // What was typed meanwhile stays in the field.
    if (now !== "" && now !== before) setField(eventId, { bib: now, change: null });
    else setField(eventId, { change: null, ...(isBib ? { bib } : {}) });
  });
  return true;
}

function escape(entry: LineEntry): void {
  const { text, change, selected, inputRef } = entry;
  if (change !== null) closeChange(entry);
  else if (text !== "") entry.setText("");
  else if (selected !== null) entry.setSelected(null);
  if (hasKeyboard()) inputRef.current?.focus();
}
