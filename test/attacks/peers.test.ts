import { describe, expect, test } from "vitest";
import { jsonRequest } from "#core/services/desks/hub-client.ts";
import { mostChains, mostEntries, mostPeerBytes, peerFormat } from "#shared/contract/peer.ts";
import type { Result } from "#shared/result.ts";
import { codeOf, newSigner, pairPeer, sendCode } from "#test/support/desks/paired-peer.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { endlessBody } from "./endless-body.ts";
import { forgeChain } from "./forged-journal.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const joining = { format: peerFormat, signer: "", version: "", organizationId: null };

const openVenue = async () => {
  const sandbox = await openOrganizer();
  return { sandbox, ...(await openHub(sandbox)) };
};

describe("M3 who may join", () => {
  test("M2 M3 S12 a wrong code, another organization and a later format get nothing, and use up no code", async () => {
    const { hub, code } = await openVenue();
    expect(codeOf(await sendCode(hub, "000000"))).toBe("wrong-code");
    const other = { organizationId: "0".repeat(24) };
    // Without the code, the answer does not reveal whose hub this is.
    expect(codeOf(await sendCode(hub, "000000", other))).toBe("wrong-code");
    expect(codeOf(await sendCode(hub, code, other))).toBe("other-organization");
    expect(codeOf(await sendCode(hub, code, { format: peerFormat + 1 }))).toBe("later-format");
    const { desks, pairing } = await hub.value("desks.get", {});
    expect(desks).toHaveLength(1);
    expect(pairing?.left).toBe(20);
    for (let guess = 0; guess < 6; guess += 1) await sendCode(hub, "111111");
    expect(codeOf(await sendCode(hub, code))).toBe("too-many-attempts");
  });

  test("M5 nobody joins as another desk with another key, before the owner has removed that desk", async () => {
    const { hub, code } = await openVenue();
    const { device } = await pairPeer(hub, code, { name: "Laptop 2" });
    const identity = hub.core.peers.admit({ ...joining, device: "another" });
    const own = identity.ok ? identity.value.device : "";
    for (const taken of [device, own]) {
      const clone = await sendCode(hub, code, { device: taken, name: "Clone" });
      expect(codeOf(clone)).toBe("device-taken");
      const guess = await sendCode(hub, "000000", { device: taken, name: "Clone" });
      expect(codeOf(guess)).toBe("wrong-code");
    }
    const { devices } = await hub.value("device.list", {});
    for (const { id } of devices) await hub.value("device.revoke", { deviceId: id });
    const { code: next } = await hub.value("pairing.open", {});
    expect(codeOf(await sendCode(hub, next, { device, name: "Clone" }))).toBe("ok");
  });

  test("M15 S10 a removed desk gets no session, its link says so, and its check-ins go on", async () => {
    const { sandbox, hub, code } = await openVenue();
    const eventId = sandbox.mainEventId;
    const desk = await joinHub(hub, code, { name: "Laptop 2" });
    const peer = await pairPeer(hub, code);
    expect(codeOf(await peer.push({}))).toBe("ok");
    const { devices } = await hub.value("device.list", {});
    for (const { id } of devices) await hub.value("device.revoke", { deviceId: id });
    await expect(peer.push({})).rejects.toThrow("does not know this desk");
    await until(async () => (await desk.value("desks.get", {})).link.why === "not-paired");
    const rows = await listWaiting(desk, eventId);
    await desk.value("checkIn.perform", { eventId, runnerId: rows[0]?.id ?? "" });
    const { link } = await desk.value("desks.get", {});
    expect(link).toMatchObject({ state: "refused", why: "not-paired" });
    expect(link.unsent).toBeGreaterThan(0);
  });
});

