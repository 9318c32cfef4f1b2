import { expect, onTestFinished, test } from "vitest";
import {
  apiFilter,
  eventsWith,
  eventsWithSaved,
  noFilter,
  useFilters,
} from "#renderer/features/events/filter-store.ts";

test("N1 an event that is opened from a collection, and a series, are not hidden by the filters of an earlier search", () => {
  const { set } = useFilters.getState();
  onTestFinished(() => set({ ...noFilter, from: "today", listing: "events", shownId: null }));
  set({ listing: "collections", text: "oka", type: "race", seriesId: "s1", from: "today" });
  set(eventsWith({ shownId: "e9" }));
  const shown = useFilters.getState();
  expect(shown).toMatchObject({ listing: "events", shownId: "e9", text: "" });
  expect(apiFilter(shown, 0)).toEqual({});
  set({ listing: "series", text: "oka", type: "race", from: "month" });
  set(eventsWith({ seriesId: "s2" }));
  expect(useFilters.getState()).toMatchObject({ listing: "events", text: "" });
  expect(apiFilter(useFilters.getState(), 0)).toEqual({ seriesId: "s2" });
});

test("W1 N1 a saved event takes off only the filters that would hide it", () => {
  const nowMs = Date.parse("2026-11-28T12:00");
  const filters = { type: "race", seriesId: "s1", from: "today" } as const;
  const saved = { id: "e9", type: "race", seriesId: "s1", date: "2026-11-29" };
  const all = { listing: "events", shownId: "e9", text: "", ...filters };
  expect(eventsWithSaved(filters, saved, nowMs)).toEqual(all);
  const other = { ...saved, type: "training", seriesId: "" };
  expect(eventsWithSaved(filters, other, nowMs)).toEqual({ ...all, type: "", seriesId: "" });
  const past = { ...saved, date: "2026-11-27" };
  expect(eventsWithSaved(filters, past, nowMs)).toEqual({ ...all, from: "ever" });
});
