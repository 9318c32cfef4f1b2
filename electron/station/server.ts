import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { createApp } from "./app.ts";
import { limitConnections, usualLimits } from "./connection-limits.ts";
import { createHintStreams } from "./hint-stream.ts";
import { systemClock, systemRandom } from "./host-ports.ts";
import { createDeviceSessions } from "./device-sessions.ts";
import type { OwnerSessions } from "./owner-sessions.ts";
import { addressFor, takesLoopback } from "./own-address.ts";
import type { ServedCore } from "./served-core.ts";
import { createStaticShell } from "./static-shell.ts";

export interface StationServerOptions {
  readonly core: ServedCore;
  /** Null where nobody is the owner by this way: the desktop's window is. */
  readonly owner: OwnerSessions | null;
  /** Loopback unless a person said otherwise (S1). */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the built screens. */
  readonly shellDir: string;
  readonly reportBug: (error: unknown) => void;
}

export interface StationServer {
  /** `http://host:port`, no slash at the end: where the owner opens it, if there is one. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets those under way finish for a moment, ends the streams. */
  close(): Promise<void>;
}

export type ListenError = "port-in-use" | "port-forbidden" | "no-such-address" | "shell-missing";

const loopbackAddress = "127.0.0.1";
const keepAliveMs = 60_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** How often connections that sent no whole request in time are looked for; Node's own measure is 30 s. */
const checkingIntervalMs = 5_000;
/** No byte in either direction; a stream of hints says something every 10 s. */
const silentSocketMs = 120_000;
/** How long a request under way may still take when the station closes. */
const drainMs = 1_000;

/** Serves the core and the screens. The desktop host may open the same for other devices. */
export async function startStationServer(
  options: StationServerOptions,
): Promise<Result<StationServer, Failure<ListenError>>> {
  const { core, host, shellDir } = options;
  const shell = await createStaticShell(shellDir).catch(() => null);
  if (shell === null) return err("shell-missing", `The built screens are not in ${shellDir}.`);
  let port = options.port;
  const hints = createHintStreams(core);
  const devices = createDeviceSessions(core.access, { clock: systemClock, random: systemRandom });
  const access = { owner: options.owner, devices };
  const app = createApp({ ...options, access, shell, hints, port: () => port });
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const makeServer = (): Server => {
    const server = createServer(
      {
        keepAliveTimeout: keepAliveMs,
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        connectionsCheckingInterval: checkingIntervalMs,
      },
      (request, response) => void handle(request, response),
    );
    server.setTimeout(silentSocketMs);
    limitConnections(server, usualLimits);
    return server;
  };
  const server = makeServer();
  const problem = await listen(server, port, host);
  if (problem !== null) return problem;
  const bound = server.address() as AddressInfo;
  port = bound.port;
  // The owner comes over the loopback interface alone (S8).
  const ownersServer = options.owner === null || takesLoopback(bound.address) ? null : makeServer();
  const ownersProblem =
    ownersServer === null ? null : await listen(ownersServer, port, loopbackAddress);
  if (ownersProblem !== null) {
    server.close();
    return ownersProblem;
  }
  const servers = ownersServer === null ? [server] : [server, ownersServer];
  return ok({
    url: addressFor(ownersServer === null ? host : loopbackAddress, port),
    port,
    async close() {
      const closed = Promise.all(servers.map((one) => once(one, "close")));
      for (const one of servers) one.close();
      hints.closeAll();
      for (const one of servers) one.closeIdleConnections();
      const giveUp = setTimeout(() => {
        for (const one of servers) one.closeAllConnections();
      }, drainMs);
      await closed;
      clearTimeout(giveUp);
    },
  });
}

type Refusal = ReturnType<typeof err<ListenError>>;

async function listen(server: Server, port: number, host: string): Promise<Refusal | null> {
  try {
    server.listen(port, host);
    await once(server, "listening");
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
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
        throw error;
    }
  }
}
