import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { pairDevice, startPracticeStation } from "./practice-station.ts";
import { listWaiting } from "#test/support/list-runners.ts";

/** The client notices a closed connection a while after the server closed it. */
const patient = { timeout: 20_000 };

const json = { "content-type": "application/json" };

interface Sent {
  readonly status: number;
  readonly body: string;
}

interface PostOptions {
  /** The loopback address that the request is sent from. */
  readonly from?: string;
  readonly token?: string;
  /** Sends the body in pieces, without a `Content-Length` header. */
  readonly isChunked?: boolean;
}

/** Sends one POST on its own connection. */
function post(
  url: string,
  body: string,
  { from = "127.0.0.1", token = "", isChunked = false }: PostOptions = {},
): Promise<Sent> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, agent: false, localAddress: from });
    sent.on("response", (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.on("error", reject);
    if (isChunked) sent.write(body);
    sent.end(isChunked ? "" : body);
  });
}

const pairing = (code: string, name = "Tablet"): string => JSON.stringify({ code, name });

describe("S12 before pairing", () => {
  test("S12 megabytes of brackets are refused unread, while check-ins go on", async () => {
    const { station, eventId } = await startPracticeStation();
    const rows = (await listWaiting(station, eventId)).slice(0, 10);
    expect(rows).toHaveLength(10);

    const brackets = "[".repeat(1024 * 1024);
    const attack = Promise.all(
      Array.from({ length: 20 }, async () => (await post(`${station.url}/pair`, brackets)).status),
    );
    for (const { id } of rows) {
      const commandId = crypto.randomUUID();
      await station.value("checkIn.perform", { commandId, eventId, runnerId: id });
    }
    expect(new Set(await attack)).toEqual(new Set([413]));
  });

  test("S12 each body has the size of its route, and a depth, before it is parsed", async () => {
    const station = await startStationProcess(temporaryFolder());
    const statusOf = async (path: string, body: string, isChunked = false): Promise<number> =>
      (await post(`${station.url}${path}`, body, { token: station.scriptSession, isChunked }))
        .status;
    const long = (bytes: number): string => JSON.stringify({ code: "x".repeat(bytes) });
    const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

    expect(await statusOf("/pair", long(5_000))).toBe(413);
    expect(await statusOf("/session", long(5_000))).toBe(413);
    expect(await statusOf("/rpc/desk.get", long(300_000))).toBe(413);
    // A body without a `Content-Length` is refused as soon as it is longer than the limit.
    expect(await statusOf("/pair", long(5_000), true)).toBe(413);
    expect(await statusOf("/pair", deep(1_000))).toBe(400);
    expect(await statusOf("/rpc/desk.get", deep(100_000))).toBe(400);
    expect(await statusOf("/rpc/desk.get", "{}")).toBe(200);
  });

  test("S12 a stranger who guesses shuts out only themselves, and the code changes on the owner's screen", async () => {
    const station = await startStationProcess(temporaryFolder());
    const url = `${station.url}/pair`;
    const opened = await station.value("pairing.open", { commandId: crypto.randomUUID() });
    for (let guess = 0; guess < 20; guess += 1) {
      const { status } = await post(url, pairing("guess"), { from: "127.0.0.66" });
      expect(status).toBe(guess < 5 ? 403 : 429);
    }
    expect((await post(url, pairing(opened.code), { from: "127.0.0.66" })).status).toBe(429);
    expect((await post(url, pairing(opened.code), { from: "127.0.0.20" })).status).toBe(200);

    const next = await station.value("pairing.open", { commandId: crypto.randomUUID() });
    for (let guess = 0; guess < 20; guess += 1) {
      await post(url, pairing("guess"), { from: `127.0.1.${guess + 1}` });
    }
    const { pairing: shown } = await station.value("device.list", {});
    expect(shown?.code).toMatch(/^\d{6}$/);
    expect(shown?.code).not.toBe(next.code);
    expect((await post(url, pairing(next.code), { from: "127.0.0.21" })).status).toBe(403);
    expect((await post(url, pairing(shown?.code ?? ""), { from: "127.0.0.21" })).status).toBe(200);
  });
});

describe("S12 connections", () => {
  test("S12 of a thousand streams of one device so many stay as it may have; the others are told why", async () => {
    const station = await startStationProcess(temporaryFolder());
    const token = await pairDevice(station, "Tablet");
    const streams = await openStreams(station, token, 1_000);
    await expect.poll(() => streams.filter(({ isOpen }) => isOpen()).length, patient).toBe(20);
    expect(streams.slice(0, 100).some(({ text }) => text().includes("too-many-streams"))).toBe(
      true,
    );
    expect(streams.at(-1)?.isOpen()).toBe(true);
    expect((await station.request("/rpc")).status).toBe(200);
  });

  test("S12 of 5,000 idle connections a bounded number stays, and a new client gets in", async () => {
    const station = await startStationProcess(temporaryFolder());
    const sockets = await openSockets(station, 5_000, (number) => `127.0.2.${number % 50}`);
    await expect
      .poll(() => sockets.filter(({ closed }) => !closed).length, patient)
      .toBeLessThanOrEqual(512);
    expect(
      (await post(`${station.url}/pair`, pairing("none"), { from: "127.0.0.20" })).status,
    ).toBe(403);
    expect(await station.call("desk.get")).toMatchObject({ ok: true });

    // All connections come from one address, which is the owner's own.
    const more = await openSockets(station, 1_000, () => "127.0.0.1");
    await expect
      .poll(() => more.filter(({ closed }) => !closed).length, patient)
      .toBeLessThanOrEqual(128);
    expect(await station.call("desk.get")).toMatchObject({ ok: true });
  });

  test("S12 of thousands of requests that one connection sends without waiting a few are answered", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { hostname, port } = new URL(station.url);
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    let answers = "";
    socket.on("data", (part: Buffer) => (answers += part.toString()));
    socket.on("error", () => undefined);
    socket.write(`GET /none HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(20_000));
    // The connection may end with a reset, which `once` would throw.
    await expect.poll(() => socket.closed, patient).toBe(true);
    expect(answers.split("HTTP/1.1 404").length - 1).toBeLessThanOrEqual(8);
    expect(await station.call("desk.get")).toMatchObject({ ok: true });
  });
});

interface OpenStream {
  isOpen(): boolean;
  text(): string;
}

/** Opens invalidation streams, each on its own connection, a few at a time. Resolves when all streams have begun. */
async function openStreams(
  station: StationProcess,
  token: string,
  count: number,
): Promise<OpenStream[]> {
  const headers = { authorization: `Bearer ${token}` };
  const streams: OpenStream[] = [];
  const requests: ClientRequest[] = [];
  onTestFinished(() => requests.forEach((sent) => sent.destroy()));
  for (let number = 0; number < count; number += 1) {
    const sent = request(`${station.url}/events`, { agent: false, headers });
    requests.push(sent);
    sent.end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    let text = "";
    let isOpen = true;
    answer.on("data", (part: Buffer) => (text += part.toString()));
    answer.on("error", () => undefined);
    answer.on("close", () => (isOpen = false));
    streams.push({ isOpen: () => isOpen, text: () => text });
  }
  return streams;
}

/** Opens idle connections one by one. Some may already be closed when it resolves. */
async function openSockets(
  station: StationProcess,
  count: number,
  addressOf: (number: number) => string,
): Promise<Socket[]> {
  const { hostname, port } = new URL(station.url);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (let number = 0; number < count; number += 1) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(number) });
    socket.on("error", () => undefined);
    socket.resume();
    sockets.push(socket);
    await once(socket, "connect");
  }
  return sockets;
}
