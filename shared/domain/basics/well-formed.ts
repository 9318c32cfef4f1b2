/**
 * The same value with every half of a surrogate pair in its texts replaced by U+FFFD. Such halves can be written in JSON
 * but not in UTF-8: kept in memory they would never again equal what the database gives back (J5).
 */
export function toWellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toWellFormed(part)]));
}
