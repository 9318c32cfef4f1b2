import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Run } from "#shared/contract/events.ts";
import { leaveBib, leftBibOf } from "./entry/left-bibs.ts";
import { useSelectedItem } from "./entry/use-selected-item.ts";
import type { TimeEntry } from "./entry/use-time-entry.ts";
import { useTimeEntry } from "./entry/use-time-entry.ts";
import type { SelectedItem, ShownLog } from "./finish-rows.ts";
import type { ScreenClock } from "./stamps/use-stamp-clock.ts";
import type { FinishCommands } from "./use-finish-commands.ts";
import type { FinishLog } from "./use-finish-log.ts";
import type { FinishListView } from "./use-list-view.ts";

export interface LineEntryOptions {
  readonly eventId: string;
  readonly finish: FinishLog;
  readonly commands: FinishCommands;
  readonly list: FinishListView;
  readonly screen: ScreenClock;
  readonly runs: readonly Run[];
  readonly timeZone: string | null;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The field below the log, and the selected item of the log. */
export interface LineEntry extends LineEntryOptions {
  readonly log: ShownLog | null;
  readonly text: string;
  readonly selected: SelectedItem | null;
  /**
   * The item whose bib or time is corrected. It stays while it is not in the fetched rows, because a correction needs its
   * id only; if somebody removed it, the correction is refused.
   */
  readonly changed: SelectedItem | null;
  readonly mode: EntryMode;
  /** What was typed for the next bib before a correction took the field. */
  readonly keptBib: RefObject<string>;
  /** The text of the item when its correction began; whoever leaves the field with this text changes nothing. */
  readonly formerText: RefObject<string>;
  readonly time: { readonly entry: TimeEntry | null; confirm(): number | null };
  setText(text: string): void;
  setSelected(item: SelectedItem | null): void;
  setMode(mode: EntryMode): void;
}

/** The purpose of the field: the next bib, a correction of the selected item, or a time for the first row without one. */
export type EntryMode = "next-bib" | "change" | "add-time";

export function useLineEntry(options: LineEntryOptions): LineEntry {
  const { eventId, finish, screen, runs, timeZone, inputRef } = options;
  const { log, page } = finish;
  const [text, setText] = useState(() => leftBibOf(eventId));
  const [mode, setMode] = useState<EntryMode>("next-bib");
  const keptBib = useRef("");
  const formerText = useRef("");
  // Kept with each change, not at the end: practice may have been left by then, and what was typed there is not of live (K3).
  useEffect(
    () => leaveBib(eventId, mode === "next-bib" ? text : keptBib.current),
    [eventId, mode, text],
  );
  const { selected, last, setSelected } = useSelectedItem(log);
  const isAdding = mode === "add-time";
  const changed = mode === "change" ? last : null;
  const time = useTimeEntry({
    rowId: isAdding ? "next" : changed?.list === "stamps" ? changed.id : null,
    index: isAdding ? (log?.stamps ?? 0) : (changed?.index ?? 0),
    text,
    log,
    guns: page?.guns ?? [],
    runs,
    timeZone,
    now: () => screen.clock.now(),
  });

  // The former text is selected, so that typing replaces it.
  const changedId = isAdding ? "next" : (changed?.id ?? null);
  useLayoutEffect(() => {
    if (changedId === null) return;
    inputRef.current?.focus();
    inputRef.current?.select();
  }, [changedId, inputRef]);

  const state = { log, text, selected, changed, mode, keptBib, formerText, time };
  return { ...options, ...state, setText, setSelected, setMode };
}
