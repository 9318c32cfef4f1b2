import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { LanAccess } from "#main/start-up/lan-access.ts";
import { createLanAccess } from "#main/start-up/lan-access.ts";
import type { TestDevice } from "#test/support/processes/paired-device.ts";
import { pairWithCode, proveDevice } from "#test/support/processes/paired-device.ts";
import { rawStatus } from "#test/support/processes/raw-status.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openTestCore, temporaryFolder } from "#test/support/test-core.ts";

interface Desktop extends TestCore {
  readonly serving: LanAccess;
}

/** The core of a desktop with LAN access that it may open. A folder may be opened again. */
async function openDesktop(dataDir = temporaryFolder()): Promise<Desktop> {
  const shellDir = join(dataDir, "screens");
  mkdirSync(shellDir, { recursive: true });
  writeFileSync(join(shellDir, "index.html"), "<!doctype html>");
  const serving = createLanAccess({ dataDir, shellDir, logger: { log: () => undefined } });
  const desk = await openTestCore({ dataDir, host: "desktop", ports: { lanAccess: serving } });
  await serving.resume(desk.core);
  onTestFinished(() => serving.close());
  return { ...desk, serving };
}

const open = (desk: Desktop, reach: "this-computer" | "network" = "this-computer") =>
  desk.value("lanAccess.open", { commandId: newCommandId(), reach });

async function addressOf(desk: Desktop): Promise<string> {
  const { addresses } = await desk.value("lanAccess.get", {});
  return addresses[0] ?? "";
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function pairOne(desk: Desktop, url: string, name = "Tablet"): Promise<TestDevice> {
  const { code } = await desk.value("pairing.open", { commandId: newCommandId() });
  return pairWithCode(url, code, name);
}

const pair = async (desk: Desktop, url: string): Promise<string> =>
  (await pairOne(desk, url)).session;

async function ask(url: string, name: string, token: string, input: unknown = {}) {
  const answer = await post(`${url}/rpc/${name}`, input, { authorization: `Bearer ${token}` });
  return { status: answer.status, reply: await answer.json() };
}

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return server;
}

