import { createHash } from "node:crypto";
import type { Random } from "#core/ports.ts";

/** 256 random bits, as text that fits into an address. */
export const makeSecret = (random: Pick<Random, "bytes">): string =>
  Buffer.from(random.bytes(32)).toString("base64url");

/** Secrets are kept by their hash: what reads the memory of a lookup learns none. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** The entry that was put in first gives way. */
export function dropOldest(kept: Map<string, unknown>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
