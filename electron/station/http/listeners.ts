import { createServer as createHttpServer } from "node:http";
import type { RequestListener, Server as HttpServer, ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server, Socket } from "node:net";
import { createServer } from "node:net";
import type { Certificate } from "./certificate.ts";
import { isLoopback } from "./own-address.ts";

/** One port that accepts TLS from everywhere, and plain HTTP only from this computer (S8). */
export interface ListeningPort {
  /** The listening server, which gets the connections. */
  readonly sockets: Server;
  /** The HTTP servers, which get the requests. */
  readonly servers: readonly HttpServer[];
}

export interface MultiplexedPortOptions {
  readonly certificate: Certificate;
  readonly limits: ServerOptions & { readonly headersTimeout: number };
  readonly handle: RequestListener;
  /** Null if the `Host` header is not this server's. */
  readonly secureAddressOf: (host: string | undefined) => string | null;
  /** Whether a connection may use plain HTTP; by default, if it comes over the loopback interface. */
  readonly isLocal?: (socket: Socket) => boolean;
}

const isOfThisComputer = (socket: Socket): boolean => isLoopback(socket.remoteAddress ?? "");

/** The first byte of every TLS connection: the content type "handshake". */
const tlsHandshake = 22;

/**
 * The first byte of a connection distinguishes TLS from plain HTTP. A plain HTTP request from the network is
 * redirected to HTTPS; its body is not read.
 */
export function createMultiplexedPort(options: MultiplexedPortOptions): ListeningPort {
  const { certificate, limits, handle, secureAddressOf, isLocal = isOfThisComputer } = options;
  const { cert, key } = certificate;
  const secure = createTlsServer(
    { ...limits, handshakeTimeout: limits.headersTimeout, cert, key, minVersion: "TLSv1.2" },
    handle,
  );
  // A client that rejects the certificate or does not speak TLS ends the handshake; this is not logged.
  secure.on("tlsClientError", (_error, socket) => socket.destroy());
  const plain = createHttpServer(limits, handle);
  const redirecting = createHttpServer(limits, (request, response) => {
    const address = secureAddressOf(request.headers.host);
    const isRead = request.method === "GET" || request.method === "HEAD";
    response.setHeader("Connection", "close");
    if (address === null || !isRead) response.writeHead(426, { Upgrade: "TLS/1.2, HTTP/1.1" });
    else response.writeHead(308, { Location: `${address}${request.url ?? "/"}` });
    response.end();
  });
  const servers = [secure, plain, redirecting];
  // These servers never listen themselves; the `listening` event starts their checks for slow requests.
  for (const server of servers) server.emit("listening");

  const serverFor = (first: number, socket: Socket): HttpServer => {
    if (first === tlsHandshake) return secure;
    return isLocal(socket) ? plain : redirecting;
  };

  const sockets = createServer((socket) => {
    const drop = (): void => void socket.destroy();
    socket.on("error", drop);
    socket.setTimeout(limits.headersTimeout, drop);
    socket.once("readable", () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return;
      socket.setTimeout(0);
      socket.off("timeout", drop);
      socket.off("error", drop);
      socket.unshift(first);
      serverFor(first[0] ?? 0, socket).emit("connection", socket);
    });
  });
  return { sockets, servers };
}
