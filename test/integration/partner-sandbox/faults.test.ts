import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import type { Sandbox } from "#sandbox/sandbox.ts";
import type { FaultChanges } from "#sandbox/faults/fault-schema.ts";
import { findCursor } from "#shared/partner-api/cursor-places.ts";

import { call, post, rowsOf, runIdOf, runsOf, withSandbox } from "./sandbox-client.ts";

let sandbox: Sandbox;
let eventRunId: string;
let counter = 0;
beforeAll(async () => {
  sandbox = await withSandbox();
  eventRunId = await runIdOf(sandbox, "10K");
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

type Rule = NonNullable<FaultChanges["rules"]>[number];
const only = (...rules: Rule[]): Promise<void> => sandbox.faults.set({ rules });
const ask = (path = "/organization") => call(sandbox, "GET", path);
const createdCount = (): number => sandbox.readState().created.length;
const register = (key = `fault-${(counter += 1)}`) =>
  post(sandbox, "/registration", key, { eventRunId, email: "a@b.co", registrationType: "free" });

/** The system's error code of a request that failed below HTTP. */
async function failureOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return "none";
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code ?? String(error);
  }
}

describe("X26 offline", () => {
  test("refuses connections, breaks open ones, and comes back at the same address", async () => {
    const { hostname, port } = new URL(sandbox.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const broken = once(socket, "close");
    socket.on("error", () => undefined);
    await sandbox.faults.set({ offline: true });
    await broken;
    expect(await failureOf(ask())).toBe("ECONNREFUSED");
    expect(await failureOf(ask())).toBe("ECONNREFUSED");
    await sandbox.faults.set({ offline: false });
    expect((await ask()).status).toBe(200);
  });

  test("may come back by itself", async () => {
    await sandbox.faults.set({ offline: true, offlineForMs: 30 });
    expect(sandbox.faults.settings.offline).toBe(true);
    await expect.poll(() => failureOf(ask()), { timeout: 10_000 }).toBe("none");
    expect(sandbox.faults.settings.offline).toBe(false);
  });

  test("stays offline while another program has its port, and comes back afterwards", async () => {
    const other = await withSandbox();
    onTestFinished(() => other.close());
    const port = Number(new URL(other.url).port);
    await other.faults.set({ offline: true });
    const squatter = createServer().listen(port, "127.0.0.1");
    await once(squatter, "listening");
    await expect(other.faults.set({ offline: false })).rejects.toThrow("EADDRINUSE");
    expect(other.faults.settings.offline).toBe(true);
    await other.faults.set({ offline: true, offlineForMs: 20 });
    await sleep(60);
    squatter.close();
    await once(squatter, "close");
    await expect.poll(() => other.faults.settings.offline, { timeout: 5_000 }).toBe(false);
    expect((await call(other, "GET", "/organization")).status).toBe(200);
  });

  test("stays away once the sandbox is closed", async () => {
    const other = await withSandbox();
    await other.faults.set({ offline: true, offlineForMs: 10 });
    await other.close();
    await other.faults.set({ offline: false });
    expect(await failureOf(call(other, "GET", "/organization"))).toBe("ECONNREFUSED");
  });
});

describe("X28 instead of the API", () => {
  test.each([500, 502, 503, 504, 401, 403])("O5 O9 answers %i so many times", async (status) => {
    await only({ kind: "status", status, times: 2 });
    const before = createdCount();
    expect([(await ask()).status, (await register()).status]).toEqual([status, status]);
    expect(createdCount()).toBe(before);
    expect((await ask()).status).toBe(200);
  });

  test("O8 says the words of the rule, for people who read the refusal", async () => {
    await only({ kind: "status", status: 422, message: "This e-mail address is not valid." });
    expect((await ask()).body).toMatchObject({
      error: { message: "This e-mail address is not valid." },
    });
  });

  test("goes by method and path, and takes rules in order", async () => {
    await only(
      { kind: "status", status: 503, method: "POST", path: "/registration" },
      { kind: "status", status: 500, path: "/events/*" },
    );
    expect((await ask()).status).toBe(200);
    expect((await ask("/events")).status).toBe(200);
    expect((await ask(`/events/${sandbox.mainEventId}`)).status).toBe(500);
    expect((await ask(`/registration?eventId=${sandbox.mainEventId}`)).status).toBe(200);
    expect((await register()).status).toBe(503);
  });

  test("X28 may answer 504 after it did the work", async () => {
    const before = createdCount();
    await only({ kind: "status", status: 504, committed: true, times: 1 });
    expect((await register("late")).status).toBe(504);
    expect(createdCount()).toBe(before + 1);
    expect((await register("late")).status).toBe(201);
    expect(createdCount()).toBe(before + 1);
  });

  test("O6 answers 429 with seconds, a date measured by its own clock, or nothing", async () => {
    const atMs = Date.UTC(2026, 9, 3, 8);
    await using own = await withSandbox({ now: () => atMs });
    await own.faults.set({
      clockOffsetMs: 3_600_000,
      rules: [
        { kind: "rate-limited", retryAfter: "seconds", seconds: 7, times: 1 },
        { kind: "rate-limited", retryAfter: "date", seconds: 30, times: 1 },
        { kind: "rate-limited", retryAfter: "none", times: 1 },
      ],
    });
    const askOwn = () => call(own, "GET", "/organization");
    const [seconds, date, none] = [await askOwn(), await askOwn(), await askOwn()];
    expect([seconds, date, none].map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(seconds.headers.get("retry-after")).toBe("7");
    const waitMs =
      Date.parse(date.headers.get("retry-after") ?? "") -
      Date.parse(date.headers.get("date") ?? "");
    expect([29_000, 30_000, 31_000]).toContain(waitMs);
    expect(none.headers.get("retry-after")).toBeNull();
  });

  test("resets before it reads", async () => {
    const before = createdCount();
    await only({ kind: "reset", times: 1 });
    expect(await failureOf(register())).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(createdCount()).toBe(before);
  });

  test("is silent until the caller gives up", async () => {
    await only({ kind: "silence", times: 1 });
    const patience = new AbortController();
    const silent = fetch(`${sandbox.url}/organization`, { signal: patience.signal });
    silent.catch(() => undefined);
    await expect.poll(() => sandbox.faults.settings.rules, { timeout: 10_000 }).toEqual([]);
    patience.abort();
    await expect(silent).rejects.toThrow(/abort/i);
    expect((await ask()).status).toBe(200);
  });

  test("O5 is a captive portal, as a page or as a redirect", async () => {
    await only({ kind: "captive-portal", mode: "html", times: 1 });
    const page = await ask();
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.text).toContain("<html>");
    await only({ kind: "captive-portal", mode: "redirect", times: 1 });
    const redirect = await ask();
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      302,
      "http://portal.example/login",
    ]);
  });

  test("D2 lets a cursor expire, but not the first page", async () => {
    await only({ kind: "cursor-expired", times: 1 });
    const first = await ask("/events?limit=2");
    expect(first.status).toBe(200);
    const path = `/events?limit=2&after=${first.body.nextCursor}`;
    expect((await ask(path)).status).toBe(422);
    expect((await ask(path)).status).toBe(200);
  });
});

