import type { SafeStorage } from "electron";
import type { Vault } from "#station/host/secrets.ts";

/** The part of Electron's `safeStorage` that is used; its synchronous methods are being deprecated. */
export type SystemKeyStore = Pick<
  SafeStorage,
  | "isAsyncEncryptionAvailable"
  | "encryptStringAsync"
  | "decryptStringAsync"
  | "getSelectedStorageBackend"
>;

/**
 * The operating system's key store through `safeStorage`: the file is encrypted with a key that the system
 * holds. On a Linux desktop without a password manager it is only obfuscated, which the screen says (K1).
 * Undefined if unavailable.
 */
export async function openVault(
  system: SystemKeyStore,
  platform: NodeJS.Platform = process.platform,
): Promise<Vault | undefined> {
  const isThere = await system.isAsyncEncryptionAvailable().catch(() => false);
  if (!isThere) return undefined;
  const isObfuscated = platform === "linux" && system.getSelectedStorageBackend() === "basic_text";
  return {
    kind: isObfuscated ? "obfuscated" : "system",
    seal: (value) => system.encryptStringAsync(value),
    async open(sealed) {
      const { result, shouldReEncrypt } = await system.decryptStringAsync(Buffer.from(sealed));
      return { value: result, isStale: shouldReEncrypt };
    },
  };
}
