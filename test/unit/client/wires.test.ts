import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHintParser } from "#renderer/client/hint-stream.ts";
import { createHttpWire } from "#renderer/client/http-wire.ts";
import { readRoute, routeHash } from "#renderer/client/route.ts";
import { createTokenStore } from "#renderer/client/token.ts";
import type { TokenStore } from "#renderer/client/token.ts";
import type { WireState } from "#renderer/client/wire.ts";

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

function memoryToken(first: string | null): TokenStore {
  let token = first;
  return {
    read: () => token,
    keep: (given) => (token = given),
    remove: () => (token = null),
    owner: { token: () => null, session: () => null, keepSession: () => undefined },
  };
}

/** A station of a few lines: it counts who listens and lets the test speak. */
async function startStation() {
  const listening: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === "Bearer good";
    if (request.url === "/pair") {
      response.end(JSON.stringify({ token: "good" }));
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
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, listening };
}

/** Resolves when the condition holds; looks again as things happen. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function connect(first: string | null, way: typeof fetch = fetch) {
  const station = await startStation();
  const token = memoryToken(first);
  const wire = createHttpWire({ origin: station.origin, token, fetch: way });
  const states: WireState[] = [];
  const hints: string[] = [];
  const stop = wire.listen({
    hint: (hint) => hints.push(hint.topic),
    state: (state) => states.push(state),
  });
  onTestFinished(stop);
  return { ...station, wire, token, states, hints };
}

describe("the wire over HTTP", () => {
  test("hints arrive, and after a break the stream is opened again", async () => {
    const { listening, states, hints } = await connect("good");
    await until(() => states.includes("up"));
    listening[0]?.write('data: {"topic":"roster","eventId":null}\n\n');
    await until(() => hints.length === 1);
    listening[0]?.destroy();
    await until(() => listening.length === 2);
    listening[1]?.write('data: {"topic":"outbox","eventId":"e"}\n\n');
    await until(() => hints.length === 2);
    expect(hints).toEqual(["roster", "outbox"]);
    expect(states).toEqual(["up", "down", "up"]);
  });

  test("S1 without a good token the wire is locked until a code opens it", async () => {
    const { wire, states, token } = await connect("stale");
    await until(() => states.includes("locked"));
    expect(token.read()).toBeNull();
    expect(await wire.pair?.("399373", "Tablet")).toBe("paired");
    await until(() => states.includes("up"));
    expect(await wire.call("time.get", {})).toEqual({ ok: true, value: { atMs: 1 } });
  });

  test("S1 a file comes with the token in the header; one that does not come is null", async () => {
    const { wire, token, states } = await connect("good");
    const file = await wire.download?.("a b.csv");
    expect(await file?.text()).toBe("bib\r\n007\r\n");
    expect(await wire.download?.("../gone.csv")).toBeNull();
    token.keep("revoked");
    expect(await wire.download?.("a b.csv")).toBeNull();
    expect([states.at(-1), token.read()]).toEqual(["locked", null]);
    const gone = createHttpWire({ origin: "http://127.0.0.1:9", token, fetch });
    expect(await gone.download?.("a b.csv")).toBeNull();
  });

  test("S1 a token that is refused in a call is dropped", async () => {
    const { wire, states, token } = await connect("good");
    await until(() => states.includes("up"));
    token.keep("revoked");
    expect(await wire.call("time.get", {})).toMatchObject({ ok: false });
    expect(states.at(-1)).toBe("locked");
    expect(token.read()).toBeNull();
  });

  test("S1 the late refusal of a call from before the pairing takes no access away", async () => {
    const late = Promise.withResolvers<void>();
    const slow: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (answer.url.endsWith("/rpc/slow")) await late.promise;
      return answer;
    };
    const { wire, token, states } = await connect(null, slow);
    const asked = wire.call("slow", {});
    await until(() => states.includes("locked"));
    expect(await wire.pair?.("123456", "Tablet")).toBe("paired");
    await until(() => states.includes("up"));
    late.resolve();
    expect(await asked).toMatchObject({ error: { code: "not-allowed" } });
    expect(token.read()).toBe("good");
    expect(states.at(-1)).toBe("up");
  });
});

describe("the hint stream", () => {
  test("takes hints apart wherever the bytes were cut, and ignores what is none", () => {
    const text =
      ': ping\n\nevent: hint\ndata: {"topic":"roster","eventId":"e"}\r\n\r\ndata: nonsense\n\ndata: {"topic":"sync","eventId":null}\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parse = createHintParser(() => expect.unreachable());
      const hints = [...parse(text.slice(0, cut)), ...parse(text.slice(cut))];
      expect(
        hints.map((hint) => hint.topic),
        `cut at ${cut}`,
      ).toEqual(["roster", "sync"]);
    }
  });
});

test("S12 a screen hears that its stream ended for too many others", () => {
  let wasTold = 0;
  const parse = createHintParser(() => void (wasTold += 1));
  expect(parse("event: too-many-streams\ndata:\n\n")).toEqual([]);
  expect(wasTold).toBe(1);
});

describe("S1 the token", () => {
  const open = (hash: string, session: Storage, local: Storage) => {
    const shown: string[] = [];
    const store = createTokenStore({
      session,
      local,
      location: { hash, pathname: "/", search: "" },
      history: { replaceState: (_data, _unused, url) => shown.push(String(url)) },
    });
    return { store, shown };
  };

  test("S1 the owner's leaves the address at once and is kept for this tab only", () => {
    const session = createStorage();
    const local = createStorage();
    const { store, shown } = open("#token=abc%2Fd", session, local);
    expect(store.read()).toBe("abc/d");
    expect(shown).toEqual(["/"]);
    expect(local.length).toBe(0);
  });

  test("S1 another tab of the owner's browser has the session, never the token; a refused one leaves the device's", () => {
    const local = createStorage();
    const first = open("#token=owners", createStorage(), local).store;
    expect([first.owner.token(), first.owner.session()]).toEqual(["owners", null]);
    first.owner.keepSession("session");
    expect(first.read()).toBe("owners");
    const second = open("", createStorage(), local).store;
    second.keep("device");
    expect([second.read(), second.owner.token()]).toEqual(["session", null]);
    second.remove();
    expect(second.read()).toBe("device");
    expect(
      JSON.stringify([...Array(local.length).keys()].map((at) => local.key(at))),
    ).not.toContain("owners");
  });

  test("S1 a device's outlives the tab until it is refused", () => {
    const local = createStorage();
    open("", createStorage(), local).store.keep("device");
    const later = open("", createStorage(), local).store;
    expect(later.read()).toBe("device");
    later.remove();
    expect(open("", createStorage(), local).store.read()).toBeNull();
  });
});

describe("the address of a room", () => {
  test("what a room is opened with comes back out of its address", () => {
    const given = { text: "Łukasz & Zoë #7?", runner: "w_1" };
    expect(readRoute(routeHash("walk-up", given))).toEqual({ room: "walk-up", with: given });
  });

  test("an address nobody knows is check-in", () => {
    for (const hash of ["", "#", "#/nowhere", "#/constructor", "#garbage?%E0%A4%A"]) {
      expect(readRoute(hash).room).toBe("check-in");
    }
  });
});
