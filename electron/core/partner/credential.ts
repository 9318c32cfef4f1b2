import { scryptSync } from "node:crypto";
import type { BaseAddress } from "./base-address.ts";

/** Names a credential without revealing it; 32 hexadecimal digits. */
export type Fingerprint = string & { readonly __brand: "Fingerprint" };

export interface Credential {
  readonly baseUrl: BaseAddress;
  readonly apiKey: string;
  readonly fingerprint: Fingerprint;
}

/**
 * A one-way name for a key at an address (O10, K1). `salt` is this database's own random value, so the same key has
 * another name on another computer, and the slow hash makes guessing of a weak key dear (a few milliseconds here, once
 * per start).
 */
export function fingerprintOf(baseUrl: BaseAddress, apiKey: string, salt: string): Fingerprint {
  const hash = scryptSync(`${baseUrl}\n${apiKey}`, salt, 16, { N: 4096, r: 8, p: 1 });
  return hash.toString("hex") as Fingerprint;
}

/** What may stand in an HTTP header: no line break, no control character, nothing beyond Latin-1. */
export const isSendableKey = (apiKey: string): boolean => /^[\x21-\x7e\x80-\xff]+$/.test(apiKey);
