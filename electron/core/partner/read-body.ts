import { deepestLevel, depthOfJson, leaveOutDeep } from "#shared/domain/basics/json-depth.ts";
import { toWellFormed } from "#shared/domain/basics/well-formed.ts";
import type { Deadline } from "./deadline.ts";

/** Maximum size of a response body: a page of 100 rows of 40 kB each. */
const largestBodyBytes = 4 * 1024 * 1024;

/** A classified response body. */
export type BodyRead =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "html" }
  /** Text that is no JSON; without an excerpt if it is not in UTF-8. */
  | { readonly kind: "text"; readonly excerpt: string | null }
  | { readonly kind: "empty" }
  | { readonly kind: "too-large" }
  | { readonly kind: "broken" }
  | { readonly kind: "timeout" };

/**
 * Reads a response body. An interrupted or late body is a kind of body, not an error, because the response headers are
 * known.
 */
export async function readBody(
  response: Response,
  deadline: Deadline,
  idleMs: number,
  apiKey: string,
): Promise<BodyRead> {
  const { body, headers } = response;
  let bytes: Uint8Array | null;
  try {
    bytes = body && (await readBytes(body, deadline, idleMs, largestBodyBytes));
  } catch {
    return { kind: deadline.passed() ? "timeout" : "broken" };
  }
  if (bytes === null) return { kind: body === null ? "empty" : "too-large" };
  return readBodyBytes(bytes, headers.get("content-type") ?? "", apiKey);
}

/** Reads a stream up to `mostBytes`, each chunk within `idleMs`; null if the stream is longer. */
export async function readBytes(
  stream: ReadableStream<Uint8Array>,
  deadline: Deadline,
  idleMs: number,
  mostBytes: number,
): Promise<Uint8Array | null> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= mostBytes;) {
    deadline.allow(idleMs);
    const chunk = await reader.read();
    if (chunk.done) return Buffer.concat(chunks, size);
    size += chunk.value.byteLength;
    chunks.push(chunk.value);
  }
  await reader.cancel();
  return null;
}

/**
 * Classifies the bytes of a body. JSON is recognized despite a wrong content type, HTML by its text or its content type.
 * The bytes are a whole body, because fetch fails if the connection ends before that. So text that is no JSON is not sent
 * again for ever, also if it begins as the envelope does (O5). The key is removed, in case the server repeats it (K1).
 */
export function readBodyBytes(
  bytes: Uint8Array,
  contentType: string,
  apiKey: string | null = null,
): BodyRead {
  const decoded = decode(bytes);
  if (decoded === null) return { kind: "text", excerpt: null };
  const text = apiKey === null ? decoded : decoded.replaceAll(apiKey, "(key)");
  const start = text.trimStart();
  if (start === "") return { kind: "empty" };
  if (start.startsWith("<") || /\bhtml\b/i.test(contentType)) return { kind: "html" };
  const value = parse(start);
  if (value !== undefined) return { kind: "json", value };
  // Every second byte of plain letters in UTF-16 is zero.
  return { kind: "text", excerpt: start.includes("\0") ? null : start.slice(0, 500) };
}

/** Null if the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

/** The escape of half a surrogate pair; valid UTF-8 cannot contain one directly. */
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
