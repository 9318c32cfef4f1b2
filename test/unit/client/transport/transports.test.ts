import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "#renderer/client/client.ts";
import { createAccessStore } from "#renderer/client/transport/access-store.ts";
import { createHttpTransport } from "#renderer/client/transport/http-transport.ts";
import { readRoute, routeHash } from "#renderer/client/navigation/route.ts";
import { hubLink } from "#shared/domain/desks/hub-link.ts";
import { aliveMs, streamHeartbeatMs, streamSilenceMs } from "#shared/contract/stream-timing.ts";
import type { TransportState } from "#renderer/client/transport/transport.ts";

function createStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

/** The stored data of a browser, in memory; the address may be given. */
function openStore(local = createStorage(), hash = "") {
  const shown: string[] = [];
  const listeners = new Map<string, () => void>();
  const location = { hash, pathname: "/", search: "" };
  const store = createAccessStore({
    local,
    location,
    history: { replaceState: (_data, _unused, url) => shown.push(String(url)) },
    addEventListener: (name, listener) => void listeners.set(name, listener),
  });
  const tell = (name: "hashchange" | "storage"): void => listeners.get(name)?.();
  return { store, local, shown, location, tell };
}

/** A small station. It counts its listeners, and the test sends its messages. */
async function startStation() {
  const listening: ServerResponse[] = [];
  /** Undefined: devices are known. Null: no folder is open there, so nobody is refused and the page waits. */
  let refusal: Readonly<Record<string, string>> | null | undefined;
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === "Bearer good" && refusal === undefined;
    if (request.url === "/session/hello" && refusal !== undefined) {
      const error = { code: "no-access", message: "", details: refusal };
      response.writeHead(refusal === null ? 503 : 401).end(JSON.stringify({ ok: false, error }));
      return;
    }
    if (request.url === "/pair") {
      const value = { deviceId: "d", token: "t", session: "good" };
      response.end(JSON.stringify({ ok: true, value }));
      return;
    }
    if (request.url === "/session" && !isKnown) {
      const chunks: string[] = [];
      request.on("data", (chunk) => chunks.push(String(chunk)));
      request.on("end", () => {
        const isGood = chunks.join("").includes('"launchCode":"fresh"');
        const value = { session: "good" };
        response.writeHead(isGood ? 200 : 401).end(JSON.stringify({ ok: isGood, value }));
      });
      return;
    }
    if (!isKnown) {
      response.writeHead(401).end('{"ok":false,"error":{"code":"not-allowed","message":""}}');
      return;
    }
    if (request.url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": hello\n\n");
      listening.push(response);
      return;
    }
    if (request.url?.startsWith("/exports/") === true) {
      const isThere = decodeURIComponent(request.url) === "/exports/a b.csv";
      response.writeHead(isThere ? 200 : 404).end("bib\r\n007\r\n");
      return;
    }
    response.end('{"ok":true,"value":{"atMs":1}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const refuseDevices = (why: Readonly<Record<string, string>> | null): void => {
    refusal = why;
    for (const stream of listening) stream.destroy();
  };
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, listening, refuseDevices };
}

/** The browser's own fetch, except that one procedure never answers, as with a pulled cable. */
const neverAnswering: typeof fetch = (input, init) =>
  typeof input === "string" && input.endsWith("/rpc/never")
    ? new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      })
    : fetch(input, init);

