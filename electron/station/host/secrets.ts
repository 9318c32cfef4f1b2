import type { Secrets } from "#core/ports.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** Secrets for this run only, when the key came by a flag or the environment. */
export function createMemorySecrets(): Secrets {
  const values = new Map<string, string>();
  return {
    kind: "memory",
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name),
  };
}

/** Encrypts for this user of this computer; a desktop has one from its system. */
export interface Vault {
  readonly kind: "system" | "obfuscated";
  seal(value: string): Promise<Uint8Array>;
  /** Rejects for what another user, another computer or a former key store sealed. `isStale`: to be sealed anew. */
  open(sealed: Uint8Array): Promise<{ readonly value: string; readonly isStale: boolean }>;
}

/** Before what a vault sealed, in Base64; no key begins like this. */
const sealedPrefix = "sealed:";

/**
 * Secrets in a file that only this user may read (K1). A station has no key store to rely on and writes them as they
 * are; a desktop's vault seals them, also those it finds open. `read` rejects for one that was sealed and cannot be
 * opened here: it stays in the file until another takes its place.
 */
export function createFileSecrets(path: string, vault?: Vault): Secrets {
  const readAll = async (): Promise<Record<string, string>> => {
    const text = await readPrivateFile(path);
    return text === null ? {} : readValues(text);
  };
  // One change at a time, else two writes at once would lose one.
  let last: Promise<void> = Promise.resolve();
  const change = (edit: (values: Record<string, string>) => void): Promise<void> => {
    const next = last.then(async () => {
      const values = await readAll();
      edit(values);
      await writePrivateFile(path, `${JSON.stringify(values)}\n`);
    });
    last = next.catch(() => undefined);
    return next;
  };
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
      // It is known now; that it could not be sealed better is no reason to do without it.
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

/** A file that holds something else holds no secret. */
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
