import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";

export interface ConnectionLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** Many times what the desks of one race need; a browser opens six at most. */
export const usualLimits: ConnectionLimits = { inAll: 512, perAddress: 128 };

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests that were read and are not answered yet. */
  requests: number;
}

/**
 * Bounds how many connections a server keeps (S12). A newcomer always gets in as long as somebody can give way: the
 * address with the most connections loses its longest idle one first. An address whose connections are all at work is
 * refused more. `answering`: the servers that answer where another one listens.
 */
export function limitConnections(
  server: Server,
  answering: readonly HttpServer[],
  { inAll, perAddress }: ConnectionLimits,
): void {
  /** The longest unused first. */
  const open = new Map<string, Connection>();

  const ofAddress = (address: string): Connection[] =>
    [...open.values()].filter((connection) => connection.address === address);

  const longestIdle = (connections: readonly Connection[]): Connection | undefined =>
    connections.find(({ requests }) => requests === 0);

  /** Who gives way to one more connection of this address; null where the newcomer is turned away. */
  const giveWay = (address: string): Connection | null => {
    const own = ofAddress(address);
    if (own.length >= perAddress) return longestIdle(own) ?? null;
    const crowd = ofAddress(mostCrowded(open.values()));
    if (crowd.length <= own.length) return longestIdle(own) ?? null;
    return longestIdle(crowd) ?? crowd[0] ?? null;
  };

  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket);
    const isFull = open.size >= inAll || ofAddress(address).length >= perAddress;
    const victim = isFull ? giveWay(address) : null;
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
    response.once("close", () => {
      connection.requests -= 1;
      if (open.get(key) !== connection) return;
      open.delete(key);
      open.set(key, connection);
    });
  };
  for (const one of answering) one.on("request", onRequest);
}

const addressOf = (socket: Socket): string => socket.remoteAddress ?? "";

/** The same for a socket and for the TLS socket around it. */
const keyOf = (socket: Socket): string => `${addressOf(socket)} ${socket.remotePort ?? ""}`;

function mostCrowded(connections: Iterable<Connection>): string {
  const counts = new Map<string, number>();
  for (const { address } of connections) counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0])[0];
}