describe("X29 spoiled after the work", () => {
  test("O3 O4 loses the reply, and the repetition gets it", async () => {
    const before = createdCount();
    await only({ kind: "lost-reply", method: "POST", times: 2 });
    expect(await failureOf(register("lost"))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(await failureOf(register("lost"))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect((await register("lost")).status).toBe(201);
    expect(createdCount()).toBe(before + 1);
  });

  test("O4 cuts JSON in half, properly framed", async () => {
    await only({ kind: "truncated", times: 1 });
    const reply = await register("half");
    expect(reply.status).toBe(201);
    expect(() => JSON.parse(reply.text) as unknown).toThrow(SyntaxError);
    expect((await register("half")).status).toBe(201);
  });

  test("cuts off what it announced", async () => {
    await only({ kind: "cut-off", times: 1 });
    expect(await failureOf(ask())).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  });

  test("says the wrong content type", async () => {
    await only({ kind: "wrong-content-type", contentType: "text/html", times: 1 });
    const reply = await ask();
    expect(reply.headers.get("content-type")).toBe("text/html");
    expect(reply.body.data).toBeDefined();
  });

  test("trickles, and is whole at the end", async () => {
    const whole = await ask();
    await only({ kind: "trickle", chunkBytes: 40, everyMs: 1, times: 1 });
    expect((await ask()).text).toBe(whole.text);
  });

  test("O4 answers 201 without an id", async () => {
    const before = createdCount();
    await only({ kind: "without-id", method: "POST", times: 1 });
    const reply = await register();
    expect([reply.status, reply.body]).toEqual([201, { data: {} }]);
    expect(createdCount()).toBe(before + 1);
  });

  test("O5 answers JSON without the envelope, or nothing at all", async () => {
    await only({ kind: "without-envelope", times: 1 }, { kind: "empty", times: 1 });
    expect((await ask()).body).toEqual({ status: "ok" });
    const empty = await ask();
    expect([empty.status, empty.text]).toEqual([200, ""]);
  });

  test("answers with a huge body that is still JSON", async () => {
    await only({ kind: "huge", bytes: 2_000_000, times: 1 });
    const reply = await ask();
    expect(reply.text.length).toBeGreaterThan(2_000_000);
    expect(reply.body.data).toBeDefined();
  });

  test("says gzip and is none", async () => {
    await only({ kind: "gzip-garbage", times: 1 });
    expect(await failureOf(ask())).not.toBe("none");
    expect((await ask()).status).toBe(200);
  });

  test("D2 repeats a cursor", async () => {
    const first = await ask("/events?limit=2");
    await only({ kind: "repeated-cursor", path: "/events" });
    const asked = String(first.body.nextCursor);
    const second = await ask(`/events?limit=2&after=${asked}`);
    expect(rowsOf(second)).toHaveLength(2);
    expect(findCursor({ body: second.body })?.cursor).toBe(asked);
  });

  test("D2 repeats or cuts off a cursor that is in the Link header, and keeps it otherwise", async () => {
    const other = await withSandbox({ cursorPlace: "link" });
    onTestFinished(() => other.close());
    const cursorOf = async (path: string): Promise<string | undefined> => {
      const { body, headers } = await call(other, "GET", path);
      return findCursor({ body, link: headers.get("link") ?? "", baseUrl: other.url })?.cursor;
    };
    const first = "/events?limit=2";
    const asked = (await cursorOf(first)) ?? "";
    expect(asked).not.toBe("");
    const second = `/events?limit=2&after=${encodeURIComponent(asked)}`;
    const rule = (kind: "repeated-cursor" | "list-cut-short" | "huge") =>
      other.faults.set({
        rules: [kind === "huge" ? { kind, bytes: 10, path: "/events" } : { kind, path: "/events" }],
      });
    await rule("repeated-cursor");
    expect(await cursorOf(second)).toBe(asked);
    await rule("list-cut-short");
    expect(await cursorOf(first)).toBeUndefined();
    await rule("huge");
    expect(await cursorOf(first)).toBe(asked);
  });
});

describe("switches for everything", () => {
  test("J7 shift the Date header", async () => {
    const dateOf = async (): Promise<number> =>
      Date.parse((await ask()).headers.get("date") ?? "") - Date.now();
    await sandbox.faults.set({ clockOffsetMs: -7_200_000 });
    expect(Math.round((await dateOf()) / 3_600_000)).toBe(-2);
    await sandbox.faults.clear();
    expect(Math.abs(await dateOf())).toBeLessThan(3_600_000);
  });

  test("D4 let the counts differ or be absent", async () => {
    const truth = (await runsOf(sandbox))["10K"]?.registrationCount ?? 0;
    await sandbox.faults.set({ countOffset: 3 });
    expect((await runsOf(sandbox))["10K"]?.registrationCount).toBe(truth + 3);
    await sandbox.faults.set({ countOffset: 0, omitCounts: true });
    expect((await runsOf(sandbox))["10K"]).not.toHaveProperty("registrationCount");
  });

  test("X27 delay every request and change nothing else", async () => {
    await sandbox.faults.set({ delayMs: 5, jitterMs: 5 });
    expect([(await ask()).status, (await register()).status]).toEqual([200, 201]);
  });

  test("X25 leave alone what is not named, refuse what is unknown", async () => {
    await sandbox.faults.set({ countOffset: 2 });
    await sandbox.faults.set({ nulls: true });
    expect(sandbox.faults.settings).toMatchObject({ countOffset: 2, nulls: true });
    await expect(sandbox.faults.set({ delayMs: -1 })).rejects.toThrow("delayMs");
    await expect(
      sandbox.faults.set(JSON.parse('{"rules":[{"kind":"meteor"}]}') as FaultChanges),
    ).rejects.toThrow("rules");
  });

  test("X31 are counted by route and outcome", async () => {
    await using own = await withSandbox();
    await own.faults.set({ rules: [{ kind: "reset", path: "/series", times: 1 }] });
    await failureOf(call(own, "GET", "/series"));
    await call(own, "GET", "/series");
    await call(own, "GET", "/events/x");
    const { requests } = own.readState();
    expect(requests.byRoute).toEqual({
      "GET /series": { "connection-broken": 1, "200": 1 },
      "GET /events/{id}": { "404": 1 },
    });
    expect([requests.total, requests.recent.length]).toEqual([3, 3]);
  });
});
