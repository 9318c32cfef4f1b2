/** The slug of a name without any character that a slug may have. */
const fallback = "event";
const maxLength = 80;

/** A slug from a name or a requested slug: ASCII, lower case, hyphens; with a number if it is taken (X8). */
export function deriveSlug(requested: string, taken: ReadonlySet<string>): string {
  const sanitized = requested
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, maxLength);
  const base = sanitized === "" ? fallback : sanitized;
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
