/**
 * The maximum depth of a JSON text. The rows of the API have four levels; this limit is far above four, and far below
 * the limit of the call stack.
 */
export const deepestLevel = 64;

/**
 * The maximum number of brackets of a JSON text that are open at once; brackets in strings do not count. The function does
 * not recurse, so that a text of millions of brackets cannot overflow the call stack.
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

/** Replaces a part that is nested too deeply. Only its id is kept. */
interface TooDeep {
  readonly _id?: unknown;
  readonly nestedTooDeeply: true;
}

/**
 * Replaces each value two levels below the top (a row of a list, a field of the payload) that is nested too deeply. Such a
 * row is then set aside like any other malformed row (D6), and an id beside a deep field is still found (O4).
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
