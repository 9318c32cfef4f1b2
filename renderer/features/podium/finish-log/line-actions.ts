import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { showClockTime } from "./entry/venue-time.ts";
import { isNextTime, stepItem } from "./finish-rows.ts";
import type { SelectedItem } from "./finish-rows.ts";
import type { FinishKeys } from "./use-finish-keys.ts";
import type { LineEntry } from "./use-line-entry.ts";

/** What is typed for a finisher whose bib nobody could read. */
const unreadableSign = "?";

export type LineActions = Omit<FinishKeys, "inputRef" | "stamp" | "undo"> & {
  /** Selects another item; what was typed for the former one is forgotten. */
  select(item: SelectedItem | null): void;
  addBib(bib: string | null): void;
  addTime(): void;
  type(text: string): void;
};

/** What keys and buttons do with the field and the selected item of the finish log. */
export function lineActions(entry: LineEntry): LineActions {
  const { log, selected, orders, list } = entry;
  return {
    select: (item) => select(entry, item),
    addBib: (bib) => addBib(entry, bib),
    addTime: () => addTime(entry),
    type(text) {
      entry.setText(text);
      if (text !== "" && selected === null) list.showNextBib();
    },
    enter: () => (entry.time.entry === null ? enterBib(entry) : enterTime(entry)),
    escape: () => escape(entry),
    choose(step) {
      if (step === "times" && selected !== null && isNextTime(log, selected.index)) {
        addTime(entry);
        return true;
      }
      const next = log === null ? null : stepItem(log, selected, step);
      if (next !== null) select(entry, next);
      return next !== null;
    },
    move(by) {
      if (log === null || selected === null) return false;
      orders.move(log, selected, by);
      return true;
    },
    insertAbove: () => insertAbove(entry),
    unreadable: () => unreadable(entry),
    change: () => startChange(entry),
    remove(isLine) {
      if (log === null || selected === null) return false;
      orders.remove(log, selected, isLine);
      return true;
    },
    toEnd: list.showEnd,
  };
}

function addBib({ orders, list }: LineEntry, bib: string | null): void {
  orders.addBib(bib);
  list.showNextBib();
}

function select(entry: LineEntry, item: SelectedItem | null): void {
  if (entry.mode !== "next-bib") entry.setText("");
  entry.setMode("next-bib");
  entry.setSelected(item);
}

function addTime(entry: LineEntry): void {
  select(entry, null);
  entry.setText("");
  entry.setMode("add-time");
}

function startChange({ log, selected, timeZone, ...entry }: LineEntry): boolean {
  if (log === null || selected === null) return false;
  const row = log.rows.get(selected.index);
  if (selected.list === "bibs") {
    entry.setText(row?.line?.bib ?? unreadableSign);
  } else {
    // A gap that was just put in may not be in the log yet: the row still has the time that moves down.
    const atMs = row?.stamp?.id === selected.id ? row.stamp.atMs : null;
    entry.setText(atMs === null ? "" : showClockTime(atMs, timeZone, 3));
  }
  entry.setMode("change");
  return true;
}

function enterTime(entry: LineEntry): true {
  const { changed, orders } = entry;
  const atMs = entry.time.take();
  if (atMs === null) return true;
  if (changed === null) {
    orders.addTime(atMs);
    select(entry, null);
  } else {
    void orders.changeTime(changed.id, atMs).then((isDone) => isDone && select(entry, null));
  }
  return true;
}

function enterBib(entry: LineEntry): boolean {
  const { changed, orders } = entry;
  const bib = entry.text.trim();
  if (bib === "") return false;
  const read = bib === unreadableSign ? null : bib;
  if (changed === null) {
    addBib(entry, read);
    select(entry, null);
    entry.setText("");
  } else {
    void orders.changeBib(changed.id, read).then((isDone) => isDone && select(entry, null));
  }
  return true;
}

function unreadable(entry: LineEntry): boolean {
  const { changed, orders } = entry;
  if (entry.time.entry !== null) return false;
  if (changed === null) {
    addBib(entry, null);
    select(entry, null);
  } else {
    void orders.changeBib(changed.id, null).then((isDone) => isDone && select(entry, null));
  }
  return true;
}

function insertAbove(entry: LineEntry): boolean {
  const { selected, changed, text, inputRef } = entry;
  if (selected === null) return false;
  const bib = changed === null ? text.trim() : "";
  const isTyped = selected.list === "bibs" && bib !== "" && bib !== unreadableSign;
  const { id, done } = entry.orders.insertAbove(selected, isTyped ? bib : null);
  // Selected at once: what is typed next is its bib, not one more at the end.
  entry.setSelected({ list: selected.list, id, index: selected.index, isMade: true });
  if (selected.list === "bibs") {
    entry.setText(isTyped ? "" : unreadableSign);
    entry.setMode(isTyped ? "next-bib" : "change");
  } else if (changed !== null) {
    entry.setText("");
    entry.setMode("next-bib");
  }
  if (hasKeyboard()) inputRef.current?.focus();
  void done.then((isDone) => {
    if (isDone) return;
    entry.setSelected(selected);
    entry.setMode("next-bib");
    entry.setText(isTyped ? bib : "");
  });
  return true;
}

function escape(entry: LineEntry): void {
  const { text, mode, selected, inputRef, list } = entry;
  if (text !== "" || mode !== "next-bib") {
    entry.setText("");
    entry.setMode("next-bib");
  } else if (selected !== null) select(entry, null);
  else list.showEnd();
  if (hasKeyboard()) inputRef.current?.focus();
}