/** Resolves when the condition is true. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function connect(ownerSession: string | null, way: typeof fetch = fetch, hash = "") {
  const station = await startStation();
  const kept = openStore(createStorage(), hash);
  if (ownerSession !== null) kept.store.keepOwnerSession(ownerSession);
  const transport = createHttpTransport({ origin: station.origin, store: kept.store, fetch: way });
  const states: (TransportState | "down in practice")[] = [];
  const invalidations: string[] = [];
  const stop = transport.listen({
    invalidation: ({ topic }) => invalidations.push(topic),
    state: (state, isInPractice) =>
      states.push(state === "down" && isInPractice === true ? "down in practice" : state),
  });
  onTestFinished(stop);
  return { ...station, ...kept, transport, states, invalidations };
}

describe("the transport over HTTP", () => {
  test("invalidations arrive, and after a break the stream is opened again", async () => {
    const { listening, states, invalidations } = await connect("good");
    await until(() => states.includes("up"));
    listening[0]?.write('data: {"topic":"roster","eventId":null}\n\n');
    await until(() => invalidations.length === 1);
    listening[0]?.destroy();
    await until(() => listening.length === 2);
    listening[1]?.write('data: {"topic":"outbox","eventId":"e"}\n\n');
    await until(() => invalidations.length === 2);
    expect(invalidations).toEqual(["roster", "outbox"]);
    expect(states).toEqual(["up", "down", "up"]);
  });

  test("M14 a station that falls silent is lost within five seconds, and with it every call on its way", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const station = await startStation();
    const { store } = openStore();
    store.keepOwnerSession("good");
    const transport = createHttpTransport({ origin: station.origin, store, fetch: neverAnswering });
    const states: TransportState[] = [];
    onTestFinished(
      transport.listen({ invalidation: () => {}, state: (state) => states.push(state) }),
    );
    while (!states.includes("up")) await quiet();
    const asked = transport.call("never", {}).catch((error: unknown) => error);
    // A line in the stream restarts the time.
    vi.advanceTimersByTime(streamSilenceMs - streamHeartbeatMs);
    station.listening[0]?.write(": ping\n\n");
    for (let times = 0; times < 50; times += 1) await quiet();
    vi.advanceTimersByTime(streamSilenceMs - 1);
    await quiet();
    expect(states).toEqual(["up"]);
    vi.advanceTimersByTime(1);
    expect(await asked).toBeInstanceOf(DOMException);
    expect(states).toEqual(["up", "down"]);
    expect(streamSilenceMs).toBeLessThanOrEqual(5_000);
    expect(streamSilenceMs).toBeGreaterThanOrEqual(3 * streamHeartbeatMs);
  });

  test("M7 a page gives a sign of life every few seconds, which a stream cannot give", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const asked: string[] = [];
    const watched: typeof fetch = (input, init) => {
      if (typeof input === "string") asked.push(new URL(input).pathname);
      return fetch(input, init);
    };
    const { states, listening } = await connect("good", watched);
    await until(() => states.includes("up"));
    vi.advanceTimersByTime(3 * aliveMs);
    expect(asked.filter((path) => path === "/rpc/time.get")).toHaveLength(3);
    listening[0]?.destroy();
    await until(() => states.includes("down"));
    vi.advanceTimersByTime(aliveMs);
    expect(asked.filter((path) => path === "/rpc/time.get")).toHaveLength(3);
  });

  test("S1 without a good session the transport is locked until a code opens it", async () => {
    const { transport, states, store } = await connect("stale");
    await until(() => states.includes("locked"));
    expect([store.ownerSession(), transport.lockReason?.()]).toEqual([null, "session-ended"]);
    expect(await transport.pair?.("399373", "Tablet")).toBe("paired");
    await until(() => states.includes("up"));
    expect(await transport.call("time.get", {})).toEqual({ ok: true, value: { atMs: 1 } });
  });

  test("S1 a file comes with the session in the header; one that does not come is null", async () => {
    const { transport, store, states } = await connect("good");
    await until(() => states.includes("up"));
    const file = await transport.download?.("a b.csv");
    expect(await file?.text()).toBe("bib\r\n007\r\n");
    expect(await transport.download?.("../gone.csv")).toBeNull();
    store.keepOwnerSession("ended");
    expect(await transport.download?.("a b.csv")).toBeNull();
    await until(() => states.at(-1) === "locked");
    const gone = createHttpTransport({ origin: "http://127.0.0.1:9", store, fetch });
    expect(await gone.download?.("a b.csv")).toBeNull();
  });

  test("S1 a session that is refused in a call is dropped", async () => {
    const { transport, states, store } = await connect("good");
    await until(() => states.includes("up"));
    store.keepOwnerSession("ended");
    expect(await transport.call("time.get", {})).toMatchObject({ ok: false });
    await until(() => states.at(-1) === "locked");
    expect(store.ownerSession()).toBeNull();
  });

  test("M14 a stream that begins anew with another session may have missed something, so every query is repeated", async () => {
    const station = await startStation();
    const { store } = openStore();
    store.keepOwnerSession("good");
    // Meanwhile another tab got a session.
    const beside: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (answer.status === 401) store.keepOwnerSession("good");
      return answer;
    };
    const client = createClient(
      createHttpTransport({ origin: station.origin, store, fetch: beside }),
    );
    onTestFinished(client.close);
    await until(() => client.transport.state() === "up");
    const heard: (string | null)[] = [];
    client.onInvalidation((invalidation) => heard.push(invalidation?.topic ?? null));
    store.keepOwnerSession("ended");
    expect(await client.call("time.get", {})).toMatchObject({ ok: true });
    await until(() => station.listening.length === 2);
    station.listening[1]?.write('data: {"topic":"roster","eventId":null}\n\n');
    await until(() => heard.includes("roster"));
    expect(heard).toEqual([null, "roster"]);
  });

  test("S7 the code of the link is exchanged before anything is asked; one that is refused says so", async () => {
    const fresh = await connect(null, fetch, "#launch=fresh");
    expect(await fresh.transport.call("time.get", {})).toMatchObject({ ok: true });
    expect([fresh.store.ownerSession(), fresh.shown]).toEqual(["good", ["/"]]);
    const used = await connect(null, fetch, "#launch=used");
    await until(() => used.states.includes("locked"));
    expect(used.transport.lockReason?.()).toBe("link-refused");
    await expect(used.transport.call("time.get", {})).rejects.toThrow("no access");
  });

  test("S7 a new link that is opened in a locked tab, and a session that another tab got, let it in", async () => {
    const here = await connect("stale");
    await until(() => here.states.includes("locked"));
    here.location.hash = "#launch=fresh";
    here.tell("hashchange");
    await until(() => here.states.at(-1) === "up");
    expect(here.store.ownerSession()).toBe("good");
    const beside = await connect("stale");
    await until(() => beside.states.includes("locked"));
    beside.store.keepOwnerSession("good");
    beside.tell("storage");
    await until(() => beside.states.at(-1) === "up");
    expect(await beside.transport.call("time.get", {})).toMatchObject({ ok: true });
  });

  test("S8 a stranger's refusal does not make a device forget its pairing", async () => {
    const { transport, store, states } = await connect("stale");
    await until(() => states.includes("locked"));
    expect(await transport.pair?.("399373", "Tablet")).toBe("paired");
    await until(() => states.includes("up"));
    const stranger = createServer((_request, response) => void response.writeHead(401).end("{}"));
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void stranger.close());
    const origin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const elsewhere = createHttpTransport({ origin, store, fetch });
    await expect(elsewhere.call("time.get", {})).rejects.toThrow("no access");
    expect(store.device()).toEqual({ deviceId: "d", token: "t" });
  });

  test("K3 M14 a device waits while its station is in practice, and asks for a code only if a person wants to practise", async () => {
    const { transport, states, refuseDevices } = await connect("stale");
    await until(() => states.includes("locked"));
    expect(await transport.pair?.("399373", "Tablet")).toBe("paired");
    await until(() => states.at(-1) === "up");
    refuseDevices({ why: "practice" });
    await until(() => states.at(-1) === "down in practice");
    await expect(transport.call("time.get", {})).rejects.toThrow("no access");
    transport.practise?.(true);
    await until(() => states.at(-1) === "locked");
    expect(transport.lockReason?.()).toBe("in-practice");
    transport.practise?.(false);
    await until(() => states.at(-1) === "down in practice");
    refuseDevices({ why: "access-taken", hub: "Desk 1" });
    await until(() => states.at(-1) === "locked");
    expect([transport.lockReason?.(), transport.lockedBy?.()]).toEqual(["access-taken", "Desk 1"]);
    refuseDevices({ why: "something later" });
    await until(() => transport.lockReason?.() === "unknown-device");
    refuseDevices(null);
    await until(() => states.at(-1) === "down");
  }, 20_000);

  test("S1 the late refusal of a call from before the pairing takes no access away", async () => {
    const late = Promise.withResolvers<void>();
    const slow: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (answer.url.endsWith("/rpc/slow") && answer.status === 401) await late.promise;
      return answer;
    };
    const { transport, store, states } = await connect("stale", slow);
    const asked = transport.call("slow", {});
    await until(() => states.includes("locked"));
    expect(await transport.pair?.("123456", "Tablet")).toBe("paired");
    await until(() => states.includes("up"));
    late.resolve();
    // It is sent again with the valid session.
    expect(await asked).toMatchObject({ ok: true });
    expect(store.device()).not.toBeNull();
    await until(() => states.at(-1) === "up");
  });
});

describe("S7 what a browser keeps", () => {
  test("S7 a launch code leaves the address at once, is given once and kept nowhere", () => {
    const { store, shown, local } = openStore(createStorage(), "#launch=abc-d_");
    expect(shown).toEqual(["/"]);
    expect([store.takeLaunchCode(), store.takeLaunchCode()]).toEqual(["abc-d_", null]);
    expect(local.length).toBe(0);
  });

  test("M2 the code of a hub's link is read from the address, which forgets it, also of a second link", () => {
    const link = hubLink({ address: "https://hub:1", fingerprint: "AB:CD", code: "481729" });
    const { store, shown, local, location, tell } = openStore(createStorage(), new URL(link).hash);
    expect([store.pairingCode(), store.takeLaunchCode()]).toEqual(["481729", null]);
    expect(shown).toEqual(["/"]);
    expect(local.length).toBe(0);
    store.onChange(() => undefined);
    location.hash = "#fingerprint=ABCD&code=000111";
    tell("hashchange");
    expect(store.pairingCode()).toBe("000111");
    expect(shown).toEqual(["/", "/"]);
  });

  test("M2 the address of a screen is no link of a hub", () => {
    for (const hash of ["", "#/check-in?text=oka&code=1", "#fingerprint=ABCD"]) {
      const { store, shown } = openStore(createStorage(), hash);
      expect([store.pairingCode(), shown]).toEqual([null, []]);
    }
  });

  test("S7 all tabs share the owner's session; that it ended is known", () => {
    const { store, local } = openStore();
    store.keepOwnerSession("session");
    const other = openStore(local).store;
    expect([other.ownerSession(), other.wasOwner()]).toEqual(["session", false]);
    other.keepOwnerSession(null);
    expect([store.ownerSession(), store.wasOwner()]).toEqual([null, true]);
    store.keepDevice({ deviceId: "d", token: "t" });
    expect(store.wasOwner()).toBe(false);
  });

  test("S1 a device's pairing outlives the tab; what is no pairing is none", () => {
    const { store, local } = openStore();
    store.keepDevice({ deviceId: "d", token: "t" });
    expect(openStore(local).store.device()).toEqual({ deviceId: "d", token: "t" });
    for (const text of ["", "{", "null", "7", '{"deviceId":1,"token":"t"}', "{}"]) {
      local.setItem("chute.device", text);
      expect(store.device()).toBeNull();
    }
  });
});

describe("the address of a screen", () => {
  test("what a screen is opened with comes back out of its address", () => {
    const given = { text: "Łukasz & Zoë #7?", runner: "w_1" };
    expect(readRoute(routeHash("walk-up", given))).toEqual({ screen: "walk-up", with: given });
  });

  test("an address nobody knows is check-in", () => {
    for (const hash of ["", "#", "#/nowhere", "#/constructor", "#garbage?%E0%A4%A"]) {
      expect(readRoute(hash).screen).toBe("check-in");
    }
  });
});

test.each([
  [400, "wrong-code", "wrong-code"],
  [409, "name-taken", "name-taken"],
  [400, "invalid-name", "invalid-name"],
  [429, "too-many-attempts", "too-many"],
  [422, "not-saved", "not-saved"],
  [503, "closing", "transport-down"],
  [403, "foreign-request", "refused"],
])("M2 a pairing that is refused says why: %i %s", async (status, code, outcome) => {
  const refuses: typeof fetch = async () =>
    Response.json({ ok: false, error: { code, message: "" } }, { status });
  const { transport } = await connect(null, refuses);
  expect(await transport.pair?.("399373", "Tablet")).toBe(outcome);
});
