import type { MiddlewareHandler } from "hono";
import type { Scope } from "#shared/partner-api/endpoints.ts";
import { respondError } from "./answers.ts";
import type { Credential, SandboxEnv } from "#sandbox/env.ts";
import type { KeyName } from "./key-scopes.ts";
import { keyScopes } from "./key-scopes.ts";
import { idKinds } from "#sandbox/data/organization.ts";
import { seededId } from "#sandbox/data/prng.ts";
import type { Store } from "#sandbox/store.ts";

export type SandboxKeys = Readonly<Record<KeyName, string>>;

export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(store: Store) {
  const byKey = new Map<string, Credential>();
  const names = Object.keys(keyScopes) as readonly KeyName[];
  for (const [ordinal, name] of names.entries()) {
    const key = `sandbox_${name}_${seededId(store.seed, idKinds.key, ordinal)}`;
    const { main, other } = store.organizations;
    const organizationId = name === "otherOrganization" ? other._id : main._id;
    byKey.set(key, { name, key, scopes: new Set<Scope>(keyScopes[name]), organizationId });
  }
  const issued = [...byKey.values()];
  return {
    /** The same seed gives the same keys, so a key works after a restart. */
    keys: Object.fromEntries(issued.map(({ name, key }) => [name, key])) as SandboxKeys,
    find: (key: string) => byKey.get(key),
    /** From now on the key is answered with 401. */
    revoke(name: KeyName): void {
      const credential = issued.find((candidate) => candidate.name === name);
      if (credential !== undefined) byKey.delete(credential.key);
    },
  };
}

/** Answers 401 without a valid key as bearer token. */
export function requireKey(credentials: Credentials): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const credential = key === undefined ? undefined : credentials.find(key);
    if (credential === undefined) {
      const response = respondError("UNAUTHORIZED", "Missing or invalid API key.");
      response.headers.set("WWW-Authenticate", "Bearer");
      return response;
    }
    c.set("credential", credential);
    return await next();
  };
}

/** Answers 403 if the key lacks the scope (X3). */
export function requireScope(scope: Scope): MiddlewareHandler<SandboxEnv> {
  return async (c, next) =>
    c.get("credential").scopes.has(scope)
      ? await next()
      : respondError("FORBIDDEN", `This key lacks the scope ${scope}.`);
}
