import { deepestLevel, depthOfJson, leaveOutDeep } from "#shared/domain/basics/json-depth.ts";
import { toWellFormed } from "#shared/domain/basics/well-formed.ts";

/** Largest answer that is read: a page of 100 rows of 40 kB each. */
export const largestBodyBytes = 4 * 1024 * 1024;

/** What the body of an answer turned out to be. */
export type BodyRead =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "html" }
  | { readonly kind: "text"; readonly excerpt: string }
  | { readonly kind: "empty" }
  | { readonly kind: "too-large" }
  | { readonly kind: "broken" }
  | { readonly kind: "timeout" };

/**
 * What bytes are. A wrong content type does not matter when the bytes are JSON; HTML is told by either. Text that is not
 * JSON though the server says so is `broken`: half of something. A server that repeats the key is not repeated (K1).
 */
export function readBodyBytes(
  bytes: Uint8Array,
  contentType: string,
  apiKey: string | null = null,
): BodyRead {
  const decoded = decode(bytes);
  if (decoded === null) return { kind: "broken" };
  const text = apiKey === null ? decoded : decoded.replaceAll(apiKey, "(key)");
  const start = text.trimStart();
  if (start === "") return { kind: "empty" };
  if (start.startsWith("<") || /\bhtml\b/i.test(contentType)) return { kind: "html" };
  const value = parse(start);
  if (value !== undefined) return { kind: "json", value };
  return /\bjson\b/i.test(contentType) || start.startsWith("{") || start.startsWith("[")
    ? { kind: "broken" }
    : { kind: "text", excerpt: start.slice(0, 500) };
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

/** Only an escape can bring half a surrogate pair through UTF-8. */
const halfCharacter = /\\u[dD][89a-fA-F]/;

function parse(text: string): unknown {
  try {
    const parsed = JSON.parse(text) as unknown;
    const value = depthOfJson(text) > deepestLevel ? leaveOutDeep(parsed) : parsed;
    return halfCharacter.test(text) ? toWellFormed(value) : value;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
