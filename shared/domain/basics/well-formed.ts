/**
 * Replaces each lone surrogate in the texts of a value by U+FFFD. JSON can contain lone surrogates, UTF-8 cannot: the value
 * in memory would differ from the value that the database returns (J5).
 */
export function toWellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toWellFormed(part)]));
}
