/** Scopes the API names. A key carries a set of them; which ones cannot be read, only found out (K5). */
export const scopes = [
  "write:events",
  "write:participants",
  "read:events",
  "read:collections",
] as const;
export type Scope = (typeof scopes)[number];
