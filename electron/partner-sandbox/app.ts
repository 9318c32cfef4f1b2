import { OpenAPIHono } from "@hono/zod-openapi";

import { errorAnswer, notFound, respond } from "./http/answers.ts";
import type { SandboxContext } from "./context.ts";
import type { SandboxApp, SandboxEnv } from "./env.ts";
import { createControl } from "./control/control.ts";
import { requireKey } from "./http/credentials.ts";
import { injectFaults } from "./faults/fault-middleware.ts";
import { serveOpenApi } from "./openapi.ts";
import { limitRate } from "./http/rate-limit.ts";
import { routeCollections } from "./routes/collections.ts";
import { routeEvents } from "./routes/events.ts";
import { routeImages } from "./routes/images.ts";
import { routeOrganization } from "./routes/organization.ts";
import { routeRegistration } from "./routes/registration.ts";
import { routeResults } from "./routes/results.ts";
import { routeSeries } from "./routes/series.ts";

/** Where the control endpoints are, below the base address. */
export const controlPath = "/_sandbox";

/** The whole API: control and document outside, then faults, key, rate, scope, route, in that order (X1). */
export function createApp(context: SandboxContext, controlToken: string): SandboxApp {
  const app: SandboxApp = new OpenAPIHono<SandboxEnv>();
  app.onError((error, c) => {
    context.reportBug(error, `${c.req.method} ${c.req.path}`);
    return respond(errorAnswer("INTERNAL_ERROR", "The sandbox has a bug."));
  });
  app.notFound(() => respond(notFound("Path")));
  app.route(controlPath, createControl(context, controlToken));
  serveOpenApi(app, context.baseUrl);
  app.use(injectFaults(context));
  routeImages(app);
  app.use(requireKey(context.credentials));
  app.use(limitRate(context.rateLimit, context.now));
  routeOrganization(app, context);
  routeSeries(app, context);
  routeEvents(app, context);
  routeRegistration(app, context);
  routeResults(app, context);
  routeCollections(app, context);
  return app;
}
