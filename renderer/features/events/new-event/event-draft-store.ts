import { create } from "zustand";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";
import type { EventForm } from "#shared/contract/event-form.ts";
import { countryCodeOf } from "../country-code.ts";

/** What was typed for a new event so far, every field as text. Kept while the person looks elsewhere. */
export interface EventDraft {
  readonly name: string;
  readonly type: string | null;
  readonly date: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly endTime: string;
  readonly seriesId: string;
  readonly place: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
  readonly lat: string;
  readonly lng: string;
  readonly slug: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly registrationUrl: string;
}

export const emptyEventDraft: EventDraft = {
  name: "",
  type: null,
  date: "",
  startTime: "",
  endDate: "",
  endTime: "",
  seriesId: "",
  place: "",
  street: "",
  city: "",
  region: "",
  postalCode: "",
  country: "",
  lat: "",
  lng: "",
  slug: "",
  description: "",
  websiteUrl: "",
  registrationUrl: "",
};

interface EventDraftState {
  readonly draft: EventDraft;
  readonly change: (part: Partial<EventDraft>) => void;
  readonly drop: () => void;
}

export const useEventDraft = create<EventDraftState>((set) => ({
  draft: emptyEventDraft,
  change: (part) => set(({ draft }) => ({ draft: { ...draft, ...part } })),
  drop: () => set({ draft: emptyEventDraft }),
}));

guardUnsaved(() =>
  Object.values(useEventDraft.getState().draft).some((typed) => (typed ?? "").trim() !== ""),
);

/**
 * Only what was typed: an empty optional field is left out of the request, and so is an address with nothing in it, and
 * a coordinate that is no number, which `unreadableCoordinates` names.
 */
export function eventFormOf(draft: EventDraft): EventForm {
  const address = {
    ...typed("name", draft.place),
    ...typed("streetAddress", draft.street),
    ...typed("addressRegion", draft.region),
    ...typed("postalCode", draft.postalCode),
  };
  const city = draft.city.trim();
  const country = countryCodeOf(draft.country);
  const hasAddress = Object.keys(address).length > 0 || city !== "" || country !== "";
  return {
    name: draft.name.trim(),
    type: draft.type ?? "",
    date: draft.date.trim(),
    ...typed("slug", draft.slug),
    ...typed("seriesId", draft.seriesId),
    ...typed("endDate", draft.endDate),
    ...typed("startTime", draft.startTime),
    ...typed("endTime", draft.endTime),
    ...(hasAddress
      ? { address: { ...address, addressLocality: city, addressCountry: country } }
      : {}),
    ...coordinate("lat", draft.lat),
    ...coordinate("lng", draft.lng),
    ...typed("description", draft.description),
    ...typed("websiteUrl", draft.websiteUrl),
    ...typed("registrationUrl", draft.registrationUrl),
  };
}

/** The draft that sends `form` again, for correction a refused event. */
export function eventDraftOf(form: EventForm): EventDraft {
  const { address } = form;
  return {
    name: form.name,
    type: form.type,
    date: form.date,
    startTime: form.startTime ?? "",
    endDate: form.endDate ?? "",
    endTime: form.endTime ?? "",
    seriesId: form.seriesId ?? "",
    place: address?.name ?? "",
    street: address?.streetAddress ?? "",
    city: address?.addressLocality ?? "",
    region: address?.addressRegion ?? "",
    postalCode: address?.postalCode ?? "",
    country: address?.addressCountry ?? "",
    lat: form.lat === undefined ? "" : String(form.lat),
    lng: form.lng === undefined ? "" : String(form.lng),
    slug: form.slug ?? "",
    description: form.description ?? "",
    websiteUrl: form.websiteUrl ?? "",
    registrationUrl: form.registrationUrl ?? "",
  };
}

/** Coordinates that were typed and are no numbers; they would be lost in the request. */
export const unreadableCoordinates = (draft: EventDraft): readonly ("lat" | "lng")[] =>
  (["lat", "lng"] as const).filter(
    (key) => draft[key].trim() !== "" && numberOf(draft[key]) === null,
  );

function typed<Key extends string>(key: Key, text: string): { [K in Key]?: string } {
  const trimmed = text.trim();
  return trimmed === "" ? {} : ({ [key]: trimmed } as { [K in Key]?: string });
}

function coordinate<Key extends string>(key: Key, text: string): { [K in Key]?: number } {
  const value = text.trim() === "" ? null : numberOf(text);
  return value === null ? {} : ({ [key]: value } as { [K in Key]?: number });
}

/** A decimal comma is one, and so is the typographer's minus. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
