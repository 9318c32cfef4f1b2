/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/**
 * The one text of a JSON value, for hashing: keys sorted by UTF-16 units, no spaces, absent fields left out. Follows
 * RFC 8785 (JSON Canonicalization Scheme) for everything JSON can hold.
 *
 * @throws TypeError for a number that is not finite: it would be written as null and hash like another value.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError("A number that is not finite has no JSON");
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

const isList = (value: JsonObject | readonly Json[]): value is readonly Json[] =>
  Array.isArray(value);
