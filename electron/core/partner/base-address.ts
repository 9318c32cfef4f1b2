import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

/** A base address that the key may be sent to: `https:`, or this computer itself (K2). Has no trailing slash. */
export type BaseAddress = string & { readonly __brand: "BaseAddress" };

/**
 * Parses a base address that a person typed.
 *
 * - `insecure-address`: `http:` to another computer.
 * - `wrong-address`: no address, another scheme, or an address with a user name, a password, a query or a fragment.
 */
export function parseBaseAddress(
  typed: string,
): Result<BaseAddress, Failure<"insecure-address" | "wrong-address">> {
  const url = readUrl(typed.trim());
  if (url === null) return err("wrong-address", "This is not an address.");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return err("wrong-address", "An address has no user name, password, query or fragment.");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return err("insecure-address", "Only https: addresses, or this computer, may be given a key.");
  }
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, "")}` as BaseAddress);
}

export type Query = Readonly<Record<string, string | number | undefined>>;

/** The address of a request. Each segment is encoded, so that an id cannot change the path. */
export function joinAddress(
  base: BaseAddress,
  segments: readonly string[],
  query: Query = {},
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const path = segments.map(encodeSegment).join("/");
  const tail = parameters.size === 0 ? "" : `?${parameters.toString()}`;
  return `${base}/${path}${tail}`;
}

/**
 * Encodes the segments `.` and `..` twice, because a URL resolves them even if they are encoded once (WHATWG URL,
 * double-dot segments). No object has such an id, and the request must not reach another object.
 */
const encodeSegment = (segment: string): string =>
  /^\.{1,2}$/.test(segment) ? segment.replaceAll(".", "%252E") : encodeURIComponent(segment);

function readUrl(typed: string): URL | null {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}

/** Whether a host is this computer itself. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}
