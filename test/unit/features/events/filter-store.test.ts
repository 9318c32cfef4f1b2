import { expect, onTestFinished, test } from "vitest";
import {
  apiFilter,
  eventsWith,
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
