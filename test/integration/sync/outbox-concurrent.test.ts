import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { mostPosts } from "#core/partner/rate-gate.ts";
import type { ScriptedServer } from "../../support/scripted-server.ts";
import {
  answerOrdinarily,
  errorAnswer,
  startScriptedServer,
} from "../../support/scripted-server.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, crash, openBench, volunteer } from "../../support/sync-bench.ts";

const cut = 0;
const codes: Readonly<Record<number, string>> = { 409: "IDEMPOTENCY_KEY_IN_PROGRESS" };
const retryAfter = { "retry-after": "30" };

let server: ScriptedServer;
let bench: Bench;
/**
 * Requests that the server has and has not answered, by the runner's e-mail. Calling the function answers the request
 * or cuts its connection.
 */
let held: Map<string, (status?: number) => void>;
let most: number;
/** True for requests that are held; all others are answered at once. */
let holds: (email: string) => boolean;

beforeEach(async () => {
  server = await startScriptedServer();
  bench = await openBench();
  await bench.sync.connection.save(server.url, "key-1");
  held = new Map();
  most = 0;
  holds = () => true;
  server.answer = (request, response, socket) => {
    if (request.method !== "POST") return answerOrdinarily(request, response, socket);
    const { email } = JSON.parse(request.body) as { email: string };
    const answer = (status = 201): void => {
      held.delete(email);
      if (status === cut) socket.destroy();
      else if (status === 201) answerOrdinarily(request, response, socket);
      else errorAnswer(status, codes[status] ?? "", retryAfter)(request, response, socket);
    };
    held.set(email, answer);
    most = Math.max(most, held.size);
    if (!holds(email)) answer();
  };
});

afterEach(async () => {
  await closeBenches();
  await server.close();
});

const save = (name: string): string =>
  bench.saveWalkUp("evt_1", {
    eventRunId: "run_1",
    email: name,
    name: "Zoë",
    registrationType: "free",
  });

const stateOf = (id: string) => bench.stores.outbox.get(id)?.state;
const isDone = (id: string): boolean => stateOf(id) === "done";
const seenPosts = (): number => server.seen.filter(({ method }) => method === "POST").length;
const answer = (name: string, status?: number): void => held.get(name)?.(status);
const answerAll = (status?: number): void => {
  for (const name of held.keys()) answer(name, status);
};
const keysSeen = (name: string): unknown[] =>
  server.seen
    .filter(({ body }) => body.includes(`"${name}"`))
    .map(({ headers }) => headers["idempotency-key"]);
const keyOf = (id: string): string | undefined => bench.sync.outbox.detail(id)?.idempotencyKey;

/** Makes every commit fail until the returned function is called. */
function fillDisk(): () => void {
  const { db } = bench;
  const { transaction } = db;
  db.transaction = () => {
    throw new NotSavedError("disk-full", new Error("full"));
  };
  return () => {
    db.transaction = transaction;
  };
}

/** The first entry was confirmed, and as many requests as are allowed are in flight. */
async function fillInFlight(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_each, index) => save(`r${index}`));
  await bench.runUntil(() => held.has("r0"));
  answer("r0");
  await bench.runUntil(() => held.size === mostPosts, "as many requests in flight as are allowed");
  return ids;
}

