import { tidyName, tidyText, withoutUndefined } from "#shared/domain/basics/tidy.ts";
import type { JsonObject } from "#shared/domain/journal/canonical-json.ts";
import type { EventForm } from "#shared/domain/journal/journal-facts.ts";
import { comparable } from "#shared/domain/registrations/same-person.ts";

/** Warnings about a new event, from this computer's replica; none of them is certain (W1). */
export const eventWarnings = ["same-name-same-day", "date-past", "slug-known"] as const;
export type EventWarning = (typeof eventWarnings)[number];

/** The typed address. The API decides which fields are required. */
export type TypedAddress = Readonly<Record<string, string | undefined>>;

/** The form as typed, before `tidyEventForm`. */
export interface TypedEvent extends Omit<EventForm, "address"> {
  readonly address?: TypedAddress | undefined;
}

/** The fields of a known event that a new event is compared with. */
export interface KnownEvent {
  readonly name: string;
  readonly date: string;
  readonly slug: string | null;
}

export interface EventSurroundings {
  /** Today's date on this computer, `YYYY-MM-DD`. */
  readonly today: string;
  /** The organization's other events. */
  readonly others: readonly KnownEvent[];
}

/** The warnings about a new event; the most important one comes first. */
export function judgeEvent(form: EventForm, { today, others }: EventSurroundings): EventWarning[] {
  const warnings: EventWarning[] = [];
  const name = comparable(form.name);
  if (others.some((other) => other.date === form.date && comparable(other.name) === name)) {
    warnings.push("same-name-same-day");
  }
  if (calendarForm.test(form.date) && form.date < today) warnings.push("date-past");
  const slug = form.slug === undefined ? "" : sanitizeSlug(form.slug);
  if (slug !== "" && others.some((other) => other.slug === slug)) warnings.push("slug-known");
  return warnings;
}

const calendarForm = /^\d{4}-\d\d-\d\d$/;

/** An approximation: the API says that it sanitizes slugs, but not how. */
const sanitizeSlug = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}+/gu, "")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");

/**
 * The form as it is saved and sent: in the API's order, without outer spaces, empty optional fields and an empty address. The
 * country code is in capitals (ISO 3166-1).
 */
export function tidyEventForm(typed: TypedEvent): EventForm {
  const { name, slug, type, date, seriesId, endDate, startTime, endTime, lat, lng } = typed;
  const { description, websiteUrl, registrationUrl } = typed;
  return withoutUndefined({
    name: tidyName(name) ?? "",
    slug: tidyText(slug),
    type: type.trim(),
    date: date.trim(),
    seriesId: tidyText(seriesId),
    endDate: tidyText(endDate),
    startTime: tidyText(startTime),
    endTime: tidyText(endTime),
    address: tidyAddress(typed.address),
    lat,
    lng,
    description: tidyText(description),
    websiteUrl: tidyText(websiteUrl),
    registrationUrl: tidyText(registrationUrl),
  });
}

function tidyAddress(typed: TypedAddress | undefined): JsonObject | undefined {
  const filled = Object.entries(typed ?? {}).flatMap(([field, text]): [string, string][] => {
    const value = tidyText(text);
    if (value === undefined) return [];
    return [[field, field === "addressCountry" ? value.toUpperCase() : value]];
  });
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
