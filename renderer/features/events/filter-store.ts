import { localDate } from "#shared/domain/basics/local-date.ts";
import { create } from "zustand";
import { combine } from "zustand/middleware";
import {
  keepApart,
  keepScreenState,
  oneOf,
  omitDefaults,
} from "#renderer/client/navigation/screen-state.ts";
import type { EventRow } from "#shared/contract/events.ts";
import type { InputOf } from "#shared/contract/index.ts";

const fromDates = ["today", "month", "ever"] as const;
export type FromDate = (typeof fromDates)[number];

const listings = ["events", "series", "collections"] as const;
export type Listing = (typeof listings)[number];

/** The event with this id, or with this local id before the organizer's id; else the first event. */
export const shownOf = (events: readonly EventRow[], shownId: string | null): EventRow | null =>
  events.find(({ id, madeAs }) => shownId !== null && (id === shownId || madeAs === shownId)) ??
  events[0] ??
  null;

/** The value of a filter that is off. */
export const anyValue = "";

/** Shows all events. */
export const noFilter = { text: "", type: anyValue, seriesId: anyValue, from: "ever" } as const;

/**
 * The events, without the filters of an earlier search: they would hide what a person opens from another list, and the
 * first event that they leave would be shown instead.
 */
export const eventsWith = (
  part: Partial<Pick<FilterState, "shownId" | "seriesId">>,
): Partial<FilterState> => ({
  ...noFilter,
  listing: "events",
  ...part,
});

const usual = {
  /** The content of the left column. */
  listing: "events" as Listing,
  shownSeriesId: null as string | null,
  shownSlug: null as string | null,
  text: "",
  type: anyValue,
  seriesId: anyValue,
  from: "today" as FromDate,
  shownId: null as string | null,
};

const atStart = {
  ...usual,
  /** The form of a new event is open. */
  isMaking: false,
  /** The events selected for download, in the order of selection. */
  pickedIds: [] as readonly string[],
};

/** The filters and selections of the screen. They are kept while another screen is open. */
type FilterState = Readonly<typeof atStart>;

export const useFilters = create(
  combine(atStart, (set) => ({
    set: (part: Partial<FilterState>) => set(part),
    togglePick: (eventId: string) =>
      set(({ pickedIds }) => ({
        pickedIds: pickedIds.includes(eventId)
          ? pickedIds.filter((id) => id !== eventId)
          : [...pickedIds, eventId],
      })),
    /** What was ticked meanwhile stays. */
    unpick: (eventIds: readonly string[]) =>
      set(({ pickedIds }) => ({ pickedIds: pickedIds.filter((id) => !eventIds.includes(id)) })),
  })),
);

keepScreenState("events", useFilters, {
  read: (place) => ({
    listing: oneOf(listings, place["listing"], usual.listing),
    shownSeriesId: place["shownSeriesId"] ?? null,
    shownSlug: place["shownSlug"] ?? null,
    text: place["text"] ?? usual.text,
    type: place["type"] ?? anyValue,
    seriesId: place["seriesId"] ?? anyValue,
    from: oneOf(fromDates, place["from"], usual.from),
    shownId: place["shownId"] ?? null,
  }),
  write: ({ listing, shownSeriesId, shownSlug, text, type, seriesId, from, shownId }) =>
    omitDefaults({ listing, shownSeriesId, shownSlug, text, type, seriesId, from, shownId }, usual),
  inAddress: ["listing", "shownSeriesId", "shownSlug", "shownId"],
});

keepApart(useFilters, {
  pick: ({ isMaking, pickedIds }) => ({ isMaking, pickedIds }),
  empty: { isMaking: false, pickedIds: [] },
  isTyped: () => false,
});

const monthMs = 30 * 24 * 60 * 60 * 1_000;

/** The API's filters. "Today" is this computer's date at `nowMs`. */
export function apiFilter(
  filters: Pick<FilterState, "type" | "seriesId" | "from">,
  nowMs: number,
): Omit<InputOf<"event.list">, "text"> {
  return {
    ...(filters.type === anyValue ? {} : { type: filters.type }),
    ...(filters.seriesId === anyValue ? {} : { seriesId: filters.seriesId }),
    ...(filters.from === "ever"
      ? {}
      : { dateFrom: localDate(filters.from === "today" ? nowMs : nowMs - monthMs) }),
  };
}

/** The events with one that was just saved: a filter that would hide it is taken off, and the others stay. */
export function eventsWithSaved(
  filters: Pick<FilterState, "type" | "seriesId" | "from">,
  saved: {
    readonly id: string;
    readonly type: string | null;
    readonly seriesId: string;
    readonly date: string;
  },
  nowMs: number,
): ReturnType<typeof eventsWith> {
  const { dateFrom = "" } = apiFilter(filters, nowMs);
  return {
    ...eventsWith({ shownId: saved.id }),
    ...(filters.type === saved.type ? { type: filters.type } : {}),
    ...(filters.seriesId === saved.seriesId ? { seriesId: filters.seriesId } : {}),
    ...(saved.date >= dateFrom ? { from: filters.from } : {}),
  };
}
