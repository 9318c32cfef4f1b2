import type { MiddlewareHandler } from "hono";
import { contentSecurityPolicy } from "#shared/csp.ts";

/**
 * Headers of every answer, including errors (S2). The page may use the camera and nothing else; other pages
 * must not frame it, keep a reference to its window, or load anything from it.
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
  // Only the static shell sets `Cache-Control` itself; an answer with data must not be cached.
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
};
