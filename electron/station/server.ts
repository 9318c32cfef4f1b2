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
import { createOwnerSessions } from "./owner-sessions.ts";
import { addressFor } from "./own-address.ts";
import type { ServedCore } from "./served-core.ts";
import { createStaticShell } from "./static-shell.ts";

export interface StationServerOptions {
  readonly core: ServedCore;
  /** Null where nobody is the owner by this way: the desktop's window is. */
  readonly ownerToken: string | null;
  /** Loopback unless a person said otherwise (S1). */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the built screens. */
  readonly shellDir: string;
  readonly reportBug: (error: unknown) => void;
}

export interface StationServer {
  /** `http://host:port`, no slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets those under way finish for a moment, ends the streams. */
  close(): Promise<void>;
}

export type ListenError = "port-in-use" | "port-forbidden" | "no-such-address" | "shell-missing";

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
  const sessions = createOwnerSessions({ clock: systemClock, random: systemRandom });
  const owner = { token: options.ownerToken, sessions };
  const app = createApp({ ...options, owner, shell, hints, port: () => port });
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
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
  const problem = await listen(server, port, host);
  if (problem !== null) return problem;
  port = (server.address() as AddressInfo).port;
  return ok({
    url: addressFor(host, port),
    port,
    async close() {
      const closed = once(server, "close");
      server.close();
      hints.closeAll();
      server.closeIdleConnections();
      const giveUp = setTimeout(() => server.closeAllConnections(), drainMs);
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
