import { z } from "zod";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/**
 * The key as the key store has it, together with the only address and organization it may be used for (S6). Both lie
 * outside the database, so that a database that was changed, restored or copied cannot send the key elsewhere.
 */
export interface KeptKey {
  readonly apiKey: string;
  /** Null in what an earlier version kept: the key alone. */
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

const nameOf = (fingerprint: string): string => `api-key.${fingerprint}`;

/** Null where there is none; a key store that cannot be read counts as that, for the program starts all the same. */
export async function readKeptKey({ ports }: SyncDeps, fingerprint: string) {
  try {
    const text = await ports.secrets.read(nameOf(fingerprint));
    return text === null ? null : decode(text);
  } catch {
    ports.logger.log("warn", "connection.key-store-failed");
    return null;
  }
}

/** Rejects where the key store does not take it. */
export function writeKeptKey(
  { ports }: SyncDeps,
  fingerprint: string,
  apiKey: string,
  { baseUrl, organizationId }: KeyBinding,
): Promise<void> {
  const kept = JSON.stringify({ apiKey, baseUrl, organizationId });
  return ports.secrets.write(nameOf(fingerprint), kept);
}

/** A key that is no longer used is removed; a key store that fails to is reported, and nothing else changes. */
export async function removeKeptKey({ ports }: SyncDeps, fingerprint: string): Promise<void> {
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
