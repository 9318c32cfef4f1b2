import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

/** An address of this computer in a network; null if it is in no network. */
const networkAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? null;

interface Asked {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: OutgoingHttpHeaders;
}

const portOf = ({ url }: StationProcess): string => new URL(url).port;

async function ask(station: StationProcess, { scheme, host, path, body, headers = {} }: Asked) {
  const options = {
    host,
    port: portOf(station),
    path,
    method: body === undefined ? "GET" : "POST",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
  };
  const sent =
    scheme === "http"
      ? plainRequest(options)
      : tlsRequest({ ...options, rejectUnauthorized: false });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const fingerprint =
    scheme === "https" ? (answer.socket as TLSSocket).getPeerCertificate().fingerprint256 : null;
  let text = "";
  for await (const part of answer) text += String(part);
  return { status: answer.statusCode ?? 0, text, headers: answer.headers, fingerprint };
}

const pair = async (station: StationProcess, asked: Omit<Asked, "path" | "body">) => {
  const { code } = await station.value("pairing.open", { commandId: crypto.randomUUID() });
  return ask(station, { ...asked, path: "/pair", body: { code, name: "Tablet" } });
};

test("S8 from the network nothing passes without TLS, and the certificate is the one that the owner is shown", async () => {
  const station = await startStationProcess(temporaryFolder(), ["--practice", "--host", "0.0.0.0"]);
  const { lanEndpoint } = await station.value("device.list", {});
  expect(lanEndpoint?.addresses.every((address) => address.startsWith("https://"))).toBe(true);
  const host = networkAddress() ?? "127.0.0.1";
  const origin = `https://${host}:${portOf(station)}`;

  const paired = await pair(station, { scheme: "https", host, headers: { origin } });
  expect(paired).toMatchObject({ status: 200, fingerprint: lanEndpoint?.fingerprint });
  const { session } = (JSON.parse(paired.text) as { value: { session: string } }).value;
  const headers = { authorization: `Bearer ${session}`, origin };
  const asked = { host, path: "/rpc/desk.get", body: {} };
  const desk = await ask(station, { scheme: "https", ...asked, headers });
  expect(desk).toMatchObject({ status: 200 });

  // A page that was loaded without TLS counts as another origin.
  const foreign = { ...headers, origin: origin.replace("https:", "http:") };
  expect(await ask(station, { scheme: "https", ...asked, headers: foreign })).toMatchObject({
    status: 403,
  });

  if (networkAddress() === null) return;
  const page = await ask(station, { scheme: "http", host, path: "/" });
  expect(page).toMatchObject({ status: 308, text: "", headers: { location: `${origin}/` } });
  expect(await ask(station, { scheme: "http", ...asked, headers })).toMatchObject({
    status: 426,
    text: "",
  });
  expect(await pair(station, { scheme: "http", host })).toMatchObject({ status: 426, text: "" });
});

test("S8 the owner's session is good on this computer alone, with or without TLS", async () => {
  const station = await startStationProcess(temporaryFolder(), ["--practice", "--host", "0.0.0.0"]);
  const own = { host: "127.0.0.1", path: "/rpc/device.list", body: {} };
  const headers = { authorization: `Bearer ${station.scriptSession}` };
  for (const scheme of ["http", "https"] as const) {
    expect(await ask(station, { scheme, ...own, headers })).toMatchObject({ status: 200 });
  }
  const host = networkAddress();
  if (host === null) return;
  expect(await ask(station, { scheme: "https", ...own, host, headers })).toMatchObject({
    status: 401,
  });
});