describe("S1 the desktop lets browsers in", () => {
  test("S1 nobody may come until the owner says so", async () => {
    const desk = await openDesktop();
    expect(await desk.value("lanAccess.get", {})).toEqual({
      canServe: true,
      reach: null,
      addresses: [],
      isMoved: false,
      isBroken: false,
    });
    expect(await desk.call("pairing.open", { commandId: newCommandId() })).toMatchObject({
      error: { code: "not-a-station" },
    });
  });

  test("S1 a paired browser works with the same core, as a desk of its own", async () => {
    const desk = await openDesktop();
    const { addresses } = await open(desk);
    const [url = ""] = addresses;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const token = await pair(desk, url);
    const { reply } = await ask(url, "desk.get", token);
    expect(reply).toMatchObject({ ok: true, value: { settings: { desk: "Tablet" } } });
    await desk.value("settings.save", { commandId: newCommandId(), sounds: false });
    expect(await ask(url, "desk.get", token)).toMatchObject({
      reply: { value: { settings: { sounds: false } } },
    });
  });

  test("S1 nobody is the owner by this way: only the window is", async () => {
    const desk = await openDesktop();
    const [url = ""] = (await open(desk)).addresses;
    const token = await pair(desk, url);
    for (const name of ["lanAccess.get", "lanAccess.close", "dataFolder.list", "backup.restore"]) {
      const { reply } = await ask(url, name, token, { commandId: newCommandId() });
      expect(reply, name).toMatchObject({ error: { code: "not-allowed" } });
    }
    for (const wrong of ["", "null", "x".repeat(43)]) {
      expect((await ask(url, "desk.get", wrong)).status).toBe(401);
    }
  });

  test("S1 a request for another name, or from another page, gets nothing", async () => {
    const desk = await openDesktop();
    const [url = ""] = (await open(desk)).addresses;
    const { host } = new URL(url);
    const deskStatus = (headers: Record<string, string>): Promise<number> =>
      rawStatus(`${url}/rpc/desk.get`, headers, "POST");
    const own = {
      host,
      authorization: `Bearer ${await pair(desk, url)}`,
      "content-type": "application/json",
    };
    expect(await deskStatus(own)).toBe(200);
    expect(await deskStatus({ ...own, host: "evil.example" })).toBe(403);
    expect(await deskStatus({ ...own, origin: "https://evil.example" })).toBe(403);
    expect(await deskStatus({ ...own, "sec-fetch-site": "cross-site" })).toBe(403);
  });

  test("S1 the end shuts everybody out at once; they come back without pairing again", async () => {
    const desk = await openDesktop();
    const [url = ""] = (await open(desk)).addresses;
    const tablet = await pairOne(desk, url);
    const { session } = tablet;
    const invalidations = await fetch(`${url}/events`, {
      headers: { authorization: `Bearer ${session}` },
    });
    const ended = await desk.value("lanAccess.close", { commandId: newCommandId() });
    expect(ended).toMatchObject({ reach: null, addresses: [] });
    await expect(invalidations.text()).resolves.toContain(": open");
    await expect(ask(url, "desk.get", session)).rejects.toThrow("fetch failed");
    expect((await open(desk)).addresses).toEqual([url]);
    // The session belonged to the former run; the pairing is still valid.
    expect((await ask(url, "desk.get", session)).status).toBe(401);
    const next = (await proveDevice(url, tablet)) ?? "";
    expect((await ask(url, "desk.get", next)).status).toBe(200);
  });

  test("what was on is on again after a restart, at the same address; what was off stays off", async () => {
    const first = await openDesktop();
    const [url = ""] = (await open(first)).addresses;
    const tablet = await pairOne(first, url);
    await first.serving.close();
    await first.core.close();
    const second = await openDesktop(first.dataDir);
    expect(await addressOf(second)).toBe(url);
    expect((await ask(url, "desk.get", tablet.session)).status).toBe(401);
    const next = (await proveDevice(url, tablet)) ?? "";
    expect((await ask(url, "desk.get", next)).status).toBe(200);
    await second.value("lanAccess.close", { commandId: newCommandId() });
    await second.serving.close();
    await second.core.close();
    expect(await addressOf(await openDesktop(first.dataDir))).toBe("");
  });

  test("a port that another program took: the next one, and the screen is told that it moved", async () => {
    const first = await openDesktop();
    const [url = ""] = (await open(first)).addresses;
    await first.serving.close();
    await first.core.close();
    await occupy(Number(new URL(url).port));
    const second = await openDesktop(first.dataDir);
    const state = await second.value("lanAccess.get", {});
    expect(state).toMatchObject({ reach: "this-computer", isMoved: true, isBroken: false });
    expect(state.addresses[0]).not.toBe(url);
    expect((await fetch(state.addresses[0] ?? "")).status).toBe(200);
  });

  test("S12 connections that send nothing, or only the first byte of a TLS handshake, do not hold up the end", async () => {
    const desk = await openDesktop();
    await open(desk, "network");
    const { port } = JSON.parse(readFileSync(join(desk.dataDir, "serving.json"), "utf8"));
    for (const bytes of [[], [22]]) {
      const socket = connect(port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
      await once(socket, "connect");
      socket.write(new Uint8Array(bytes));
    }
    const startedAt = performance.now();
    await desk.value("lanAccess.close", { commandId: newCommandId() });
    // A silent connection is closed after 10 s; a running request gets 1 s.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("S1 for the network it listens on every address, and changing back leaves this computer alone", async () => {
    const desk = await openDesktop();
    const wide = await open(desk, "network");
    expect(wide.reach).toBe("network");
    // The network gets TLS, and the owner can compare the certificate's fingerprint (S8).
    for (const address of wide.addresses) expect(await rawStatus(address, {})).toBe(200);
    expect(wide.addresses.filter((address) => !address.startsWith("https://"))).toEqual([]);
    expect(desk.serving.endpoint()?.fingerprint).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/);
    const narrow = await open(desk, "this-computer");
    expect(narrow.addresses).toEqual([expect.stringContaining("127.0.0.1")]);
    for (const address of wide.addresses) await expect(rawStatus(address, {})).rejects.toThrow("");
    expect(desk.serving.endpoint()).toBeNull();
  });

  test("two changes at once end with one server, which can be ended", async () => {
    const desk = await openDesktop();
    const [one, other] = await Promise.all([open(desk), open(desk)]);
    expect(other.addresses).toEqual(one.addresses);
    const url = await addressOf(desk);
    await desk.value("lanAccess.close", { commandId: newCommandId() });
    await expect(fetch(url)).rejects.toThrow("failed");
  });

  test("screens that are not there: nobody is let in, and the words say that it could not", async () => {
    const dataDir = temporaryFolder();
    const serving = createLanAccess({
      dataDir,
      shellDir: join(dataDir, "none"),
      logger: { log: () => undefined },
    });
    const desk = await openTestCore({ dataDir, host: "desktop", ports: { lanAccess: serving } });
    await serving.resume(desk.core);
    const order = { commandId: newCommandId(), reach: "network" } as const;
    expect(await desk.call("lanAccess.open", order)).toMatchObject({
      error: { code: "cannot-listen", details: { cause: "shell-missing" } },
    });
    expect(await desk.value("lanAccess.get", {})).toMatchObject({ reach: null });
  });
});
