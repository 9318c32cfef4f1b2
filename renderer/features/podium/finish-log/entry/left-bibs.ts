import { create } from "zustand";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";

interface LeftBibs {
  /** By event. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The text of the field for the next bib that had no Enter when another tab or screen was opened (P9). */
const useLeftBibs = create<LeftBibs>(() => ({ texts: {} }));

keepApart(useLeftBibs, {
  pick: ({ texts }) => ({ texts }),
  empty: { texts: {} },
  isTyped: ({ texts }) => Object.values(texts).some((text) => text !== ""),
});

export const leftBibOf = (eventId: string): string => useLeftBibs.getState().texts[eventId] ?? "";

export const leaveBib = (eventId: string, text: string): void =>
  useLeftBibs.setState(({ texts }) => ({ texts: { ...texts, [eventId]: text } }));
