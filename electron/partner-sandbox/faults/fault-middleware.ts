import type { MiddlewareHandler } from "hono";
import type { SandboxContext } from "../context.ts";
import type { SandboxEnv } from "../env.ts";
import { isCorruptRule } from "./fault-schema.ts";
import { corruptAnswer } from "./corrupt-answer.ts";
import { replaceAnswer } from "./replace-answer.ts";

/** Applies the first matching fault rule to a request, before or after the API handles it, and logs the outcome. */
export function injectFaults(context: SandboxContext): MiddlewareHandler<SandboxEnv> {
  const { faults, requestLog, now } = context;
  return async (c, next) => {
    const rule = faults.take({
      method: c.req.method,
      path: c.req.path,
      hasCursor: c.req.query("after") !== undefined,
    });
    if (rule !== undefined && !isCorruptRule(rule)) {
      if (rule.kind === "status" && rule.committed === true) await next();
      c.res = undefined;
      c.res = await replaceAnswer(c, rule, now() + faults.settings.clockOffsetMs);
    } else {
      if (c.req.method === "GET") await faults.pause();
      await next();
      if (rule !== undefined) {
        const answered = c.res;
        c.res = undefined;
        c.res = await corruptAnswer(c, rule, answered);
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
