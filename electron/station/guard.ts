import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { OwnerSessions } from "./owner-sessions.ts";
import { isOwnHost } from "./own-address.ts";
import { refuse, statusOf } from "./reply.ts";
import type { ServedCore, StationCaller } from "./served-core.ts";

export interface StationEnv {
  Variables: { caller: StationCaller; token: string };
}

/**
 * Turns away what no page of this station sent: a `Host` that is not ours (DNS rebinding), an
 * `Origin` that is not the host asked, and what the browser itself calls cross-site (S1). A script
 * sends neither `Origin` nor `Sec-Fetch-Site` and is judged by its token alone.
 */
export function refuseForeign(host: string, port: () => number): MiddlewareHandler<StationEnv> {
  return async (c, next) => {
    const asked = c.req.header("host");
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const isNavigation = c.req.method === "GET" && c.req.header("sec-fetch-mode") === "navigate";
    const isForeign =
      !isOwnHost(asked, port(), host) ||
      (origin !== undefined && origin.toLowerCase() !== `http://${asked?.toLowerCase()}`) ||
      (site !== undefined && site !== "same-origin" && site !== "none" && !isNavigation);
    if (isForeign) {
      const reply = refuse(
        "foreign-request",
        "This request did not come from this station's page.",
      );
      return c.json(reply, statusOf(reply));
    }
    return next();
  };
}

/** Who is the owner: the token of the data folder, and sessions it was exchanged for. */
export interface OwnerAccess {
  /** Null where nobody is the owner by this way. */
  readonly token: string | null;
  readonly sessions: OwnerSessions;
}

/** Lets in the owner's token and sessions, and the tokens of paired devices, in the `Authorization` header only (S1). */
export function requireAccess(core: ServedCore, owner: OwnerAccess): MiddlewareHandler<StationEnv> {
  return async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    const caller = findCaller(core, owner, token);
    if (caller === null) {
      const reply = refuse("no-access", "This needs the owner's token or that of a paired device.");
      c.header("WWW-Authenticate", 'Bearer realm="chute"');
      return c.json(reply, statusOf(reply));
    }
    c.set("caller", caller);
    c.set("token", token);
    return next();
  };
}

/** Null for a token that is not, or no longer, good. */
export function findCaller(
  core: ServedCore,
  owner: OwnerAccess,
  token: string,
): StationCaller | null {
  if (token === "") return null;
  if (owner.token !== null && isSame(token, owner.token)) return { reach: "owner" };
  if (owner.sessions.check(token)) return { reach: "owner" };
  return core.access.check(token);
}

/** Takes the same time wherever the two differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
