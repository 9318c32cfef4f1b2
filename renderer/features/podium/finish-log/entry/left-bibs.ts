import { create } from "zustand";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";

interface LeftBibs {
  /** By event. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What is typed for the next bib, without Enter. It stands in the field again after another tab or screen (P9). */
const useLeftBibs = create<LeftBibs>(() => ({ texts: {} }));

keepApart(useLeftBibs, {
  pick: ({ texts }) => ({ texts }),
  empty: { texts: {} },
  isTyped: ({ texts }) => Object.values(texts).some((text) => text !== ""),
});

export const leftBibOf = (eventId: string): string => useLeftBibs.getState().texts[eventId] ?? "";

export const leaveBib = (eventId: string, text: string): void =>
  useLeftBibs.setState(({ texts }) => ({ texts: { ...texts, [eventId]: text } }));