describe("M15 who may what", () => {
  test("M15 a full desk calls no procedure but those of M9, and reads no export and no launch code", async () => {
    const { hub, code } = await openVenue();
    const { client } = await pairPeer(hub, code);
    const statusOf = async (path: string): Promise<number> =>
      (await client.request(path, jsonRequest({}))).status;
    for (const name of ["roster.search", "desks.get", "device.list", "connection.get"]) {
      expect(await statusOf(`/rpc/${name}`), name).toBe(403);
      expect(await statusOf(`/peer/call/${name}`), name).toBe(403);
    }
    for (const name of ["hub.takeOver", "outbox.pause", "checkIn.perform", "__proto__", "%2e%2e"]) {
      expect([403, 404, 405], name).toContain(await statusOf(`/peer/call/${name}`));
    }
    for (const body of [{}, { operator: 5, input: {} }, { operator: "x".repeat(101), input: {} }]) {
      const odd = await client.request("/peer/call/outbox.correct", jsonRequest(body));
      expect(await odd.json()).toMatchObject({ error: { code: "invalid-input" } });
    }
    expect(await statusOf("/session/launch-code")).toBe(403);
    expect((await client.request("/exports/anything")).ok).toBe(false);
  });

  test("M15 a browser and the owner have no business at the exchange", async () => {
    const station = await startStationProcess(temporaryFolder());
    for (const path of [
      "/peer/entries",
      "/peer/missing",
      "/peer/name",
      "/peer/call/outbox.correct",
    ]) {
      const owner = await station.request(path, jsonRequest({}));
      expect(owner.status, path).toBe(403);
    }
    expect((await station.request("/peer/api/events")).status).toBe(403);
    const { code } = await station.value("pairing.open", { commandId: crypto.randomUUID() });
    const paired = await fetch(`${station.url}/pair`, jsonRequest({ code, name: "Tablet" }));
    const { value } = (await paired.json()) as { value: { session: string } };
    const headers = { authorization: `Bearer ${value.session}` };
    expect((await fetch(`${station.url}/peer/api/events`, { headers })).status).toBe(403);
    expect((await fetch(`${station.url}/peer/api/events`)).status).toBe(401);
  });

  test("M8 M15 the hub's lists end at the hub's lists, whatever the path says; a closed hub has none", async () => {
    const { hub, code } = await openVenue();
    const { client } = await pairPeer(hub, code);
    const statusOf = async (path: string): Promise<number> => (await client.request(path)).status;
    expect(await statusOf("/peer/api/events")).toBe(200);
    const tricks = [
      "/peer/api/events/..%2f..%2fdevice.list",
      "/peer/api/events/__proto__/results?version=1e999",
      "/peer/api/%2e%2e/rpc",
      "/peer/api/registration?eventId=constructor&limit=-1",
      "/peer/api/events/%ff%fe",
      "/peer/api/events/'%20OR%201=1--",
      "/peer/api//etc/passwd",
      "/peer/api/",
    ];
    for (const path of tricks) expect([403, 404], path).toContain(await statusOf(path));
    await hub.value("hub.close", {});
    expect(await statusOf("/peer/api/events")).toBe(503);
    const edit = await client.request("/peer/call/outbox.correct", jsonRequest({}));
    expect(await edit.json()).toMatchObject({ error: { code: "not-hub" } });
  });
});

test("M10 M15 a former hub gives its journal to the hub in force alone", async () => {
  const { sandbox, hub, code } = await openVenue();
  const other = await pairPeer(hub, code);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  const readAll = async () => {
    const answer = await other.client.request("/peer/missing", jsonRequest({ vector: {} }));
    return codeOf((await answer.json()) as Result<unknown>);
  };
  expect(await readAll()).toBe("ok");
  await hub.unplug();
  await until(async () => (await desk.value("desks.get", {})).link.state === "away");
  await desk.value("hub.takeOver", { key: { baseUrl: sandbox.url, apiKey: sandbox.keys.all } });
  await hub.plug();
  const senderAt = async (at: typeof hub) => (await at.value("desks.get", {})).sender;
  await until(async () => (await senderAt(hub)).who === "nobody");
  const side = (await senderAt(hub)).rivals.find(({ isThis }) => !isThis);
  await hub.value("hub.settle", { device: side?.device ?? "" });
  await until(async () => (await senderAt(hub)).who === "other");
  expect(codeOf(await other.push({}))).toBe("not-hub");
  expect(await readAll()).toBe("not-hub");
});

describe("S12 what is bounded", () => {
  test("M5 S12 a push has two signatures for each chain at most", async () => {
    const { hub, code } = await openVenue();
    const peer = await pairPeer(hub, code);
    const [entry] = forgeChain(peer.device, [
      { kind: "later.kind", subject: "somebody", eventId: null },
    ]);
    const heads = Array.from({ length: 2 * mostEntries }, () => peer.head(entry));
    expect(codeOf(await peer.push({ heads }))).toBe("ok");
    expect(codeOf(await peer.push({ heads: [...heads, peer.head(entry)] }))).toBe("invalid-input");
  });

  test("S12 a body without end is cut off, and a vector of 100,000 chains is not looked at", async () => {
    const { sandbox, hub, code } = await openVenue();
    const peer = await pairPeer(hub, code);
    const sent = await endlessBody(hub, peer.session, "/peer/entries", 64 * mostPeerBytes);
    expect(sent.status === 413 || sent.status === null).toBe(true);
    expect(sent.bytes).toBeLessThan(16 * mostPeerBytes);
    const vector = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, chain) => [`d.${chain.toString(36)}`, 1]),
    );
    expect(codeOf(await peer.push({ vector }))).toBe("invalid-input");
    const missing = await peer.client.request("/peer/missing", jsonRequest({ vector }));
    expect(missing.status).toBe(400);
    expect(Object.keys(vector).length).toBeGreaterThan(mostChains);
    const deep = await peer.client.request("/peer/entries", {
      ...jsonRequest({}),
      body: "[".repeat(100_000),
    });
    expect(deep.status).toBe(400);
    const rows = await listWaiting(hub, sandbox.mainEventId);
    expect(rows.length).toBeGreaterThan(0);
  });

  test("M3 a later format is refused with words, also if its messages look different", async () => {
    const { hub, code } = await openVenue();
    const peer = await pairPeer(hub, code, { signer: newSigner().id });
    const later = { format: peerFormat + 1, entries: "in another shape" } as object;
    expect(codeOf(await peer.push(later))).toBe("later-format");
    expect(codeOf(await peer.push({ format: 0 }))).toBe("invalid-input");
  });
});
