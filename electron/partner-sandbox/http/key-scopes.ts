import type { Scope } from "#shared/partner-api/endpoints.ts";
import { scopes } from "#shared/partner-api/endpoints.ts";

const without = (...missing: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => !missing.includes(scope));

/** The keys of a sandbox, named by their scopes. All but one belong to the same organization. */
export const keyScopes = {
  /** Everything. */
  all: scopes,
  /** Everything; replaces the key `all`. */
  replacement: scopes,
  readOnly: without("write:events", "write:participants"),
  noEvents: without("write:events"),
  noResults: without("read:events"),
  noCollections: without("read:collections"),
  /** No scope: only endpoints that need none. */
  bare: [],
  /** Everything, for another organization, which has no events. */
  otherOrganization: scopes,
} as const satisfies Record<string, readonly Scope[]>;

export type KeyName = keyof typeof keyScopes;
