import { z } from "zod";
import { apiKeyPrefix } from "#core/ports.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * The API key in the key store, with the only address and organization that it may be used for (S6). Both are
 * stored outside the database, so that a modified, restored or copied database cannot send the key elsewhere.
 */
export interface KeptKey {
  readonly apiKey: string;
  /** Null if an earlier version stored the key alone. */
  readonly binding: KeyBinding | null;
}

export interface KeyBinding {
  readonly baseUrl: string;
  readonly organizationId: string;
}

const keptSchema = z.object({
  apiKey: z.string(),
  baseUrl: z.string(),
  organizationId: z.string(),
});

const nameOf = (fingerprint: string): string => apiKeyPrefix + fingerprint;

/** Null if there is no key. An unreadable key store counts as no key, so that the program still starts. */
export async function readKeptKey({ ports }: SyncDeps, fingerprint: string) {
  try {
    const text = await ports.secrets.read(nameOf(fingerprint));
    return text === null ? null : decode(text);
  } catch {
    ports.logger.log("warn", "connection.key-store-failed");
    return null;
  }
}

/** Rejects if the key store fails. */
export function writeKeptKey(
  { ports }: SyncDeps,
  fingerprint: string,
  apiKey: string,
  { baseUrl, organizationId }: KeyBinding,
): Promise<void> {
  const kept = JSON.stringify({ apiKey, baseUrl, organizationId });
  return ports.secrets.write(nameOf(fingerprint), kept);
}

/** Removes a key that is no longer used; a failure is only logged. */
export async function removeKeptKey(
  { ports }: Pick<SyncDeps, "ports">,
  fingerprint: string,
): Promise<void> {
  try {
    await ports.secrets.remove(nameOf(fingerprint));
  } catch {
    ports.logger.log("warn", "connection.key-not-removed");
  }
}

function decode(text: string): KeptKey {
  const read = keptSchema.safeParse(readJson(text));
  if (!read.success) return { apiKey: text, binding: null };
  const { apiKey, ...binding } = read.data;
  return { apiKey, binding };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
