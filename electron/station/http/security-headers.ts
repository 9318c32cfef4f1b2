import type { MiddlewareHandler } from "hono";
import { contentSecurityPolicy } from "#shared/csp.ts";

/**
 * On every answer, errors included (S2). The camera is this page's only power; no other page may
 * frame it, open it with a handle, or load anything from it.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Permissions-Policy":
    "camera=(self), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
};

export const withSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
  // Only the static shell says otherwise; an answer with data is never kept.
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
};
