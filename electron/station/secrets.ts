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

/** Secrets in a file that only this user may read: a station has no key store to rely on (K1). */
export function createFileSecrets(path: string): Secrets {
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
  return {
    kind: "file",
    read: async (name) => (await readAll())[name] ?? null,
    write: (name, value) =>
      change((values) => {
        values[name] = value;
      }),
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
