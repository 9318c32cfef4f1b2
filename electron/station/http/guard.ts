import { TLSSocket } from "node:tls";
import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import type { DeviceSessions } from "#station/sessions/device-sessions.ts";
import type { OwnerSessions } from "#station/sessions/owner-sessions.ts";
import { isLoopback, isOwnHost } from "./own-address.ts";
import { refuse } from "./reply.ts";
import type { StationCaller } from "./served-core.ts";

export interface StationEnv {
  Variables: { caller: StationCaller; session: string };
}

/**
 * Rejects requests that were not sent by a page of this station: a foreign `Host` (DNS rebinding), an
 * `Origin` that differs from the requested host, and what the browser marks as cross-site (S1). A script
 * sends neither `Origin` nor `Sec-Fetch-Site`, so only its session counts.
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
      return refuse(c, "foreign-request", "This request did not come from this station's page.");
    }
    return next();
  };
}

/** The sessions that give access. */
export interface StationAccess {
  /** Null on the desktop, where only the window is the owner. */
  readonly owner: OwnerSessions | null;
  readonly devices: DeviceSessions;
}

/** Accepts sessions of the owner and of paired devices, in the `Authorization` header only (S1). */
export function requireAccess(access: StationAccess): MiddlewareHandler<StationEnv> {
  return async (c, next) => {
    const session = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    const caller = findCaller(access, session, isFromThisComputer(c));
    if (caller === null) {
      c.header("WWW-Authenticate", 'Bearer realm="chute"');
      return refuse(c, "no-access", "This needs a session of the owner or a paired device.");
    }
    c.set("caller", caller);
    c.set("session", session);
    return next();
  };
}

/** Null for an invalid or expired session. The owner's session is valid only from this computer (S8). */
function findCaller(
  { owner, devices }: StationAccess,
  session: string,
  isLocal: boolean,
): StationCaller | null {
  if (session === "") return null;
  const sessionId = isLocal ? (owner?.check(session) ?? null) : null;
  if (sessionId !== null) return { role: "owner", sessionId };
  return devices.check(session);
}

/**
 * Whether a stream may continue. An open stream does not count as use, so it does not keep the owner's
 * session alive, and does not show that a device is still there (M7).
 */
export const isStillGood = ({ owner, devices }: StationAccess, session: string): boolean =>
  (owner?.check(session, "only-look") ?? null) !== null || devices.isOpen(session);

/** Whether the request came over TLS. */
function isSecure(c: Context): boolean {
  const { incoming } = c.env as HttpBindings;
  return incoming.socket instanceof TLSSocket;
}

/** The origin of a page that was loaded from the host of this request. */
export const originOf = (c: Context): string =>
  `${isSecure(c) ? "https" : "http"}://${c.req.header("host")?.toLowerCase() ?? ""}`;

/** Whether the request came over the loopback interface (S8). */
export function isFromThisComputer(c: Context): boolean {
  return isLoopback(getConnInfo(c).remote.address ?? "");
}
