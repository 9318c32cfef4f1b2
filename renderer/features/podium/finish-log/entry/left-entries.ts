import { create } from "zustand";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";
import type { SelectedItem } from "../finish-rows.ts";

/** The purpose of the field: the next bib, a correction of the selected item, or a time for the first row without one. */
export type EntryMode = "next-bib" | "change" | "add-time";

/** A correction, or a time for the first row without one, that is typed and not saved. */
export interface LeftChange {
  readonly mode: EntryMode;
  /** The corrected item. */
  readonly item: SelectedItem | null;
  readonly text: string;
  /** The text of the item when its correction began. */
  readonly formerText: string;
}

/** What was typed into the field of a finish log, without Enter. */
interface LeftEntry {
  /** For the next bib. */
  readonly bib: string;
  readonly change: LeftChange | null;
}

interface LeftEntries {
  /** By event. */
  readonly entries: Readonly<Record<string, LeftEntry>>;
}

/** What was typed without Enter stands in the field again after another tab or screen (P9). */
const useLeftEntries = create<LeftEntries>(() => ({ entries: {} }));

keepApart(useLeftEntries, {
  pick: ({ entries }) => ({ entries }),
  empty: { entries: {} },
  isTyped: ({ entries }) =>
    Object.values(entries).some(({ bib, change }) => bib !== "" || change !== null),
});

export const leftEntryOf = (eventId: string): LeftEntry =>
  useLeftEntries.getState().entries[eventId] ?? { bib: "", change: null };

export const leaveEntry = (eventId: string, entry: LeftEntry): void =>
  useLeftEntries.setState(({ entries }) => ({ entries: { ...entries, [eventId]: entry } }));

/** Whether the field has a correction, or a typed time, that is not as before. */
export const isChangeTyped = ({ mode, item, text, formerText }: LeftChange): boolean =>
  mode !== "next-bib" && text.trim() !== "" && (item === null || text.trim() !== formerText);
