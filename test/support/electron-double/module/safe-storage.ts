import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SafeStorage } from "electron";
import { folderOf } from "./app.ts";
import { standIn } from "./stand-in.ts";

const ivBytes = 12;
const tagBytes = 16;

/**
 * `CHUTE_DOUBLE_KEY_STORE`: `system` (the default), `obfuscated` (a Linux desktop without a password
 * manager) or `none`.
 */
const keyStore = process.env["CHUTE_DOUBLE_KEY_STORE"] ?? "system";

/** The key that a real key store would hold: a file beside the program's settings. */
function readKey(): Buffer {
  const folder = folderOf("userData");
  const path = join(folder, "double-key");
  try {
    return readFileSync(path);
  } catch {
    mkdirSync(folder, { recursive: true });
    const key = randomBytes(32);
    writeFileSync(path, key, { mode: 0o600 });
    return key;
  }
}

export const safeStorage: SafeStorage = standIn<SafeStorage>("safeStorage", {
  isAsyncEncryptionAvailable: async () => keyStore !== "none",
  getSelectedStorageBackend: () => (keyStore === "obfuscated" ? "basic_text" : "gnome_libsecret"),
  async encryptStringAsync(plain) {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", readKey(), iv);
    const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
    return Buffer.concat([iv, text, cipher.getAuthTag()]);
  },
  async decryptStringAsync(bytes) {
    const decipher = createDecipheriv("aes-256-gcm", readKey(), bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = bytes.subarray(ivBytes, -tagBytes);
    const result = Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    return { result, shouldReEncrypt: false };
  },
});
