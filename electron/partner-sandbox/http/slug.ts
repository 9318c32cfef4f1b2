/** What a slug is when nothing of the name can stand in an address. */
const fallback = "event";
const maxLength = 80;

/** A slug from a name or a wished slug: ASCII, lower case, hyphens; numbered when it is taken (X8). */
export function deriveSlug(wished: string, taken: ReadonlySet<string>): string {
  const sanitized = wished
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
