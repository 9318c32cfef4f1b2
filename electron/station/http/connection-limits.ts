import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";

export interface ConnectionLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** Many times what the desks of one race need; a browser opens at most six connections. */
export const usualLimits: ConnectionLimits = { inAll: 512, perAddress: 128 };

/**
 * A browser waits for an answer before it uses the connection again. Requests that arrive together are handled without a
 * pause for anybody else.
 */
const mostUnanswered = 8;

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests that were received and are not answered yet. */
  requests: number;
}

/**
 * Limits the number of connections of a server (S12). A new connection is accepted as long as another one can
 * be closed: the address with the most connections loses its longest idle one first. An address whose
 * connections all have requests in progress gets no more. `answering`: the servers that handle the requests,
 * if another server listens; a connection with more than `mostUnanswered` requests is destroyed before they
 * handle one more. The returned function destroys all connections, also those that no server has got yet because they
 * sent nothing.
 */
export function limitConnections(
  server: Server,
  answering: readonly HttpServer[],
  { inAll, perAddress }: ConnectionLimits,
): () => void {
  /** In order of last use, the longest unused first. */
  const open = new Map<string, Connection>();

  const ofAddress = (address: string): Connection[] =>
    [...open.values()].filter((connection) => connection.address === address);

  const longestIdle = (connections: readonly Connection[]): Connection | undefined =>
    connections.find(({ requests }) => requests === 0);

  /** The connection to close for a new one of this address; null if the new one must be rejected. */
  const chooseVictim = (address: string): Connection | null => {
    const own = ofAddress(address);
    if (own.length >= perAddress) return longestIdle(own) ?? null;
    const crowd = ofAddress(mostCrowded(open.values()));
    if (crowd.length <= own.length) return longestIdle(own) ?? null;
    return longestIdle(crowd) ?? crowd[0] ?? null;
  };

  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket);
    const isFull = open.size >= inAll || ofAddress(address).length >= perAddress;
    const victim = isFull ? chooseVictim(address) : null;
    if (isFull && victim === null) {
      socket.destroy();
      return;
    }
    if (victim !== null) {
      open.delete(keyOf(victim.socket));
      victim.socket.destroy();
    }
    const key = keyOf(socket);
    open.set(key, { socket, address, requests: 0 });
    socket.once("close", () => {
      if (open.get(key)?.socket === socket) open.delete(key);
    });
  });

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const key = keyOf(request.socket);
    const connection = open.get(key);
    if (connection === undefined) return;
    connection.requests += 1;
    if (connection.requests > mostUnanswered) request.socket.destroy();
    response.once("close", () => {
      connection.requests -= 1;
      if (open.get(key) !== connection) return;
      open.delete(key);
      open.set(key, connection);
    });
  };
  for (const one of answering) one.prependListener("request", onRequest);
  return () => {
    for (const { socket } of open.values()) socket.destroy();
  };
}

const addressOf = (socket: Socket): string => socket.remoteAddress ?? "";

/** Equal for a socket and for the TLS socket around it. */
const keyOf = (socket: Socket): string => `${addressOf(socket)} ${socket.remotePort ?? ""}`;

function mostCrowded(connections: Iterable<Connection>): string {
  const counts = new Map<string, number>();
  for (const { address } of connections) counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0])[0];
}
