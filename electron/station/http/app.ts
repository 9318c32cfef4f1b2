import { Hono } from "hono";
import { createExports } from "./exports.ts";
import type { StationAccess, StationEnv } from "./guard.ts";
import { isStillGood, refuseForeign, requireAccess } from "./guard.ts";
import type { InvalidationStreams } from "./invalidation-stream.ts";
import { createPairing } from "#station/http/pair-route.ts";
import { refuse } from "./reply.ts";
import { createPeerRoutes } from "./peer.ts";
import { createRpc } from "./rpc.ts";
import { createSessionRoutes } from "#station/sessions/session.ts";
import { withSecurityHeaders } from "./security-headers.ts";
import type { ServedCore } from "./served-core.ts";

export interface AppOptions {
  readonly core: ServedCore;
  readonly access: StationAccess;
  /** The address that the server listens on, and its port once it is known. */
  readonly host: string;
  readonly port: () => number;
  readonly renderer: Hono<StationEnv>;
  readonly invalidations: InvalidationStreams;
  /** Called with unexpected errors of the station itself. */
  readonly reportBug: (error: unknown) => void;
}

/**
 * All routes of the station. Screens, pairing and sessions are public; all other routes need a session
 * (S1).
 */
export function createApp(options: AppOptions): Hono<StationEnv> {
  const { core, access, host, port, renderer, invalidations, reportBug } = options;
  const letIn = requireAccess(access);
  const app = new Hono<StationEnv>();
  app.use(withSecurityHeaders, refuseForeign(host, port));
  app.route("/pair", createPairing(core, access.devices));
  app.use("/rpc/*", letIn);
  app.route("/rpc", createRpc(core));
  app.get("/events", letIn, (c) => {
    const session = c.get("session");
    c.header("Content-Type", "text/event-stream; charset=utf-8");
    c.header("X-Accel-Buffering", "no");
    // The answer to HEAD has no body, so nobody would ever end its stream.
    if (c.req.method === "HEAD") return c.body(null);
    return c.body(invalidations.open(session, () => isStillGood(access, session)));
  });
  app.use("/peer/*", letIn);
  app.route("/peer", createPeerRoutes(core));
  app.route("/session", createSessionRoutes(access));
  app.use("/exports/*", letIn);
  app.route("/exports", createExports(core));
  app.route("/", renderer);
  app.notFound((c) => {
    return refuse(c, "wrong-method", "This address does not take this method.");
  });
  app.onError((error, c) => {
    reportBug(error);
    return c.json(
      { ok: false, error: { code: "internal", message: "Something went wrong." } },
      500,
    );
  });
  return app;
}
