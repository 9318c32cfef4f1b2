import type { HttpBindings } from "@hono/node-server";
import type { OpenAPIHono } from "@hono/zod-openapi";

import type { Scope } from "#shared/partner-api/scopes.ts";

import type { KeyName } from "./http/key-scopes.ts";

/** Who is asking. */
export interface Credential {
  readonly name: KeyName;
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly organizationId: string;
}

/** What every request carries through the routes. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: { credential: Credential };
}

export type SandboxApp = OpenAPIHono<SandboxEnv>;
