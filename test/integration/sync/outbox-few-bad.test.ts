import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Answerer, ScriptedServer } from "../../support/scripted-server.ts";
import {
  answerOrdinarily,
  json,
  startScriptedServer,
  text,
} from "../../support/scripted-server.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, openBench } from "../../support/sync-bench.ts";

/** One time-out, and twice the time that the good entries take alone, in milliseconds. */
const mostMs = 20_000 + 5_000;

const page = "<!doctype html><title>Sign in</title>";

/** What happens to each POST of a bad entry. */
const faults: Readonly<Record<string, Answerer>> = {
  "a page of something else": text(200, page, "text/html"),
  "a page under 403": text(403, page, "text/html"),
  "a redirect": text(302, "", "text/html", { location: "http://127.0.0.1:1/login" }),
  "a connection that breaks before it was read": (_request, _response, socket) =>
    void socket.destroy(),
  "a connection that breaks after its commit": (_request, response) => {
    response.writeHead(201, { "content-type": "application/json", "content-length": "900" });
    response.write('{"data":{"participantId":');
    setImmediate(() => response.destroy());
  },
  "no answer at all": () => undefined,
  "an error of the server": text(500, "{}", "application/json"),
};

let server: ScriptedServer;
let bench: Bench;
let bad: Answerer;

beforeEach(async () => {
  server = await startScriptedServer();
  bench = await openBench();
  await bench.sync.connection.save(server.url, "key-1");
  server.answer = (request, response, socket) => {
    const isBad = request.method === "POST" && request.body.includes("bad-");
    (isBad ? bad : answerOrdinarily)(request, response, socket);
  };
});

afterEach(async () => {
  await closeBenches();
  await server.close();
});

const save = (name: string): string =>
  bench.saveWalkUp("evt_1", {
    eventRunId: "run_1",
    email: `${name}@example.org`,
    name: "Zoë",
    registrationType: "free",
  });

/** Saves good and bad entries in this order while sending is paused. */
function saveAll(order: readonly boolean[]) {
  bench.db.transaction(() => bench.sync.outbox.pause());
  const saved = order.map((isGood, at) => ({
    isGood,
    id: save(`${isGood ? "good" : "bad"}-${at}`),
  }));
  bench.db.transaction(() => bench.sync.outbox.resume());
  bench.sync.outbox.wake();
  const idsOf = (wanted: boolean): string[] =>
    saved.filter(({ isGood }) => isGood === wanted).map(({ id }) => id);
  return { good: idsOf(true), bad: idsOf(false) };
}

const stateOf = (id: string) => bench.stores.outbox.get(id)?.state;
const areDone = (ids: readonly string[]): boolean => ids.every((id) => stateOf(id) === "done");
const postsOf = (text: string): number =>
  server.seen.filter(({ method, body }) => method === "POST" && body.includes(text)).length;

const [good, ill] = [true, false] as const;
const orders: Readonly<Record<string, readonly boolean[]>> = {
  "two at the head": [ill, ill, good, good, good, good, good, good],
  "two in the middle": [good, good, good, ill, ill, good, good, good],
  "two at the end": [good, good, good, good, good, good, ill, ill],
  "five at the head": [ill, ill, ill, ill, ill, good, good, good],
  "every second one": [ill, good, ill, good, ill, good, ill, good],
};

describe("a few bad entries stop no others", () => {
  const cells = Object.keys(faults).flatMap((fault) =>
    Object.keys(orders).map((order) => [fault, order] as const),
  );
  test.each(cells)("O5 O11 %s, %s: all good ones go within one time-out", async (fault, order) => {
    bad = faults[fault] ?? answerOrdinarily;
    const saved = saveAll(orders[order] ?? []);
    const startedAtMs = bench.clock.monotonic();
    await bench.runUntil(() => areDone(saved.good), "the good ones");
    expect(bench.clock.monotonic() - startedAtMs).toBeLessThan(mostMs);
    expect(saved.bad.filter((id) => stateOf(id) === "done")).toEqual([]);
    // Each good entry is sent once: a bad one does not cause a repetition.
    expect(postsOf("good-")).toBe(saved.good.length);
    expect(bench.sync.status().connectivity.state).toBe("online");
  });

  test("O5 the backoff of a bad entry holds, whatever others do", async () => {
    bad = faults["a connection that breaks before it was read"] ?? answerOrdinarily;
    const saved = saveAll([ill, good]);
    const startedAtMs = bench.clock.monotonic();
    for (let count = 0; count < 60; count += 1) {
      save(`good-later-${count}`);
      await bench.runUntil(() => bench.sync.status().waiting <= 1);
      await bench.clock.advance(2_000);
    }
    expect(bench.clock.monotonic() - startedAtMs).toBeGreaterThan(110_000);
    // The waits are 1, 2, 4 … at most 60 s, and half of that on average.
    expect(postsOf("bad-")).toBeLessThan(14);
    expect(saved.bad.map(stateOf)).toEqual(["waiting"]);
  });

  test("O5 something that answers one entry alone with its own page parks it, and says what it was", async () => {
    bad = faults["a page of something else"] ?? answerOrdinarily;
    const [only = ""] = saveAll([ill, good]).bad;
    await bench.runUntil(() => stateOf(only) === "needs-attention", "the parking", 20_000);
    const record = bench.stores.outbox.get(only);
    expect(record).toMatchObject({ reason: "parked", httpStatus: 200, tries: 8 });
    expect(bench.stores.attempts.of(only).at(-1)).toMatchObject({ outcome: "not-the-api" });
  });

  test("O5 a whole answer that begins as the envelope does and is no JSON parks the entry too", async () => {
    bad = text(201, '{"data":{"participantId":', "application/json");
    const [only = ""] = saveAll([ill, good]).bad;
    await bench.runUntil(() => stateOf(only) === "needs-attention", "the parking", 20_000);
    expect(bench.stores.outbox.get(only)).toMatchObject({ reason: "parked", tries: 8 });
    expect(bench.stores.attempts.of(only).at(-1)).toMatchObject({ outcome: "not-the-api" });
  });

  test("O4 O5 a success without an id settles: looked for and not found, or parked where it is no answer of the API", async () => {
    const ends: unknown[] = [];
    for (const answer of [json(201, { data: {} }), json(200, {})]) {
      bad = answer;
      const [only = ""] = saveAll([ill, good]).bad;
      await bench.runUntil(() => stateOf(only) === "needs-attention", "its end", 20_000);
      ends.push(bench.stores.outbox.get(only)?.reason);
    }
    expect(ends).toEqual(["not-found-again", "parked"]);
  });

  test("O12 a walk-up that is saved while another one hangs goes within seconds", async () => {
    bad = faults["no answer at all"] ?? answerOrdinarily;
    saveAll([ill]);
    await bench.runUntil(() => postsOf("bad-") === 1);
    const startedAtMs = bench.clock.monotonic();
    const later = save("good-later");
    await bench.runUntil(() => stateOf(later) === "done");
    expect(bench.clock.monotonic() - startedAtMs).toBeLessThan(4_000);
  });
});
