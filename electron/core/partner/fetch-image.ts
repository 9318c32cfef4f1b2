import { mostPixels, pixelsOf } from "#shared/domain/basics/image-size.ts";
import type { Clock, Fetch } from "../ports.ts";
import type { BaseAddress } from "./base-address.ts";
import { isLoopback } from "./base-address.ts";
import type { Deadline } from "./deadline.ts";
import { createDeadline } from "./deadline.ts";
import { imageTypeOf } from "./image-type.ts";
import { readBytes } from "./read-body.ts";

/** The result of fetching an image. */
export type ImageOutcome =
  | { readonly kind: "image"; readonly mime: string; readonly bytes: Uint8Array }
  /** There is no usable image; a retry would have the same result. */
  | { readonly kind: "missing"; readonly why: MissingImage }
  /** There was no complete response. */
  | { readonly kind: "unanswered" };

export type MissingImage =
  | "address"
  | "redirect"
  | "status"
  | "too-large"
  | "too-many-pixels"
  | "not-an-image";

/** Maximum size of a stored image. */
export const largestImageBytes = 1024 * 1024;

const headTimeoutMs = 10_000;
const idleTimeoutMs = 5_000;
const wholeTimeoutMs = 30_000;
const mostRedirects = 3;

export interface ImageQuestion {
  readonly address: string;
  /** The API that named the image; without `https:` only its own origin is allowed. */
  readonly api: BaseAddress;
}

/**
 * Fetches an image of an event (D9). The request has no header of the API, so the key is not sent (K1). The first bytes
 * must be those of an image, whatever the content type is, and the image must not be too large when decoded.
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
    // Any network error.
    return { kind: "unanswered" };
  } finally {
    deadline.end();
  }
}

/** The absolute address; null unless it is `https:` or has the API's origin. */
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
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    return { kind: "missing", why: "status" };
  }
  const announced = Number(response.headers.get("content-length") ?? 0);
  const most = announced > largestImageBytes ? -1 : largestImageBytes;
  const bytes = await readBytes(response.body, deadline, idleTimeoutMs, most);
  if (bytes === null) return { kind: "missing", why: "too-large" };
  const mime = imageTypeOf(bytes);
  const pixels = mime === null ? null : pixelsOf(bytes, mime);
  if (mime === null || pixels === null) return { kind: "missing", why: "not-an-image" };
  if (pixels > mostPixels) return { kind: "missing", why: "too-many-pixels" };
  return { kind: "image", mime, bytes: new Uint8Array(bytes) };
}
