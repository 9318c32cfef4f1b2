import { createSerialQueue } from "#shared/serial-queue.ts";
import type { Secrets } from "#core/ports.ts";
import { apiKeyPrefix } from "#core/ports.ts";
import { readPrivateFile, writePrivateJson } from "./private-file.ts";

/**
 * Keeps API keys for this run only, because the key came from a flag or the environment (K1). Every other secret,
 * for example a full desk's token for its hub (M3), is kept in `others`, whatever the flags of the next start are. A key
 * that an earlier run left in `others` is not read, and is removed with the key of this run.
 */
export function createRunSecrets(others: Secrets): Secrets {
  const keys = new Map<string, string>();
  const isKey = (name: string): boolean => name.startsWith(apiKeyPrefix);
  return {
    kind: "memory",
    read: async (name) => (isKey(name) ? (keys.get(name) ?? null) : others.read(name)),
    write: async (name, value) =>
      isKey(name) ? void keys.set(name, value) : others.write(name, value),
    remove: async (name) => {
      keys.delete(name);
      await others.remove(name);
    },
  };
}

/** Encrypts for this user of this computer; the desktop uses the system's key store. */
export interface Vault {
  readonly kind: "system" | "obfuscated";
  seal(value: string): Promise<Uint8Array>;
  /**
   * Rejects what another user, another computer or an earlier key store encrypted. `isStale`: must be
   * encrypted again.
   */
  open(sealed: Uint8Array): Promise<{ readonly value: string; readonly isStale: boolean }>;
}

/** Prefix of encrypted values in Base64; no key starts like this. */
const sealedPrefix = "sealed:";

/**
 * Secrets in a file that only this user may read (K1). A station has no key store and writes plain text; a
 * desktop's vault encrypts them, including plain ones that it finds. `read` rejects if an encrypted secret
 * cannot be decrypted here: the secret stays in the file until another one replaces it.
 */
export function createFileSecrets(path: string, vault?: Vault): Secrets {
  const readAll = async (): Promise<Record<string, string>> => {
    const text = await readPrivateFile(path);
    return text === null ? {} : readValues(text);
  };
  // Serial queue: two parallel writes would lose one change.
  const inSeries = createSerialQueue();
  const change = (edit: (values: Record<string, string>) => void): Promise<void> =>
    inSeries(async () => {
      const values = await readAll();
      edit(values);
      await writePrivateJson(path, values);
    });
  const put = async (name: string, value: string): Promise<void> => {
    const kept =
      vault === undefined
        ? value
        : sealedPrefix + Buffer.from(await vault.seal(value)).toString("base64");
    return change((values) => {
      values[name] = kept;
    });
  };
  const open = async (kept: string) => {
    if (!kept.startsWith(sealedPrefix)) return { value: kept, isStale: vault !== undefined };
    if (vault === undefined) throw new Error("The desktop's key store sealed this");
    return vault.open(Buffer.from(kept.slice(sealedPrefix.length), "base64"));
  };
  return {
    kind: vault?.kind ?? "file",
    async read(name) {
      const kept = (await readAll())[name];
      if (kept === undefined) return null;
      const { value, isStale } = await open(kept);
      // Best effort: the value is known, so a failure to encrypt it again is ignored.
      if (isStale) await put(name, value).catch(() => undefined);
      return value;
    },
    write: put,
    remove: (name) =>
      change((values) => {
        delete values[name];
      }),
  };
}

/** An invalid file counts as empty. */
function readValues(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return {};
    const values = Object.entries(parsed).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    return Object.fromEntries(values);
  } catch {
    return {};
  }
}
