import { hash } from "node:crypto";
import type { Random } from "#core/ports.ts";

/** 256 random bits, as text that is safe in a URL. */
export const makeSecret = (random: Pick<Random, "bytes">): string =>
  Buffer.from(random.bytes(32)).toString("base64url");

/** Secrets are stored as hashes, so that reading the lookup's memory reveals none. */
export const hashOf = (secret: string): string => hash("sha256", secret);

/** Removes the entry that was inserted first if the map is too large. */
export function dropOldest(kept: Map<string, unknown>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
