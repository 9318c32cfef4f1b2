/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/**
 * The canonical text of a JSON value, for hashing: keys sorted by UTF-16 units, no spaces, no undefined fields, as in RFC 8785
 * (JSON Canonicalization Scheme).
 *
 * @throws TypeError for a number that is not finite: JSON would contain null, and the hash would equal that of another value.
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
