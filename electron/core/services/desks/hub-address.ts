import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

/** What a person typed, pasted or scanned to reach a hub. */
export interface HubAddress {
  /** `https://host:port`, without a trailing slash. */
  readonly address: string;
  /** The fingerprint in a scanned QR code; null if the address was typed. */
  readonly fingerprint: string | null;
  readonly code: string | null;
}

/**
 * Reads `192.168.1.5:4319`, an address with `https://`, or the link in the hub's QR code, whose fragment has the
 * fingerprint and the code (a fragment is never sent over the network).
 */
export function readHubAddress(typed: string): Result<HubAddress, Failure<"invalid-address">> {
  const text = typed.trim().replace(/^http:/i, "https:");
  const withScheme = /^https:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return invalid();
  const url = new URL(withScheme);
  if (url.hostname === "" || url.username !== "" || url.password !== "") return invalid();
  const fragment = new URLSearchParams(url.hash.slice(1));
  return ok({
    address: url.origin,
    fingerprint: fragment.get("fingerprint"),
    code: fragment.get("code"),
  });
}

const invalid = () => err("invalid-address", "This is not the address of a hub");
