import { create } from "zustand";
import { combine } from "zustand/middleware";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";
import { typedFields } from "#renderer/ui/fields/typed-fields.ts";
import type { EventForm } from "#shared/contract/event-form.ts";

export const emptyEventDraft = {
  name: "",
  type: null as string | null,
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

/** The texts of the form for a new event. They are kept while another screen is open. */
export type EventDraft = Readonly<typeof emptyEventDraft>;

interface EventDraftState {
  readonly draft: EventDraft;
  /** Corrected drafts of refused events that were not sent yet, by the id of the outbox entry. */
  readonly corrections: Readonly<Record<string, EventDraft>>;
}

const noDraft: EventDraftState = { draft: emptyEventDraft, corrections: {} };

export const useEventDraft = create(
  combine(noDraft, (set) => ({
    change: (part: Partial<EventDraft>) => set(({ draft }) => ({ draft: { ...draft, ...part } })),
    correct: (outboxId: string, draft: EventDraft) =>
      set(({ corrections }) => ({ corrections: { ...corrections, [outboxId]: draft } })),
    drop: () => set({ draft: emptyEventDraft }),
    dropCorrection: (outboxId: string) =>
      set(({ corrections }) => {
        const { [outboxId]: _, ...others } = corrections;
        return { corrections: others };
      }),
  })),
);

keepApart(useEventDraft, {
  pick: ({ draft, corrections }) => ({ draft, corrections }),
  empty: noDraft,
  isTyped: ({ draft, corrections }) =>
    Object.values(draft).some((typed) => (typed ?? "").trim() !== "") ||
    Object.keys(corrections).length > 0,
});

/** The API's names of the draft's fields, where they differ. */
const apiNames: { readonly [Field in keyof EventDraft]?: string } = {
  place: "address.name",
  street: "address.streetAddress",
  city: "address.addressLocality",
  region: "address.addressRegion",
  postalCode: "address.postalCode",
  country: "address.addressCountry",
};

/** The API's name of a field, under which the check reports errors. */
export const apiNameOf = (field: keyof EventDraft): string => apiNames[field] ?? field;

/** The value of a form by its API name, such as `address.addressCountry`. */
export function readField(form: EventForm, apiName: string): string | number | undefined {
  const read = (value: unknown, key: string): unknown =>
    (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  return apiName.split(".").reduce(read, form) as string | number | undefined;
}

/** The draft of a form that was already sent, to correct a refused event. */
export function eventDraftOf(form: EventForm): EventDraft {
  const fields = Object.keys(emptyEventDraft) as (keyof EventDraft)[];
  const texts = fields.map((field) => [field, String(readField(form, apiNameOf(field)) ?? "")]);
  return Object.fromEntries(texts) as EventDraft;
}

/**
 * The request's form. Empty optional fields, an empty address, and coordinates that are not numbers are left out;
 * `unreadableCoordinates` names the latter.
 */
export function eventFormOf(draft: EventDraft): EventForm {
  const { name, type, date, place, street, city, region, postalCode, country, ...rest } = draft;
  const { lat, lng, ...optional } = rest;
  const address = typedFields({
    name: place,
    streetAddress: street,
    addressRegion: region,
    postalCode,
  });
  const required = { addressLocality: city.trim(), addressCountry: countryCodeOf(country) };
  const hasAddress = Object.values({ ...address, ...required }).some((text) => text !== "");
  return {
    name: name.trim(),
    type: type ?? "",
    date: date.trim(),
    ...typedFields(optional),
    ...(hasAddress ? { address: { ...address, ...required } } : {}),
    ...coordinate("lat", lat),
    ...coordinate("lng", lng),
  };
}

/** Typed coordinates that are not numbers; without an error they would silently be missing from the request. */
export const unreadableCoordinates = (draft: EventDraft): readonly ("lat" | "lng")[] =>
  (["lat", "lng"] as const).filter(
    (key) => draft[key].trim() !== "" && numberOf(draft[key]) === null,
  );

function coordinate<Key extends string>(key: Key, text: string): { [K in Key]?: number } {
  const value = numberOf(text);
  return value === null ? {} : ({ [key]: value } as { [K in Key]?: number });
}

/** Accepts a decimal comma and the typographic minus. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Maps each country's English name, in small letters, to its code of two letters (ISO 3166-1). */
function readCountryNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const codes = letters
    .flatMap((first) => letters.map((second) => `${first}${second}`))
    .filter((code) => new Intl.Locale(`und-${code}`).region === code);
  return new Map(codes.map((code) => [names.of(code)?.toLowerCase() ?? "", code]));
}

let countryCodes: ReadonlyMap<string, string> | undefined;

/** The country code of a country's name: `Ireland` becomes `IE`. Any other text becomes upper case. */
function countryCodeOf(typed: string): string {
  const text = typed.trim();
  if (text.length <= 2) return text.toUpperCase();
  countryCodes ??= readCountryNames();
  return countryCodes.get(text.toLowerCase()) ?? text.toUpperCase();
}
