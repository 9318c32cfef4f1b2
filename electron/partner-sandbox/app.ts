import { OpenAPIHono } from "@hono/zod-openapi";
import { notFound, respond, respondError } from "./http/answers.ts";
import type { SandboxContext } from "./context.ts";
import type { SandboxApp, SandboxEnv } from "./env.ts";
import { createControl } from "./control/control.ts";
import { StateFileFullError } from "./control/state-file.ts";
import { requireKey } from "./http/credentials.ts";
import { injectFaults } from "./faults/fault-middleware.ts";
import { serveOpenApi } from "./openapi.ts";
import { limitRate } from "./http/rate-limit.ts";
import { routeCollections } from "./routes/collections.ts";
import { routeEvents } from "./routes/events.ts";
import { routeImages } from "./routes/images.ts";
import { routeOrganizationAndSeries } from "./routes/organization-and-series.ts";
import { routeRegistration } from "./routes/registration.ts";
import { routeResults } from "./routes/results.ts";

/** Path of the control endpoints below the base address. */
export const controlPath = "/_sandbox";

/**
 * The whole API. A request passes the faults, the key, the rate limit and the scope, in this order (X1); the control
 * endpoints and the OpenAPI document are in front of all of them.
 */
export function createApp(context: SandboxContext, controlToken: string): SandboxApp {
  const app: SandboxApp = new OpenAPIHono<SandboxEnv>();
  app.onError((error, c) => {
    if (error instanceof StateFileFullError) {
      const message = "The sandbox's disk is full. Nothing was created; send the request again.";
      return respondError("INSUFFICIENT_STORAGE", message);
    }
    context.reportBug(error, `${c.req.method} ${c.req.path}`);
    return respondError("INTERNAL_ERROR", "The sandbox has a bug.");
  });
  app.notFound(() => respond(notFound("Path")));
  app.route(controlPath, createControl(context, controlToken));
  serveOpenApi(app, context.baseUrl);
  app.use(injectFaults(context));
  routeImages(app);
  app.use(requireKey(context.credentials));
  app.use(limitRate(context.rateLimit, context.now));
  routeOrganizationAndSeries(app, context);
  routeEvents(app, context);
  routeRegistration(app, context);
  routeResults(app, context);
  routeCollections(app, context);
  return app;
}
