import type { HttpBindings } from "@hono/node-server";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Scope } from "#shared/partner-api/endpoints.ts";
import type { KeyName } from "./http/key-scopes.ts";

/** The authenticated caller. */
export interface Credential {
  readonly name: KeyName;
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly organizationId: string;
}

/** The environment of every request. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: { credential: Credential };
}

export type SandboxApp = OpenAPIHono<SandboxEnv>;
