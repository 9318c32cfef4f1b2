import { Hono } from "hono";
import { createExports } from "./exports.ts";
import type { OwnerAccess, StationEnv } from "./guard.ts";
import { findCaller, refuseForeign, requireAccess } from "./guard.ts";
import type { HintStreams } from "./hint-stream.ts";
import { createPairing } from "./pairing.ts";
import { refuse, statusOf } from "./reply.ts";
import { createRpc } from "./rpc.ts";
import { createSessionRoute } from "./session.ts";
import { withSecurityHeaders } from "./security-headers.ts";
import type { ServedCore } from "./served-core.ts";

export interface AppOptions {
  readonly core: ServedCore;
  readonly owner: OwnerAccess;
  /** The address listened on, and its port once it is known. */
  readonly host: string;
  readonly port: () => number;
  readonly shell: Hono<StationEnv>;
  readonly hints: HintStreams;
  /** Hears of a mistake in the station itself. */
  readonly reportBug: (error: unknown) => void;
}

/** The station's whole surface. Open are the shell and `POST /pair`; all else needs a token (S1). */
export function createApp(options: AppOptions): Hono<StationEnv> {
  const { core, owner, host, port, shell, hints, reportBug } = options;
  const access = requireAccess(core, owner);
  const app = new Hono<StationEnv>();
  app.use(withSecurityHeaders, refuseForeign(host, port));
  app.route("/pair", createPairing(core));
  app.use("/rpc/*", access);
  app.route("/rpc", createRpc(core));
  app.get("/events", access, (c) => {
    const token = c.get("token");
    const stream = hints.open(token, () => findCaller(core, owner, token) !== null);
    c.header("Content-Type", "text/event-stream; charset=utf-8");
    c.header("X-Accel-Buffering", "no");
    return c.body(stream);
  });
  app.use("/session", access);
  app.route("/session", createSessionRoute(owner.sessions));
  app.use("/exports/*", access);
  app.route("/exports", createExports(core));
  app.route("/", shell);
  app.notFound((c) => {
    const reply = refuse("wrong-method", "This address does not take this method.");
    return c.json(reply, statusOf(reply));
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
