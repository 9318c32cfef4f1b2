import { createServer as createHttpServer } from "node:http";
import type { RequestListener, Server as HttpServer, ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server, Socket } from "node:net";
import { createServer } from "node:net";
import type { Certificate } from "./certificate.ts";
import { isLoopback } from "./own-address.ts";

/** A port that takes TLS from everywhere, and plain HTTP from this computer alone (S8). */
export interface FrontDoor {
  /** What listens: connections arrive here. */
  readonly sockets: Server;
  /** What answers: requests arrive here. */
  readonly servers: readonly HttpServer[];
}

export interface FrontDoorOptions {
  readonly certificate: Certificate;
  readonly limits: ServerOptions & { readonly headersTimeout: number };
  readonly handle: RequestListener;
  /** Null where a `Host` header names somebody else. */
  readonly secureAddressOf: (host: string | undefined) => string | null;
  /** Whether a connection may come without TLS; one over the loopback interface unless told. */
  readonly isLocal?: (socket: Socket) => boolean;
}

const isOfThisComputer = (socket: Socket): boolean => isLoopback(socket.remoteAddress ?? "");

/** The first byte of every TLS connection: a handshake record. */
const tlsHandshake = 22;

/**
 * The first byte of a connection tells TLS from plain HTTP. A browser of the network that comes without TLS is sent to the
 * same place with it; nothing of its request is read.
 */
export function createFrontDoor(options: FrontDoorOptions): FrontDoor {
  const { certificate, limits, handle, secureAddressOf, isLocal = isOfThisComputer } = options;
  const { cert, key } = certificate;
  const secure = createTlsServer(
    { ...limits, handshakeTimeout: limits.headersTimeout, cert, key, minVersion: "TLSv1.2" },
    handle,
  );
  // Who does not trust the certificate, or speaks no TLS after all, ends the handshake; nobody has to hear of it.
  secure.on("tlsClientError", (_error, socket) => socket.destroy());
  const plain = createHttpServer(limits, handle);
  const elsewhere = createHttpServer(limits, (request, response) => {
    const address = secureAddressOf(request.headers.host);
    const isRead = request.method === "GET" || request.method === "HEAD";
    response.setHeader("Connection", "close");
    if (address === null || !isRead) response.writeHead(426, { Upgrade: "TLS/1.2, HTTP/1.1" });
    else response.writeHead(308, { Location: `${address}${request.url ?? "/"}` });
    response.end();
  });
  const servers = [secure, plain, elsewhere];
  // They never listen themselves, and look for slow requests once they are told that they do.
  for (const server of servers) server.emit("listening");

  const serverFor = (first: number, socket: Socket): HttpServer => {
    if (first === tlsHandshake) return secure;
    return isLocal(socket) ? plain : elsewhere;
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
