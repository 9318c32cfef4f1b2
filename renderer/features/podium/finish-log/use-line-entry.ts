import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Run } from "#shared/contract/events.ts";
import { isTyped, setField, useField } from "./entry/field-store.ts";
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
  const field = useField(eventId);
  // A correction that was as before ended when the log was left.
  const [ended] = useState(() => (isTyped(field.change) ? null : field.change));
  const kept = field.change === ended ? null : field.change;
  // A correction needs the log. Until the log is known, the field takes the next bib, and whoever types one gives the
  // correction up: opened later, it would take what is typed after that bib.
  const change = log === null ? null : kept;
  const text = change?.text ?? field.bib;
  const setText = (typed: string): void =>
    setField(
      eventId,
      change === null ? { bib: typed, change } : { change: { ...change, text: typed } },
    );
  /** When the next bib came back into the field (`performance.now()`), until something is typed. */
  const bibCameBackAtMs = useRef<number | null>(null);
  const { selected, last, isGone, ...select } = useSelectedItem(log, kept?.item ?? null);
  /**
   * The item whose bib or time is corrected. It stays while it is not in the fetched rows, because a correction needs its
   * id only. If it was removed, the correction ends at once, or is refused if something was typed.
   */
  const changed = change === null || change.item === null ? null : last;
  const isAdding = change !== null && changed === null;
  // The change of an item that is gone ends, so that what is typed next is the next bib (P9).
  const isChangeGone = changed !== null && isGone && !isTyped(change);
  useLayoutEffect(() => {
    if (isChangeGone) setField(eventId, { change: null });
  }, [eventId, isChangeGone]);
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
    if (text === change?.formerText) inputRef.current?.select();
    else inputRef.current?.setSelectionRange(text.length, text.length);
  });
  const changedId = isAdding ? "next" : (changed?.id ?? null);
  useLayoutEffect(() => {
    if (changedId !== null) focus();
  }, [changedId]);

  const state = { log, text, selected, change, changed, isAdding, time };
  return { ...options, ...state, ...select, bib: field.bib, bibCameBackAtMs, setText };
}
