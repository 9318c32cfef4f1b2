/** Deeper answers are no answers of this API, whose own rows have four levels. Far below what recursion can bear. */
export const deepestLevel = 64;

/**
 * How many brackets of a JSON text are open at once at most; brackets in strings do not count. Reads the text once and
 * calls nothing, so that a text of millions of brackets costs time but no stack.
 */
export function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isString) {
      if (unit === backslash) at += 1;
      else if (unit === quote) isString = false;
    } else if (unit === quote) {
      isString = true;
    } else if (unit === openBracket || unit === openBrace) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (unit === closeBracket || unit === closeBrace) {
      depth -= 1;
    }
  }
  return deepest;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What stands in the place of a part that is nested too deeply: nothing of it can be read, but whose it is. */
interface TooDeep {
  readonly _id?: unknown;
  readonly nestedTooDeeply: true;
}

/**
 * An answer whose too deep parts are left out: each value two levels below the top (a row of a list, a field of the
 * payload) that is nested too deeply is replaced by its `_id` alone. So one such row is set aside like any that cannot be
 * read (D6), and an id beside a deep field is still found (O4).
 */
export function leaveOutDeep(body: unknown): unknown {
  return mapParts(body, (payload) =>
    mapParts(payload, (part) => (isTooDeep(part) ? tooDeep(part) : part)),
  );
}

function mapParts(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]));
}

function isTooDeep(part: unknown): boolean {
  let level: unknown[] = [part];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestLevel) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

const tooDeep = (part: unknown): TooDeep => ({
  ...(typeof part === "object" && part !== null && "_id" in part && typeof part._id === "string"
    ? { _id: part._id }
    : {}),
  nestedTooDeeply: true,
});