describe("O11 several in flight", () => {
  test("O11 one until something went through, then a few, never more", async () => {
    const ids = Array.from({ length: 12 }, (_each, index) => save(`r${index}`));
    await bench.runUntil(() => held.has("r0"));
    await bench.rest();
    expect(held.size).toBe(1);
    holds = () => false;
    answer("r0");
    await bench.runUntil(() => ids.every(isDone));
    expect(seenPosts()).toBe(12);
    expect(most).toBeLessThanOrEqual(mostPosts);
  });

  test("O11 answers out of order are told to the right entries", async () => {
    const ids = await fillInFlight(mostPosts + 1);
    for (const name of [...held.keys()].toReversed()) {
      answer(name);
      await bench.rest();
    }
    await bench.runUntil(() => ids.every(isDone));
    for (const id of ids) {
      expect(bench.stores.outbox.get(id)?.remoteId).toBe(`reg_${keyOf(id)}`);
    }
    expect(seenPosts()).toBe(ids.length);
  });

  test.each([
    [401, "key-refused"],
    [403, "forbidden"],
    [429, "rate-limited"],
  ])(
    "O6 O9 a %i beside others in flight: nothing follows, each gets its own answer",
    async (status, reason) => {
      const ids = await fillInFlight(8);
      const [first, ...others] = held.keys();
      answer(first ?? "", status);
      await bench.rest();
      const seenBefore = seenPosts();
      for (const name of others) answer(name);
      const sent = ids.slice(1, 1 + mostPosts);
      await bench.runUntil(() => sent.slice(1).every(isDone));
      await bench.rest();
      expect(seenPosts()).toBe(seenBefore);
      expect(bench.stores.outbox.get(sent[0] ?? "")).toMatchObject({
        state: "waiting",
        reason,
        certainty: "never-sent",
      });
      for (const id of ids.slice(1 + mostPosts)) {
        expect(bench.stores.outbox.get(id)).toMatchObject({ state: "pending", tries: 0 });
      }
      expect(bench.sync.connection.get().state === "key-refused").toBe(status === 401);
    },
  );

  test("O11 after a setback one goes alone until it went through", async () => {
    const ids = await fillInFlight(8);
    const [first, ...others] = held.keys();
    answer(first ?? "", 500);
    await bench.rest();
    for (const name of others) answer(name);
    await bench.runUntil(() => held.size > 0);
    await bench.rest();
    expect(held.size).toBe(1);
    holds = () => false;
    for (const name of held.keys()) answer(name);
    await bench.runUntil(() => ids.every(isDone));
  });

  test("O3 closing gives up what is in flight and writes each down; nothing else was marked", async () => {
    const ids = await fillInFlight(8);
    const given = ids.slice(1, 1 + mostPosts);
    await bench.sync.close();
    expect(bench.stores.outbox.inState("sending")).toEqual([]);
    for (const id of given) {
      expect(bench.stores.outbox.get(id)).toMatchObject({
        state: "waiting",
        certainty: "maybe-sent",
      });
      expect(bench.stores.attempts.of(id)).toHaveLength(1);
    }
    for (const id of ids.slice(1 + mostPosts)) expect(stateOf(id)).toBe("pending");
  });

  test("O5 O12 a connection that breaks under several fails once; each goes again as it was", async () => {
    const ids = await fillInFlight(8);
    const sent = ids.slice(1, 1 + mostPosts);
    const usual = server.answer;
    server.answer = (_request, _response, socket) => void socket.destroy();
    answerAll(cut);
    await bench.runUntil(() => bench.sync.connection.get().connectivity.state === "offline");
    await bench.runUntil(() => sent.every((id) => stateOf(id) === "waiting"));
    server.answer = usual;
    const { nextTryAtMs } = bench.sync.status();
    expect((nextTryAtMs ?? 0) - bench.clock.now()).toBeLessThanOrEqual(1_000);
    await bench.runUntil(() => held.size > 0);
    await bench.rest();
    expect(held.size).toBe(1);
    holds = () => false;
    answerAll();
    await bench.runUntil(() => ids.every(isDone));
    for (const id of ids) {
      const keys = keysSeen(`r${ids.indexOf(id)}`);
      expect(keys).toEqual(Array(sent.includes(id) ? 2 : 1).fill(keyOf(id)));
    }
  });

  test("O7 one in progress elsewhere waits alone, and goes again as it was", async () => {
    const ids = await fillInFlight(8);
    holds = () => false;
    answer("r1", 409);
    answerAll();
    await bench.runUntil(() => ids.every(isDone));
    expect(keysSeen("r1")).toEqual([keyOf(ids[1] ?? ""), keyOf(ids[1] ?? "")]);
    expect(seenPosts()).toBe(ids.length + 1);
  });

  test("O9 what a former key is answered late holds nothing", async () => {
    const ids = await fillInFlight(8);
    expect((await bench.sync.connection.save(server.url, "key-2")).ok).toBe(true);
    holds = () => false;
    answerAll(403);
    await bench.runUntil(() => ids.every(isDone));
    expect(bench.sync.connection.get().state).toBe("connected");
  });

  test("O10 one whose arrival is long in doubt is looked for while others go", async () => {
    const old = save("old");
    bench.db.transaction(() =>
      bench.stores.outbox.patch(old, {
        state: "waiting",
        certainty: "maybe-sent",
        everMaybe: true,
        replayFromMs: bench.clock.now() - 13 * 3_600_000,
      }),
    );
    holds = () => false;
    const ids = ["r0", "r1", "r2", "r3"].map(save);
    await bench.runUntil(() => ids.every(isDone) && stateOf(old) === "needs-attention");
    expect(keysSeen("old")).toEqual([]);
  });

  test("O12 a pause: the answers to what is in flight are recorded, and nothing follows", async () => {
    const ids = await fillInFlight(30);
    bench.db.transaction(() => bench.sync.outbox.pause());
    const seenBefore = seenPosts();
    answerAll();
    await bench.runUntil(() => ids.slice(1, 1 + mostPosts).every(isDone));
    await bench.rest();
    expect(seenPosts()).toBe(seenBefore);
    for (const id of ids.slice(1 + mostPosts)) {
      expect(bench.stores.outbox.get(id)).toMatchObject({ state: "pending", tries: 0 });
    }
    bench.db.transaction(() => bench.sync.outbox.resume());
    bench.sync.outbox.wake();
    holds = () => false;
    await bench.runUntil(() => ids.every(isDone));
    expect(seenPosts()).toBe(ids.length);
  });

  test("O13 set aside: what is in flight after its answer; what was only read ahead never leaves", async () => {
    const ids = await fillInFlight(30);
    const last = ids.at(-1) ?? "";
    const setAside = (id: string) =>
      bench.db.transaction(() => bench.sync.outbox.setAside(id, volunteer));
    expect(setAside(ids[2] ?? "")).toMatchObject({ ok: true, value: { state: "sending" } });
    expect(setAside(last).ok).toBe(true);
    holds = () => false;
    answerAll();
    await bench.runUntil(() => ids.slice(0, -1).every(isDone));
    await bench.rest();
    expect(keysSeen("r29")).toEqual([]);
    expect(stateOf(last)).toBe("needs-attention");
  });

  test("O1 a disk that takes no outcome while several are in flight: nothing follows, nothing is lost", async () => {
    const ids = await fillInFlight(8);
    const empty = fillDisk();
    holds = () => false;
    answerAll();
    await bench.runUntil(() => bench.logged.some((line) => line.includes("sync.look-failed")));
    const seenBefore = seenPosts();
    await bench.clock.advance(4_000);
    await bench.rest();
    expect(seenPosts()).toBe(seenBefore);
    empty();
    await bench.runUntil(() => ids.every(isDone));
    const posts = server.seen.filter(({ method }) => method === "POST");
    const keys = new Set(posts.map(({ headers }) => headers["idempotency-key"]));
    expect(keys.size).toBe(ids.length);
  });

  test("O1 O3 a disk that takes nothing at the close: said in the log, and in doubt at the next start", async () => {
    const ids = await fillInFlight(8);
    const empty = fillDisk();
    await bench.sync.close();
    expect(bench.logged.join()).toContain("outbox.outcomes-not-written");
    empty();
    holds = () => false;
    const { folder, secrets, clock } = bench;
    crash(bench);
    bench = await openBench({ folder, secrets, clock });
    await bench.runUntil(() => ids.every(isDone));
    for (const id of ids) {
      expect(new Set(keysSeen(`r${ids.indexOf(id)}`))).toEqual(new Set([keyOf(id)]));
    }
  });

  test("O1 an outcome that a full disk kept from being written down is written at the close", async () => {
    const ids = await fillInFlight(mostPosts + 1);
    const empty = fillDisk();
    answerAll();
    await bench.runUntil(() => bench.logged.some((line) => line.includes("sync.look-failed")));
    expect(ids.filter(isDone)).toEqual([ids[0]]);
    empty();
    await bench.sync.close();
    expect(ids.every(isDone)).toBe(true);
  });
});

test("M9 a database that loses the right to send while it sends starts no further request", async () => {
  let maySend = true;
  bench = await openBench({ maySend: () => maySend });
  await bench.sync.connection.save(server.url, "key-1");
  const names = ["a@x.example", "b@x.example", "c@x.example"];
  const [first, second] = names.map(save);
  await bench.runUntil(() => held.size === 1, "the first request");
  maySend = false;
  held.get("a@x.example")?.();
  await bench.runUntil(() => stateOf(first ?? "") === "done", "its outcome");
  await bench.rest();
  expect(held.size).toBe(0);
  expect(stateOf(second ?? "")).toBe("pending");
  maySend = true;
  bench.sync.outbox.wake();
  await bench.runUntil(() => held.size > 0, "the next request");
});
