import { isRecord } from "./common.ts";

/** A prize in the organizer's words with its place; null if the place is unknown. */
export interface Prize {
  readonly place: number | null;
  readonly prize: string;
}

const placeKeys = ["place", "position", "rank"] as const;
const wordKeys = ["prize", "name", "label", "title", "description", "value", "amount"] as const;

/**
 * Parses a segment's `prizes`. The API does not specify the shape, so texts, lists of texts or objects, and maps from place to
 * prize are accepted; any other value becomes its JSON text.
 */
export function readPrizes(value: unknown): readonly Prize[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((entry) => readEntry(entry, null));
  if (!isRecord(value)) return readEntry(value, null);
  const places = Object.keys(value).map(asPlace);
  return places.every((place) => place !== null)
    ? Object.entries(value).flatMap(([key, entry]) => readEntry(entry, asPlace(key)))
    : readEntry(value, null);
}

function readEntry(entry: unknown, keyedBy: number | null): Prize[] {
  if (entry === undefined || entry === null || entry === "") return [];
  if (!isRecord(entry)) return [{ place: keyedBy, prize: asText(entry) }];
  const place = placeKeys.map((key) => asPlace(entry[key])).find((found) => found !== null);
  const words = wordKeys
    .map((key) => entry[key])
    .find((found) => typeof found === "string" || typeof found === "number");
  return [{ place: place ?? keyedBy, prize: asText(words ?? entry) }];
}

function asPlace(value: unknown): number | null {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : null;
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
