import { describe, expect, test } from "vitest";
import { procedureNames, procedures } from "#shared/contract/index.ts";
import { rawStatus } from "#test/support/processes/raw-status.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const commandId = (): string => crypto.randomUUID();

describe("S1 who is let in", () => {
  test("S1 only the shell and pairing are open; everything else wants a token", async () => {
    const station = await startStationProcess(temporaryFolder());
    const statusOf = async (path: string, method = "GET", token = ""): Promise<number> => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      return (await station.request(path, { method, headers })).status;
    };

    expect(await statusOf("/")).toBe(200);
    expect(await statusOf("/rpc")).toBe(401);
    expect(await statusOf("/rpc/desk.get", "POST")).toBe(401);
    expect(await statusOf("/events")).toBe(401);
    expect(await statusOf("/rpc/desk.get", "POST", "x".repeat(43))).toBe(401);
    expect(await statusOf("/rpc/desk.get", "POST", station.ownerToken)).toBe(200);
    // Neither a query nor a cookie is a way in.
    const sneaked = await fetch(`${station.url}/rpc?token=${station.ownerToken}`, {
      headers: { cookie: `token=${station.ownerToken}` },
    });
    expect(sneaked.status).toBe(401);
    expect(sneaked.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("S1 a name that is not this station's is refused, the right token or not", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { port } = new URL(station.url);
    const authorization = `Bearer ${station.ownerToken}`;

    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1:1"]) {
      expect([host, await rawStatus(`${station.url}/rpc`, { host, authorization })]).toEqual([
        host,
        403,
      ]);
      expect([host, await rawStatus(`${station.url}/`, { host })]).toEqual([host, 403]);
    }
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect([host, await rawStatus(`${station.url}/rpc`, { host, authorization })]).toEqual([
        host,
        200,
      ]);
    }
  });

  test("S1 a page from elsewhere can do nothing", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { host } = new URL(station.url);
    const authorization = `Bearer ${station.ownerToken}`;
    const foreign = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `https://${host}` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      const sent = { host, authorization, ...headers };
      expect([headers, await rawStatus(`${station.url}/rpc`, sent)]).toEqual([headers, 403]);
      expect([headers, await rawStatus(`${station.url}/pair`, sent, "POST")]).toEqual([
        headers,
        403,
      ]);
      expect([headers, await rawStatus(`${station.url}/rpc`, sent, "OPTIONS")]).toEqual([
        headers,
        403,
      ]);
    }
    const own = { host, authorization, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    expect(await rawStatus(`${station.url}/rpc`, own)).toBe(200);
    // A link elsewhere may lead to the shell, which holds no data.
    const link = { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect(await rawStatus(`${station.url}/`, link)).toBe(200);
  });

  test("S1 it listens on loopback unless told otherwise", async () => {
    const station = await startStationProcess(temporaryFolder());
    expect(new URL(station.url).hostname).toBe("127.0.0.1");
  });

  test("S1 the owner's token survives a restart and only this user may read it", async () => {
    const { stat } = await import("node:fs/promises");
    const dataDir = temporaryFolder();
    const first = await startStationProcess(dataDir);
    await first.stop();
    const second = await startStationProcess(dataDir);
    expect(second.ownerToken).toBe(first.ownerToken);
    expect(second.ownerToken).toMatch(/^[\w-]{43}$/);
    expect((await stat(`${dataDir}/owner-token`)).mode & 0o777).toBe(0o600);
  });
});

describe("S1 pairing", () => {
  const pair = async (
    station: StationProcess,
    body: unknown,
  ): Promise<{ status: number; token: string | undefined }> => {
    const answer = await fetch(`${station.url}/pair`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const reply = (await answer.json()) as { value?: { token?: string } };
    return { status: answer.status, token: reply.value?.token };
  };

  test("S1 a code works once and lets in as a desk, not as the owner", async () => {
    const station = await startStationProcess(temporaryFolder());
    expect((await pair(station, { code: "000000", name: "Tablet" })).status).toBe(403);
    const { code } = await station.value("pairing.open", { commandId: commandId() });

    const first = await pair(station, { code, name: "Tablet" });
    expect(first.status).toBe(200);
    expect((await pair(station, { code, name: "Thief" })).status).toBe(403);

    const token = first.token ?? "";
    expect(await station.call("desk.get", {}, token)).toMatchObject({ ok: true });
    expect(await station.call("device.list", {}, token)).toMatchObject({
      ok: false,
      error: { code: "not-allowed" },
    });
  });

  test("S1 a device that was taken away is out at once, its stream of hints too", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { code } = await station.value("pairing.open", { commandId: commandId() });
    const { token = "" } = await pair(station, { code, name: "Tablet" });
    const stream = await station.request("/events", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(stream.status).toBe(200);

    const { devices } = await station.value("device.list", {});
    await station.value("device.revoke", {
      commandId: commandId(),
      deviceId: devices[0]?.id ?? "",
    });
    // Read to its end: it has one.
    await stream.text();
    const refused = await station.request("/rpc", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(401);
  });

  test("S1 the owner alone has sessions, and each ends with the station", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { code } = await station.value("pairing.open", { commandId: commandId() });
    const { token: device = "" } = await pair(station, { code, name: "Tablet" });
    const openSession = (token: string, body: unknown = {}) =>
      station.request("/session", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    expect((await openSession("")).status).toBe(401);
    expect((await openSession(device)).status).toBe(403);
    const opened = await openSession(station.ownerToken);
    const { session } = ((await opened.json()) as { readonly value: { readonly session: string } })
      .value;
    expect(session).not.toBe(station.ownerToken);
    expect(await station.call("device.list", {}, session)).toMatchObject({ ok: true });
    const again = await openSession(station.ownerToken, { session });
    expect(await again.json()).toMatchObject({ value: { session } });
  });

  test("S1 desk.get names what a device may not call: exactly what is then refused", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { code } = await station.value("pairing.open", { commandId: commandId() });
    const { token: device = "" } = await pair(station, { code, name: "Tablet" });
    expect((await station.value("desk.get", {})).forbidden).toEqual([]);
    const reply = await station.call("desk.get", {}, device);
    const owners = procedureNames.filter((name) => procedures[name].reach === "owner");
    expect(reply).toMatchObject({ ok: true, value: { forbidden: owners } });
    for (const name of owners) {
      expect([name, await station.call(name, {}, device)]).toMatchObject([
        name,
        { error: { code: "not-allowed" } },
      ]);
    }
  });

  test("S1 guessing is bounded", async () => {
    const station = await startStationProcess(temporaryFolder());
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push((await pair(station, { code: String(100_000 + guess), name: "x" })).status);
    }
    expect(statuses[0]).toBe(403);
    expect(statuses.at(-1)).toBe(429);
  });

  test("S1 garbage is answered in the envelope", async () => {
    const station = await startStationProcess(temporaryFolder());
    for (const body of [
      {},
      { code: 1, name: "x" },
      { code: "x".repeat(999), name: "x" },
      "x",
      null,
    ]) {
      expect((await pair(station, body)).status).toBe(400);
    }
  });
});
