import type { JsonObject } from "#shared/domain/journal/canonical-json.ts";
import type { EventForm } from "#shared/domain/journal/journal-facts.ts";

/** What this computer's copy makes doubtful of a new event; none of it can be known for sure (W1). */
export type EventWarning = "same-name-same-day" | "date-past" | "slug-known";

/** What was typed for the place; which fields it needs is the API's rule. */
export type TypedAddress = Readonly<Record<string, string | undefined>>;

/** What was typed, before anything was taken away. */
export interface TypedEvent extends Omit<EventForm, "address"> {
  readonly address?: TypedAddress | undefined;
}

/** An event that is known here, by what another may be mistaken for. */
export interface KnownEvent {
  readonly name: string;
  readonly date: string;
  readonly slug: string | null;
}

export interface EventSurroundings {
  /** This computer's date, `YYYY-MM-DD`. */
  readonly today: string;
  /** Of the organization, the event itself aside. */
  readonly others: readonly KnownEvent[];
}

/** In the order it matters. */
export function judgeEvent(form: EventForm, { today, others }: EventSurroundings): EventWarning[] {
  const warnings: EventWarning[] = [];
  const name = alike(form.name);
  if (others.some((other) => other.date === form.date && alike(other.name) === name)) {
    warnings.push("same-name-same-day");
  }
  if (calendarForm.test(form.date) && form.date < today) warnings.push("date-past");
  const slug = form.slug === undefined ? "" : sluggish(form.slug);
  if (slug !== "" && others.some((other) => other.slug === slug)) warnings.push("slug-known");
  return warnings;
}

const calendarForm = /^\d{4}-\d\d-\d\d$/;

const alike = (text: string): string =>
  text.normalize("NFKC").trim().replaceAll(/\s+/gu, " ").toLowerCase();

/** About what the service makes of a typed slug; it says that it sanitizes, not how. */
const sluggish = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}+/gu, "")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");

/**
 * What was typed, as it is kept and sent: in the API's order, outer spaces taken away, empty optional fields left out, an
 * address of which nothing was filled in too. A country is written in capitals (ISO 3166-1).
 */
export function tidyEventForm(typed: TypedEvent): EventForm {
  const { name, slug, type, date, seriesId, endDate, startTime, endTime, lat, lng } = typed;
  const { description, websiteUrl, registrationUrl } = typed;
  return withoutUndefined({
    name: tidy(name) ?? "",
    slug: tidy(slug),
    type: type.trim(),
    date: date.trim(),
    seriesId: tidy(seriesId),
    endDate: tidy(endDate),
    startTime: tidy(startTime),
    endTime: tidy(endTime),
    address: tidyAddress(typed.address),
    lat,
    lng,
    description: tidy(description),
    websiteUrl: tidy(websiteUrl),
    registrationUrl: tidy(registrationUrl),
  });
}

function tidyAddress(typed: TypedAddress | undefined): JsonObject | undefined {
  const filled = Object.entries(typed ?? {}).flatMap(([field, text]): [string, string][] => {
    const words = tidy(text);
    if (words === undefined) return [];
    return [[field, field === "addressCountry" ? words.toUpperCase() : words]];
  });
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

function tidy(text: string | undefined): string | undefined {
  const tidied = text?.normalize("NFC").trim();
  return tidied === "" ? undefined : tidied;
}

const withoutUndefined = <Form extends object>(form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Form;
