import { mostPixels, pixelsOf } from "#shared/domain/basics/image-size.ts";
import type { Clock, Fetch } from "../ports.ts";
import type { BaseAddress } from "./base-address.ts";
import { isLoopback } from "./base-address.ts";
import type { Deadline } from "./deadline.ts";
import { createDeadline } from "./deadline.ts";
import { imageTypeOf } from "./image-type.ts";

/** How asking for a picture ended. */
export type ImageOutcome =
  | { readonly kind: "image"; readonly mime: string; readonly bytes: Uint8Array }
  /** It cannot be had there: another try would end alike. */
  | { readonly kind: "missing"; readonly why: MissingImage }
  /** Nobody answered, or not to the end. */
  | { readonly kind: "unanswered" };

export type MissingImage =
  | "address"
  | "redirect"
  | "status"
  | "too-large"
  | "too-many-pixels"
  | "not-an-image";

/** Largest picture that is kept. */
export const largestImageBytes = 1024 * 1024;

const headTimeoutMs = 10_000;
const idleTimeoutMs = 5_000;
const wholeTimeoutMs = 30_000;
const mostRedirects = 3;

export interface ImageQuestion {
  readonly address: string;
  /** Of the API that named the picture: beside `https:` only its own origin may be asked. */
  readonly api: BaseAddress;
}

/**
 * Fetches a hosted picture (D9). The key stays here (K1): no header of the API goes along, and what is no picture by its
 * own first bytes is not kept, whatever the server calls it; nor is one that would take too much memory once decoded.
 */
export async function fetchImage(
  ports: { readonly clock: Clock; readonly fetch: Fetch },
  { address, api }: ImageQuestion,
  signal: AbortSignal,
): Promise<ImageOutcome> {
  let next = readAddress(address, null, api);
  const deadline = createDeadline(ports.clock, signal, wholeTimeoutMs);
  try {
    for (let hop = 0; next !== null; hop += 1) {
      if (signal.aborted) return { kind: "unanswered" };
      deadline.allow(headTimeoutMs);
      const response = await ports.fetch(next, {
        headers: { Accept: "image/*" },
        redirect: "manual",
        credentials: "omit",
        referrerPolicy: "no-referrer",
        signal: deadline.signal,
      });
      const location = redirectOf(response);
      if (location === null) return await readImage(response, deadline);
      await response.body?.cancel();
      if (hop >= mostRedirects) return { kind: "missing", why: "redirect" };
      next = readAddress(location, next, api);
    }
    return { kind: "missing", why: "address" };
  } catch {
    // Whatever the network did: a picture that does not come changes nothing.
    return { kind: "unanswered" };
  } finally {
    deadline.end();
  }
}

/** Over `https:`, or from where the API itself is; null for any other place. */
function readAddress(address: string, from: URL | null, api: BaseAddress): URL | null {
  const base = from?.href;
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url === null || url.username !== "" || url.password !== "") return null;
  if (url.protocol === "https:") return url;
  const home = new URL(api);
  const local = isLoopback(home.hostname) && isLoopback(url.hostname);
  return url.protocol === "http:" && (url.origin === home.origin || local) ? url : null;
}

const redirectOf = ({ status, headers }: Response): string | null =>
  status >= 300 && status < 400 ? headers.get("location") : null;

async function readImage(response: Response, deadline: Deadline): Promise<ImageOutcome> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  const reader = response.body?.getReader();
  if (response.status !== 200 || reader === undefined) {
    await reader?.cancel();
    return { kind: "missing", why: "status" };
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    if (announced > largestImageBytes || size > largestImageBytes) {
      await reader.cancel();
      return { kind: "missing", why: "too-large" };
    }
    deadline.allow(idleTimeoutMs);
    const piece = await reader.read();
    if (piece.done) break;
    size += piece.value.byteLength;
    pieces.push(piece.value);
  }
  const bytes = new Uint8Array(Buffer.concat(pieces, size));
  const mime = imageTypeOf(bytes);
  const pixels = mime === null ? null : pixelsOf(bytes, mime);
  if (mime === null || pixels === null) return { kind: "missing", why: "not-an-image" };
  if (pixels > mostPixels) return { kind: "missing", why: "too-many-pixels" };
  return { kind: "image", mime, bytes };
}
