import { scryptSync } from "node:crypto";
import type { BaseAddress } from "./base-address.ts";

/** Identifies a credential without revealing it; 32 hexadecimal digits. */
export type Fingerprint = string & { readonly __brand: "Fingerprint" };

export interface Credential {
  readonly baseUrl: BaseAddress;
  readonly apiKey: string;
  readonly fingerprint: Fingerprint;
}

/**
 * A hash of address and key (O10, K1). `salt` is a random value of this database, so the same key has different
 * fingerprints on different computers. The hash is slow (some milliseconds, once per start) against guessing a weak key.
 */
export function fingerprintOf(baseUrl: BaseAddress, apiKey: string, salt: string): Fingerprint {
  const hash = scryptSync(`${baseUrl}\n${apiKey}`, salt, 16, { N: 4096, r: 8, p: 1 });
  return hash.toString("hex") as Fingerprint;
}

/** Whether a key is valid in an HTTP header: printable Latin-1 characters only. */
export const isSendableKey = (apiKey: string): boolean => /^[\x21-\x7e\x80-\xff]+$/.test(apiKey);
