import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { createApp } from "./app.ts";
import type { Certificate } from "./certificate.ts";
import { limitConnections, usualLimits } from "./connection-limits.ts";
import { createInvalidationStreams } from "./invalidation-stream.ts";
import { systemClock, systemRandom } from "#station/host/host-ports.ts";
import { createDeviceSessions } from "#station/sessions/device-sessions.ts";
import type { OwnerSessions } from "#station/sessions/owner-sessions.ts";
import type { ListeningPort } from "./listeners.ts";
import { createMultiplexedPort } from "./listeners.ts";
import { addressFor, isOnlyLoopback, isOwnHost, takesLoopback } from "./own-address.ts";
import type { ServedCore } from "./served-core.ts";
import { createStaticRenderer } from "./static-renderer.ts";
import { errorCode } from "#station/host/private-file.ts";

export interface StationServerOptions {
  readonly core: ServedCore;
  /** Null on the desktop, where only the window is the owner. */
  readonly owner: OwnerSessions | null;
  /** Loopback by default (S1). */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Called only if other devices may connect. */
  readonly certificate: () => Promise<Certificate>;
  /** Folder of the built screens. */
  readonly shellDir: string;
  readonly reportBug: (error: unknown) => void;
}

export interface StationServer {
  /**
   * `http://host:port` without a trailing slash: the owner's address if there is one; `https:` for other
   * computers.
   */
  readonly url: string;
  readonly port: number;
  /** The certificate's fingerprint for other devices; null if none may connect. */
  readonly fingerprint: string | null;
  /** Accepts no more requests, gives running ones a moment to finish, ends the streams. */
  close(): Promise<void>;
}

export type ListenError =
  | "port-in-use"
  | "port-forbidden"
  | "no-such-address"
  | "cannot-listen"
  | "shell-missing";

const loopbackAddress = "127.0.0.1";
const keepAliveMs = 60_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** How often incomplete requests are checked for timeouts; Node's default is 30 s. */
const checkingIntervalMs = 5_000;
/** Timeout without any byte in either direction; an invalidation stream sends something every 10 s. */
const silentSocketMs = 120_000;
/** How long a running request may still take when the station closes. */
const drainMs = 1_000;

const limits = {
  keepAliveTimeout: keepAliveMs,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: checkingIntervalMs,
};

/** Serves the core and the screens. The desktop uses it for LAN access. */
export async function startStationServer(
  options: StationServerOptions,
): Promise<Result<StationServer, Failure<ListenError>>> {
  const { core, host, shellDir } = options;
  const renderer = await createStaticRenderer(shellDir).catch(() => null);
  if (renderer === null) return err("shell-missing", `The built screens are not in ${shellDir}.`);
  let port = options.port;
  const invalidations = createInvalidationStreams(core);
  const devices = createDeviceSessions(core.access, { clock: systemClock, random: systemRandom });
  const access = { owner: options.owner, devices };
  const app = createApp({ ...options, access, renderer, invalidations, port: () => port });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const handle: RequestListener = (request, response) => {
    if (!request.socket.destroyed) void listener(request, response);
  };
  const certificate = isOnlyLoopback(host) ? null : await options.certificate();
  const secureAddressOf = (header: string | undefined): string | null =>
    isOwnHost(header, port, host) ? `https://${header?.toLowerCase()}` : null;
  const main =
    certificate === null
      ? openPlainPort(handle)
      : bounded(createMultiplexedPort({ certificate, limits, handle, secureAddressOf }));
  const problem = await listen(main.sockets, port, host);
  if (problem !== null) return problem;
  const bound = main.sockets.address() as AddressInfo;
  port = bound.port;
  // The owner connects only over the loopback interface (S8).
  const loopback =
    options.owner === null || takesLoopback(bound.address) ? null : openPlainPort(handle);
  const loopbackProblem =
    loopback === null ? null : await listen(loopback.sockets, port, loopbackAddress);
  if (loopbackProblem !== null) {
    main.sockets.close();
    return loopbackProblem;
  }
  const ports = loopback === null ? [main] : [main, loopback];
  const servers = ports.flatMap((one) => one.servers);
  return ok({
    url: addressFor(loopback === null ? host : loopbackAddress, port),
    port,
    fingerprint: certificate?.fingerprint ?? null,
    async close() {
      const closed = Promise.all(ports.map(({ sockets }) => once(sockets, "close")));
      for (const { sockets } of ports) sockets.close();
      for (const one of servers) if (!one.listening) one.close();
      invalidations.closeAll();
      for (const one of servers) one.closeIdleConnections();
      const giveUp = setTimeout(() => {
        for (const one of ports) one.destroyConnections();
      }, drainMs);
      await closed;
      clearTimeout(giveUp);
    },
  });
}

/** One plain HTTP server, for the loopback interface. */
function openPlainPort(handle: RequestListener): BoundedPort {
  const server = createServer(limits, handle);
  return bounded({ sockets: server, servers: [server] });
}

interface BoundedPort extends ListeningPort {
  readonly destroyConnections: () => void;
}

function bounded(listening: ListeningPort): BoundedPort {
  const destroyConnections = limitConnections(listening.sockets, listening.servers, usualLimits);
  for (const server of listening.servers) server.setTimeout(silentSocketMs);
  return { ...listening, destroyConnections };
}

type Refusal = ReturnType<typeof err<ListenError>>;

async function listen(server: Server, port: number, host: string): Promise<Refusal | null> {
  try {
    server.listen(port, host);
    await once(server, "listening");
    return null;
  } catch (error) {
    const code = errorCode(error);
    switch (code) {
      case "EADDRINUSE":
        return err("port-in-use", `Another program already listens on port ${port}.`);
      case "EACCES":
        return err("port-forbidden", `This computer does not allow listening on port ${port}.`);
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        return err("no-such-address", `This computer has no address ${host}.`);
      default:
        if (code === null) throw error;
        return err("cannot-listen", `This computer cannot listen on ${host}, port ${port}.`, {
          details: { cause: code },
        });
    }
  }
}
