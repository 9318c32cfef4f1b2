import { localDate } from "#shared/domain/basics/local-date.ts";
import { create } from "zustand";
import { keepScreenState, oneOf, omitDefaults } from "#renderer/client/navigation/screen-state.ts";
import type { EventRow } from "#shared/contract/events.ts";
import type { InputOf } from "#shared/contract/index.ts";

const fromDates = ["today", "month", "ever"] as const;
export type FromDate = (typeof fromDates)[number];

/** What the left column lists. */
const listings = ["events", "series", "collections"] as const;
export type Listing = (typeof listings)[number];

/** What of the list is shown. Kept while the volunteer is in another screen. */
interface FilterState {
  readonly listing: Listing;
  readonly shownSeriesId: string | null;
  readonly shownSlug: string | null;
  /** The form of a new event is open. */
  readonly isMaking: boolean;
  readonly text: string;
  readonly type: string;
  readonly seriesId: string;
  readonly from: FromDate;
  /** The event shown on the right. */
  readonly shownId: string | null;
  /** Picked for download, in the order they were picked. */
  readonly pickedIds: readonly string[];
  readonly set: (part: Partial<Omit<FilterState, "set" | "togglePick">>) => void;
  readonly togglePick: (eventId: string) => void;
}

/** The event that was chosen, also under the id it had before the organizer's; else the first. */
export const shownOf = (events: readonly EventRow[], shownId: string | null): EventRow | null =>
  events.find(({ id, madeAs }) => shownId !== null && (id === shownId || madeAs === shownId)) ??
  events[0] ??
  null;

/** The value of a select that filters nothing. */
export const anyValue = "";

/** Everything is shown: an event that was just made is, too. */
export const noFilter = { text: "", type: anyValue, seriesId: anyValue, from: "ever" } as const;

const usual = {
  listing: "events",
  shownSeriesId: null,
  shownSlug: null,
  text: "",
  type: anyValue,
  seriesId: anyValue,
  from: "today",
  shownId: null,
} as const;

export const useFilters = create<FilterState>((set) => ({
  ...usual,
  isMaking: false,
  pickedIds: [],
  set,
  togglePick: (eventId) =>
    set(({ pickedIds }) => ({
      pickedIds: pickedIds.includes(eventId)
        ? pickedIds.filter((id) => id !== eventId)
        : [...pickedIds, eventId],
    })),
}));

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

const monthMs = 30 * 24 * 60 * 60 * 1_000;

/** The API's own filters, of what is chosen here. `nowMs` decides what "today" is: this computer's date. */
export function apiFilter(
  filters: { readonly type: string; readonly seriesId: string; readonly from: FromDate },
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
