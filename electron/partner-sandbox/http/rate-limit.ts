import type { MiddlewareHandler } from "hono";
import { errorAnswer, respond } from "./answers.ts";
import type { SandboxEnv } from "#sandbox/env.ts";

/** A token bucket per credential: it holds `burst` requests and refills by `perSecond`. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** So high that only a test that lowers it reaches it. */
export const defaultRateLimit: RateLimit = { perSecond: 5000, burst: 10_000 };

/** Answers 429 with `Retry-After` in whole seconds if the credential's bucket is empty. */
export function limitRate(limit: RateLimit, now: () => number): MiddlewareHandler<SandboxEnv> {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return async (c, next) => {
    const { key } = c.get("credential");
    const atMs = now();
    const bucket = buckets.get(key) ?? { tokens: limit.burst, atMs };
    const elapsedMs = Math.max(0, atMs - bucket.atMs);
    bucket.tokens = Math.min(limit.burst, bucket.tokens + (elapsedMs / 1000) * limit.perSecond);
    bucket.atMs = atMs;
    buckets.set(key, bucket);
    if (bucket.tokens < 1) {
      const waitSeconds = Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond));
      return respond(errorAnswer("RATE_LIMITED", "Too many requests."), {
        "Retry-After": String(waitSeconds),
      });
    }
    bucket.tokens -= 1;
    return await next();
  };
}
