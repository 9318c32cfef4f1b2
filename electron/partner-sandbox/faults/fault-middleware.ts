import type { MiddlewareHandler } from "hono";

import type { SandboxContext } from "../context.ts";
import type { SandboxEnv } from "../env.ts";
import { isSpoilRule } from "./fault-schema.ts";
import { answerInstead } from "./instead.ts";
import { spoil } from "./spoil.ts";

/** Lets the rule that fits a request do its harm, before the API sees it or after. Logs what came of it. */
export function injectFaults(context: SandboxContext): MiddlewareHandler<SandboxEnv> {
  const { faults, requestLog, now } = context;
  return async (c, next) => {
    const rule = faults.take({
      method: c.req.method,
      path: c.req.path,
      hasCursor: c.req.query("after") !== undefined,
    });
    if (rule !== undefined && !isSpoilRule(rule)) {
      if (rule.kind === "status" && rule.committed === true) await next();
      c.res = undefined;
      c.res = await answerInstead(c, rule, now() + faults.settings.clockOffsetMs);
    } else {
      if (c.req.method === "GET") await faults.pause();
      await next();
      if (rule !== undefined) {
        const answered = c.res;
        c.res = undefined;
        c.res = await spoil(c, rule, answered);
      }
    }
    requestLog.record({
      atMs: now(),
      method: c.req.method,
      path: c.req.path,
      query: c.req.url.split("?")[1] ?? "",
      idempotencyKey: c.req.header("idempotency-key"),
      outcome: c.env.incoming.socket.destroyed ? "connection-broken" : c.res.status,
    });
  };
}
