import type { Scope } from "#shared/partner-api/scopes.ts";
import { scopes } from "#shared/partner-api/scopes.ts";

const without = (...missing: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => !missing.includes(scope));

/** The keys that a sandbox issues, by what they may do. All but one belong to the same organization. */
export const keyScopes = {
  /** Everything. */
  all: scopes,
  /** Everything too: a key to replace `all` with. */
  replacement: scopes,
  readOnly: without("write:events", "write:participants"),
  noEvents: without("write:events"),
  noResults: without("read:events"),
  noCollections: without("read:collections"),
  /** No scope at all: what needs none still works. */
  bare: [],
  /** Everything, for another organization that has no events. */
  otherOrganization: scopes,
} as const satisfies Record<string, readonly Scope[]>;

export type KeyName = keyof typeof keyScopes;
