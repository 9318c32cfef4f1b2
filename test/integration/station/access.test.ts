import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { procedureNames, procedures } from "#shared/contract/index.ts";
import { pairWithCode, postJson, proveDevice } from "#test/support/processes/paired-device.ts";
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
    expect(await statusOf("/rpc/desk.get", "POST", station.scriptSession)).toBe(200);
    // A session in the query string or in a cookie is not accepted.
    const sneaked = await fetch(`${station.url}/rpc?token=${station.scriptSession}`, {
      headers: { cookie: `token=${station.scriptSession}` },
    });
    expect(sneaked.status).toBe(401);
    expect(sneaked.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("S1 a name that is not this station's is refused, the right token or not", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { port } = new URL(station.url);
    const authorization = `Bearer ${station.scriptSession}`;

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
    const authorization = `Bearer ${station.scriptSession}`;
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
    // A link on another site may lead to the shell, which holds no data.
    const link = { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect(await rawStatus(`${station.url}/`, link)).toBe(200);
  });

  test("S1 it listens on loopback unless told otherwise", async () => {
    const station = await startStationProcess(temporaryFolder());
    expect(new URL(station.url).hostname).toBe("127.0.0.1");
  });

  test("S7 each run of the station has its own session for scripts, and none is kept in a file", async () => {
    const dataDir = temporaryFolder();
    const first = await startStationProcess(dataDir);
    await first.stop();
    const second = await startStationProcess(dataDir);
    expect(second.scriptSession).toMatch(/^[\w-]{43}$/);
    expect(await second.call("desk.get", {}, first.scriptSession)).toMatchObject({
      error: { code: "no-access" },
    });
    const former = await exchange(second.url, { launchCode: first.launchCode });
    expect(former.status).toBe(401);
    expect(existsSync(join(dataDir, "owner-token"))).toBe(false);
  });
});

const exchange = (url: string, body: unknown) => postJson(`${url}/session`, body);

async function sessionOf(answer: Response): Promise<string> {
  const reply = (await answer.json()) as { readonly value: { readonly session: string } };
  return reply.value.session;
}

