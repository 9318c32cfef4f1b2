import { join } from "node:path";
import { safeStorage } from "electron";
import type { Secrets } from "#core/ports.ts";
import { createFileSecrets } from "#station/secrets.ts";

/**
 * The operating system's key store by way of safeStorage: what lies in the file is encrypted with a
 * key that the system holds. On a Linux desktop without a password manager it is only obfuscated,
 * which the screen says (K1).
 */
export async function createKeyStore(folder: string): Promise<Secrets> {
  const file = createFileSecrets(join(folder, "secrets.json"));
  const isEncrypted = await safeStorage.isAsyncEncryptionAvailable();
  if (!isEncrypted) return file;
  const isObfuscated =
    process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text";

  const encrypt = async (value: string): Promise<string> =>
    (await safeStorage.encryptStringAsync(value)).toString("base64");

  return {
    kind: isObfuscated ? "obfuscated" : "system",
    async read(name) {
      const kept = await file.read(name);
      if (kept === null) return null;
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(kept, "base64"),
      );
      if (shouldReEncrypt) await file.write(name, await encrypt(result));
      return result;
    },
    write: async (name, value) => file.write(name, await encrypt(value)),
    remove: (name) => file.remove(name),
  };
}
