import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Run } from "#shared/contract/events.ts";
import { isChangeTyped, leaveEntry, leftEntryOf } from "./entry/left-entries.ts";
import type { EntryMode } from "./entry/left-entries.ts";
import { useSelectedItem } from "./entry/use-selected-item.ts";
import { useTimeEntry } from "./entry/use-time-entry.ts";
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

export type LineEntry = ReturnType<typeof useLineEntry>;

/** The field below the log, and the selected item of the log. */
export function useLineEntry(options: LineEntryOptions) {
  const { eventId, finish, screen, runs, timeZone, inputRef } = options;
  const { log, page } = finish;
  const [left] = useState(() => leftEntryOf(eventId));
  const [text, setText] = useState(left.bib);
  const [mode, setMode] = useState<EntryMode>("next-bib");
  /** What was typed for the next bib before a correction took the field. */
  const keptBib = useRef(left.bib);
  /** When the kept bib came back into the field (`performance.now()`), until something is typed. */
  const bibCameBackAtMs = useRef<number | null>(null);
  /** The text of the item when its correction began; whoever leaves the field with this text changes nothing. */
  const formerText = useRef(left.change?.formerText ?? "");
  const item = useSelectedItem(log, left.change?.item ?? null);
  const { selected, last, isGone, setSelected, endMaking } = item;
  // A correction needs the log. Until the log is known, the field takes the next bib, and whoever types one gives the
  // correction up: opened later, it would take what is typed after that bib.
  const [waiting, setWaiting] = useState(left.change);
  const isGivenUp = text !== left.bib;
  if (waiting !== null && (log !== null || isGivenUp)) {
    setWaiting(null);
    if (!isGivenUp) {
      setText(waiting.text);
      setMode(waiting.mode);
    }
  }
  const isAdding = mode === "add-time";
  /**
   * The item whose bib or time is corrected. It stays while it is not in the fetched rows, because a correction needs its
   * id only. If it was removed, the correction ends at once, or is refused if something was typed.
   */
  const changed = mode === "change" ? last : null;
  // Kept with each change, not at the end: practice may have been left by then, and what was typed there is not of live (K3).
  useEffect(() => {
    const change = { mode, item: changed, text, formerText: formerText.current };
    leaveEntry(eventId, {
      bib: mode === "next-bib" ? text : keptBib.current,
      change: isChangeTyped(change) ? change : waiting,
    });
  }, [eventId, mode, text, changed, waiting]);
  // The change of an item that is gone ends, so that what is typed next is the next bib (P9).
  const endGone = useEffectEvent(() => {
    if (isChangeTyped({ mode, item: changed, text, formerText: formerText.current })) return;
    setText(keptBib.current);
    keptBib.current = "";
    setMode("next-bib");
  });
  const isChangeGone = changed !== null && isGone;
  useLayoutEffect(() => {
    if (isChangeGone) endGone();
  }, [isChangeGone, text]);
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

  // The former text is selected, so that typing replaces it. What was typed before another tab is not: typing goes on at
  // its end.
  const focus = useEffectEvent(() => {
    inputRef.current?.focus();
    if (text === formerText.current) inputRef.current?.select();
    else inputRef.current?.setSelectionRange(text.length, text.length);
  });
  const changedId = isAdding ? "next" : (changed?.id ?? null);
  useLayoutEffect(() => {
    if (changedId !== null) focus();
  }, [changedId]);

  const kept = { keptBib, bibCameBackAtMs, formerText };
  const state = { log, text, selected, changed, mode, time };
  return { ...options, ...state, ...kept, setText, setSelected, endMaking, setMode };
}