describe("S7 launch codes and sessions", () => {
  test("S7 a launch code is exchanged for a session, once; it is no session itself", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { url, launchCode } = station;
    expect(await station.call("desk.get", {}, launchCode)).toMatchObject({
      error: { code: "no-access" },
    });
    const session = await sessionOf(await exchange(url, { launchCode }));
    expect(await station.call("device.list", {}, session)).toMatchObject({ ok: true });
    expect((await exchange(url, { launchCode })).status).toBe(401);
    for (const body of [{}, { launchCode: "" }, { launchCode: 1 }, "x", null]) {
      expect((await exchange(url, body)).status).toBe(400);
    }
  });

  test("S7 only the owner makes another launch code", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { code } = await station.value("pairing.open", { commandId: commandId() });
    const { session: tablet } = await pairWithCode(station.url, code, "Tablet");
    const url = `${station.url}/session/launch-code`;
    expect((await postJson(url, {})).status).toBe(401);
    expect((await postJson(url, {}, tablet)).status).toBe(403);
    expect((await postJson(url, {}, station.scriptSession)).status).toBe(200);
  });

  test("S7 sessions are listed with what they are; signing out everywhere leaves the one that asked, and ends streams", async () => {
    const station = await startStationProcess(temporaryFolder());
    const answer = await fetch(`${station.url}/session`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
      body: JSON.stringify({ launchCode: station.launchCode }),
    });
    const browser = await sessionOf(answer);
    const stream = await station.request("/events", {
      headers: { authorization: `Bearer ${browser}` },
    });
    const { sessions } = await station.value("session.list", {});
    expect(sessions).toMatchObject([
      { browser: "Firefox, Linux", isThis: false },
      { browser: null, isThis: true },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(browser);
    const left = await station.value("session.endOthers", { commandId: commandId() });
    expect(left.sessions).toMatchObject([{ browser: null, isThis: true }]);
    // The stream of the ended session must end, so this read returns.
    await stream.text();
    expect(await station.call("desk.get", {}, browser)).toMatchObject({
      error: { code: "no-access" },
    });
  });

  test("S7 a paired device's token is no session; its session ends with the station, its pairing does not", async () => {
    const dataDir = temporaryFolder();
    const first = await startStationProcess(dataDir);
    const { code } = await first.value("pairing.open", { commandId: commandId() });
    const tablet = await pairWithCode(first.url, code, "Tablet");
    const noAccess = { error: { code: "no-access" } };
    expect(await first.call("desk.get", {}, tablet.session)).toMatchObject({ ok: true });
    expect(await first.call("desk.get", {}, tablet.token)).toMatchObject(noAccess);
    await first.stop();
    const second = await startStationProcess(dataDir, ["--port", new URL(first.url).port]);
    expect(await second.call("desk.get", {}, tablet.session)).toMatchObject(noAccess);
    const session = (await proveDevice(second.url, tablet)) ?? "";
    expect(await second.call("desk.get", {}, session)).toMatchObject({ ok: true });
    expect(await proveDevice(second.url, { ...tablet, token: "wrong" })).toBeNull();
    expect(await proveDevice(second.url, { ...tablet, deviceId: "none" })).toBeNull();
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
    const reply = (await answer.json()) as { value?: { session?: string } };
    return { status: answer.status, token: reply.value?.session };
  };

  test("S1 M2 a code lets several devices in as desks, not as the owner, and a wrong one nobody", async () => {
    const station = await startStationProcess(temporaryFolder());
    expect((await pair(station, { code: "000000", name: "Tablet" })).status).toBe(403);
    const { code } = await station.value("pairing.open", { commandId: commandId() });

    const first = await pair(station, { code, name: "Tablet" });
    expect(first.status).toBe(200);
    const second = await pair(station, { code, name: "Phone" });
    expect(second.status).toBe(200);
    expect(second.token).not.toBe(first.token);
    expect((await station.value("device.list", {})).pairing?.left).toBe(18);
    await station.value("pairing.open", { commandId: commandId() });
    expect((await pair(station, { code, name: "Too late" })).status).toBe(403);

    const token = first.token ?? "";
    expect(await station.call("desk.get", {}, token)).toMatchObject({ ok: true });
    expect(await station.call("device.list", {}, token)).toMatchObject({
      ok: false,
      error: { code: "not-allowed" },
    });
  });

  test("S1 a device that was taken away is out at once, its stream of invalidations too", async () => {
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
    // The stream of the removed device must end, so this read returns.
    await stream.text();
    const refused = await station.request("/rpc", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(401);
  });

  test("S1 desk.get names what a device may not call: exactly what is then refused", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { code } = await station.value("pairing.open", { commandId: commandId() });
    const { token: device = "" } = await pair(station, { code, name: "Tablet" });
    expect((await station.value("desk.get", {})).forbidden).toEqual([]);
    const reply = await station.call("desk.get", {}, device);
    const forbidden = procedureNames.filter((name) => procedures[name].role !== "desk");
    expect(reply).toMatchObject({ ok: true, value: { forbidden } });
    for (const name of forbidden) {
      expect([name, await station.call(name, {}, device)]).toMatchObject([
        name,
        { error: { code: "not-allowed" } },
      ]);
    }
  });

  test("S10 S1 a device that the owner made lead decides and exports, and nothing more, until it is taken back", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { code } = await station.value("pairing.open", { commandId: commandId() });
    const { token: device = "" } = await pair(station, { code, name: "Tablet" });
    const [{ id: deviceId } = { id: "" }] = (await station.value("device.list", {})).devices;
    const order = (role: "desk" | "lead") => ({ commandId: commandId(), deviceId, role });
    // A device cannot make itself lead.
    expect(await station.call("device.setRole", order("lead"), device)).toMatchObject({
      error: { code: "not-allowed" },
    });
    const { devices } = await station.value("device.setRole", order("lead"));
    expect(devices).toMatchObject([{ id: deviceId, role: "lead" }]);
    const owners = procedureNames.filter((name) => procedures[name].role === "owner");
    const seen = await station.call("desk.get", {}, device);
    expect(seen).toMatchObject({ ok: true, value: { forbidden: owners } });
    for (const name of owners) {
      expect([name, await station.call(name, {}, device)]).toMatchObject([
        name,
        { error: { code: "not-allowed" } },
      ]);
    }
    const leads = procedureNames.filter((name) => procedures[name].role === "lead");
    expect(leads.toSorted()).toEqual(["export.list", "export.make", "outbox.decide"]);
    expect(await station.call("export.list", {}, device)).toMatchObject({ ok: true });
    const exported = { commandId: commandId(), what: "check-ins", format: "csv" } as const;
    expect(
      await station.call("export.make", { ...exported, eventId: "another" }, device),
    ).toMatchObject({ error: { code: "not-allowed" } });
    const file = () =>
      station.request("/exports/none.csv", { headers: { authorization: `Bearer ${device}` } });
    expect((await file()).status).toBe(404);
    await station.value("device.setRole", order("desk"));
    expect(await station.call("export.list", {}, device)).toMatchObject({
      error: { code: "not-allowed" },
    });
    expect((await file()).status).toBe(403);
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
