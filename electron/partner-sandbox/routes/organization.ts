import { respondData } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "../context.ts";
import type { SandboxApp } from "../env.ts";

/** GET /organization */
export function routeOrganization(app: SandboxApp, { store }: SandboxContext): void {
  app.get("/organization", (c) => {
    const { main, other } = store.organizations;
    return respondData(c.get("credential").organizationId === main._id ? main : other);
  });
}
