import { createSerialQueue } from "#shared/serial-queue.ts";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { ApiPort } from "#sandbox/faults/fault-switches.ts";

type Fetch = Parameters<typeof getRequestListener>[0];

export interface Listener extends ApiPort {
  /** `http://host:port` without a trailing slash. It stays the same when the port is closed and opened again. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly fetch: Fetch;
  /** The time in the `Date` header. */
  readonly dateAtMs: () => number;
}

const keepAliveMs = 60_000;

/** Opens a port for the app; rejects if that fails. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const handle = getRequestListener(options.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    { keepAliveTimeout: keepAliveMs },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      outgoing.setHeader("Date", new Date(options.dateAtMs()).toUTCString());
      void handle(incoming, outgoing);
    },
  );
  let port = options.port;
  const inSeries = createSerialQueue();
  let isClosed = false;

  async function listen(): Promise<void> {
    if (server.listening || isClosed) return;
    const listening = once(server, "listening");
    server.listen(port, options.host);
    await listening;
    port = (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  await listen();
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    open: () => inSeries(listen),
    cut: () => inSeries(cut),
    async close() {
      isClosed = true;
      await inSeries(cut);
    },
  };
}
