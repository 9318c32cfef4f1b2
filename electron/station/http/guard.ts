import { TLSSocket } from "node:tls";
import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import type { DeviceSessions } from "#station/sessions/device-sessions.ts";
import type { OwnerSessions } from "#station/sessions/owner-sessions.ts";
import { isLoopback, isOwnHost } from "./own-address.ts";
import { refuse, statusOf } from "./reply.ts";
import type { StationCaller } from "./served-core.ts";

export interface StationEnv {
  Variables: { caller: StationCaller; session: string };
}

/**
 * Turns away what no page of this station sent: a `Host` that is not ours (DNS rebinding), an
 * `Origin` that is not the host asked, and what the browser itself calls cross-site (S1). A script
 * sends neither `Origin` nor `Sec-Fetch-Site` and is judged by its session alone.
 */
export function refuseForeign(host: string, port: () => number): MiddlewareHandler<StationEnv> {
  return async (c, next) => {
    const asked = c.req.header("host");
    const origin = c.req.header("origin");
    const site = c.req.header("sec-fetch-site");
    const isNavigation = c.req.method === "GET" && c.req.header("sec-fetch-mode") === "navigate";
    const isForeign =
      !isOwnHost(asked, port(), host, isSecure(c)) ||
      (origin !== undefined && origin.toLowerCase() !== originOf(c)) ||
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

/** Who is let in, and how. */
export interface StationAccess {
  /** Null where nobody is the owner by this way: the desktop's window is. */
  readonly owner: OwnerSessions | null;
  readonly devices: DeviceSessions;
}

/** Lets in sessions of the owner and of paired devices, in the `Authorization` header only (S1). */
export function requireAccess(access: StationAccess): MiddlewareHandler<StationEnv> {
  return async (c, next) => {
    const session = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    const caller = findCaller(access, session, isFromThisComputer(c));
    if (caller === null) {
      const reply = refuse("no-access", "This needs a session of the owner or a paired device.");
      c.header("WWW-Authenticate", 'Bearer realm="chute"');
      return c.json(reply, statusOf(reply));
    }
    c.set("caller", caller);
    c.set("session", session);
    return next();
  };
}

/** Null for a session that is not, or no longer, good. The owner's is good on this computer alone (S8). */
function findCaller(
  { owner, devices }: StationAccess,
  session: string,
  isLocal: boolean,
): StationCaller | null {
  if (session === "") return null;
  const sessionId = isLocal ? (owner?.check(session) ?? null) : null;
  if (sessionId !== null) return { reach: "owner", sessionId };
  return devices.check(session);
}

/** Whether a stream may go on. An open stream is no use of the owner's session, which ends when nobody uses it. */
export const isStillGood = ({ owner, devices }: StationAccess, session: string): boolean =>
  (owner?.check(session, "only-look") ?? null) !== null || devices.check(session) !== null;

/** Whether the request came over TLS. */
function isSecure(c: Context): boolean {
  const { incoming } = c.env as HttpBindings;
  return incoming.socket instanceof TLSSocket;
}

/** The origin of a page that was loaded from where this request was sent to. */
export const originOf = (c: Context): string =>
  `${isSecure(c) ? "https" : "http"}://${c.req.header("host")?.toLowerCase() ?? ""}`;

/** Whether the request came over the loopback interface (S8). */
export function isFromThisComputer(c: Context): boolean {
  return isLoopback(getConnInfo(c).remote.address ?? "");
}
