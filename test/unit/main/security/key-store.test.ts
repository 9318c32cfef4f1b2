import { expect, test } from "vitest";
import type { SystemKeyStore } from "#main/security/key-store.ts";
import { openVault } from "#main/security/key-store.ts";

const system = (change: Partial<SystemKeyStore> = {}): SystemKeyStore => ({
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(`<${text}>`),
  decryptStringAsync: async (sealed) => ({
    result: sealed.toString().slice(1, -1),
    shouldReEncrypt: false,
  }),
  getSelectedStorageBackend: () => "gnome_libsecret",
  ...change,
});

test("K1 the system's key store seals and opens", async () => {
  const vault = await openVault(system());
  const sealed = await vault?.seal("key");
  expect(Buffer.from(sealed ?? []).toString()).toBe("<key>");
  expect(await vault?.open(new TextEncoder().encode("<key>"))).toEqual({
    value: "key",
    isStale: false,
  });
});

test("K1 a key store that is not there, or fails, is none", async () => {
  expect(await openVault(system({ isAsyncEncryptionAvailable: async () => false }))).toBe(
    undefined,
  );
  const broken = () => Promise.reject(new Error("no bus"));
  expect(await openVault(system({ isAsyncEncryptionAvailable: broken }))).toBe(undefined);
});

test("K1 a Linux desktop without a password manager only obfuscates, and says so", async () => {
  const plain = system({ getSelectedStorageBackend: () => "basic_text" });
  expect((await openVault(plain, "linux"))?.kind).toBe("obfuscated");
  expect((await openVault(system(), "linux"))?.kind).toBe("system");
  // The other systems have one key store; only Linux has several.
  expect((await openVault(plain, "darwin"))?.kind).toBe("system");
});

test("K1 a key that changed is sealed anew, one of another user is refused", async () => {
  const rotated = await openVault(
    system({ decryptStringAsync: async () => ({ result: "key", shouldReEncrypt: true }) }),
  );
  expect(await rotated?.open(new Uint8Array(3))).toEqual({ value: "key", isStale: true });
  const foreign = await openVault(
    system({ decryptStringAsync: () => Promise.reject(new Error("not yours")) }),
  );
  await expect(foreign?.open(new Uint8Array(3))).rejects.toThrow("not yours");
});
