import { once } from "node:events";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { openCertificate } from "#station/http/certificate.ts";
import type { MultiplexedPortOptions } from "#station/http/listeners.ts";
import { createMultiplexedPort } from "#station/http/listeners.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const nowMs = Date.now();
const dayMs = 24 * 60 * 60_000;
const limits = { headersTimeout: 300, requestTimeout: 500, connectionsCheckingInterval: 50 };

/** A multiplexed port whose server answers with the method, the path and the body of the request. */
async function openPort(more: Partial<MultiplexedPortOptions> = {}) {
  const certificate = await openCertificate(join(temporaryFolder(), "tls.json"), nowMs);
  const { sockets, servers } = createMultiplexedPort({
    certificate,
    limits,
    handle(incoming, response) {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("end", () =>
        response.end(`${incoming.method} ${incoming.url} ${Buffer.concat(parts).toString()}`),
      );
    },
    secureAddressOf: (host) => (host === "evil.example" ? null : `https://${host}`),
    ...more,
  });
  sockets.listen(0, "127.0.0.1");
  await once(sockets, "listening");
  const { port } = sockets.address() as AddressInfo;
  onTestFinished(async () => {
    const closed = once(sockets, "close");
    sockets.close();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await closed;
  });
  return { port, certificate };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly fingerprint: string | null;
}

async function ask(
  scheme: "http" | "https",
  port: number,
  { body = "", ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<Answer> {
  const to = { host: "127.0.0.1", port, path: "/a?b=1", ...options };
  const sent =
    scheme === "http" ? plainRequest(to) : tlsRequest({ ...to, rejectUnauthorized: false });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const shown =
    scheme === "https" ? (answer.socket as TLSSocket).getPeerCertificate().fingerprint256 : null;
  let text = "";
  for await (const part of answer) text += String(part);
  return {
    status: answer.statusCode ?? 0,
    text,
    location: answer.headers.location,
    fingerprint: shown,
  };
}

test("S8 one port takes TLS, with this computer's own certificate, and plain HTTP from this computer", async () => {
  const { port, certificate } = await openPort();
  const body = "x".repeat(200_000);
  for (const scheme of ["https", "http"] as const) {
    expect(await ask(scheme, port)).toMatchObject({ status: 200, text: "GET /a?b=1 " });
    const posted = await ask(scheme, port, { method: "POST", body });
    expect(posted.text).toBe(`POST /a?b=1 ${body}`);
    if (scheme === "https") expect(posted.fingerprint).toBe(certificate.fingerprint);
  }
});

test("S8 whoever comes from the network without TLS is answered nothing but where to come with it", async () => {
  const { port } = await openPort({ isLocal: () => false });
  const headers = { host: "desk.local:4180" };
  expect(await ask("http", port, { headers })).toMatchObject({
    status: 308,
    text: "",
    location: "https://desk.local:4180/a?b=1",
  });
  expect(await ask("http", port, { method: "POST", headers, body: "{}" })).toMatchObject({
    status: 426,
    text: "",
  });
  const foreign = await ask("http", port, { headers: { host: "evil.example" } });
  expect(foreign).toMatchObject({ status: 426, location: undefined });
  expect(await ask("https", port)).toMatchObject({ status: 200 });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["the beginning of a handshake", Buffer.from([22, 3, 1, 2, 0])],
  ["half a request", Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n")],
])("S12 a connection that sends %s is not kept", async (_what, bytes) => {
  const { port } = await openPort();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (bytes.length > 0) socket.write(bytes);
  socket.resume();
  await once(socket, "close");
  expect(await ask("https", port)).toMatchObject({ status: 200 });
});

test("S8 the certificate stays, so that devices know it again, until a month before it ends", async () => {
  const path = join(temporaryFolder(), "tls.json");
  const first = await openCertificate(path, nowMs);
  expect(first.fingerprint).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/);
  expect(await openCertificate(path, nowMs + 300 * dayMs)).toEqual(first);
  expect((await openCertificate(path, nowMs + 380 * dayMs)).fingerprint).not.toBe(
    first.fingerprint,
  );
  // A path below a file cannot be written, so the certificate is valid for this run only.
  const unkept = await openCertificate(join(path, "tls.json"), nowMs);
  expect(unkept.fingerprint).toMatch(/^[\dA-F]{2}:/);
});
