import { once } from "node:events";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { assertNever } from "#shared/result.ts";
import { errorAnswer, errorBody, respond } from "#sandbox/http/answers.ts";
import type { SandboxEnv } from "../env.ts";
import { refuseCursor } from "#sandbox/http/paging.ts";
import type { ReplaceRule } from "./fault-schema.ts";

const portalPage =
  "<!doctype html><html><head><title>Free Wi-Fi</title></head><body>Please sign in.</body></html>";

/** Answers instead of the API. `atMs` is the time in the `Date` header. */
export async function replaceAnswer(
  c: Context<SandboxEnv>,
  rule: ReplaceRule,
  atMs: number,
): Promise<Response> {
  switch (rule.kind) {
    case "status": {
      const { status, code = defaultCode(status), message = defaultMessage(status) } = rule;
      return respond({ status, body: errorBody(code, message) });
    }
    case "rate-limited":
      return respond(errorAnswer("RATE_LIMITED", "Too many requests."), retryAfter(rule, atMs));
    case "reset":
      c.env.incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case "silence":
      if (!c.env.outgoing.destroyed) await once(c.env.outgoing, "close");
      return RESPONSE_ALREADY_SENT;
    case "captive-portal":
      return rule.mode === "html"
        ? new Response(portalPage, { headers: { "Content-Type": "text/html; charset=utf-8" } })
        : new Response(null, { status: 302, headers: { Location: rule.location } });
    case "cursor-expired":
      return refuseCursor();
    default:
      return assertNever(rule);
  }
}

const defaultCode = (status: number): string =>
  ({ 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND", 503: "UNAVAILABLE" })[status] ??
  (status < 500 ? "BAD_REQUEST" : "INTERNAL_ERROR");

/** The rehearsal shows this text as the organizer's own words. */
const defaultMessage = (status: number): string =>
  status < 500 ? "The request is not valid." : "The server has a problem. Please try again later.";

function retryAfter(
  rule: Extract<ReplaceRule, { kind: "rate-limited" }>,
  atMs: number,
): Record<string, string> {
  if (rule.retryAfter === "none") return {};
  return {
    "Retry-After":
      rule.retryAfter === "seconds"
        ? String(rule.seconds)
        : new Date(atMs + rule.seconds * 1000).toUTCString(),
  };
}
