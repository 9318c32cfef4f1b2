import type { IncomingMessage } from "node:http";
import { Agent, request as sendRequest } from "node:https";
import type { RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { TLSSocket } from "node:tls";
import { connect } from "node:tls";
import { plainDigits } from "#shared/domain/desks/hub-link.ts";
import type { PeerPort } from "#core/ports.ts";

/** The address has another certificate than the pinned one (S8). */
class OtherCertificateError extends Error {
  readonly code = "CHUTE_OTHER_CERTIFICATE";

  constructor() {
    super("The certificate is another one");
    this.name = "OtherCertificateError";
  }
}

/** From the first packet to the end of the handshake, also if the other side sends it in tiny pieces. */
const handshakeTimeoutMs = 5_000;

/**
 * Requests over TLS to hubs. A hub's certificate is signed by nobody, so a connection counts only if its certificate
 * has the pinned SHA-256 fingerprint; it is compared before the first byte of a request is sent.
 */
export function createPeerPort(): PeerPort {
  const agents = new Map<string, Agent>();

  const agentFor = (fingerprint: string): Agent => {
    const pinned = plainDigits(fingerprint);
    const known = agents.get(pinned);
    if (known !== undefined) return known;
    const made = new PinnedAgent(pinned);
    agents.set(pinned, made);
    return made;
  };

  return {
    async fingerprint(address) {
      const { hostname, port } = new URL(address);
      const socket = openTls(hostname, port);
      try {
        await secured(socket);
        return socket.getPeerCertificate().fingerprint256;
      } finally {
        socket.destroy();
      }
    },
    fetch: ({ address, fingerprint }, path, init = {}) =>
      send(new URL(address + path), agentFor(fingerprint), init),
  };
}

function openTls(hostname: string, port: string): TLSSocket {
  const socket = connect({
    host: hostname.replaceAll(/[[\]]/g, ""),
    port: Number(port === "" ? 443 : port),
    // Nobody signs a hub's certificate: its fingerprint is compared instead.
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
  });
  const giveUp = setTimeout(
    () => socket.destroy(new Error("No answer in time")),
    handshakeTimeoutMs,
  );
  socket.once("secureConnect", () => clearTimeout(giveUp));
  socket.once("close", () => clearTimeout(giveUp));
  return socket;
}

const secured = (socket: TLSSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("secureConnect", resolve);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection ended")));
  });

/** Connections whose certificate has one fingerprint. */
class PinnedAgent extends Agent {
  readonly #pinned: string;

  constructor(pinned: string) {
    super({ keepAlive: true, maxSockets: 8, timeout: 30_000 });
    this.#pinned = pinned;
  }

  override createConnection(
    options: RequestOptions,
    done: (error: Error | null, stream: Duplex) => void = () => undefined,
  ): null {
    const socket = openTls(options.host ?? "", String(options.port ?? ""));
    const fail = (error: Error): void => done(error, socket);
    socket.once("error", fail);
    socket.once("secureConnect", () => {
      socket.off("error", fail);
      if (plainDigits(socket.getPeerCertificate().fingerprint256) === this.#pinned) {
        done(null, socket);
        return;
      }
      socket.destroy();
      fail(new OtherCertificateError());
    });
    return null;
  }
}

function send(url: URL, agent: Agent, init: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = sendRequest(
    url,
    {
      agent,
      method: init.method ?? "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.signal ? { signal: init.signal } : {}),
    },
    (answer) => resolve(responseOf(answer)),
  );
  request.once("error", reject);
  request.end(typeof init.body === "string" ? init.body : undefined);
  return promise;
}

const withoutBody = new Set([204, 205, 304]);

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  // An aborted request ends the stream with an error, which its reader gets.
  answer.on("error", () => undefined);
  const body = withoutBody.has(status)
    ? null
    : (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Response(body, { status, headers });
}
