import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { ScriptedServer } from "../../support/scripted-server.ts";
import { errorAnswer, startScriptedServer } from "../../support/scripted-server.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, openBench, volunteer } from "../../support/sync-bench.ts";

let server: ScriptedServer;
let bench: Bench;

const form: WalkUpForm = {
  eventRunId: "run_1",
  email: "zoe@example.org",
  name: "Zoë Nakamura",
  registrationType: "free",
  notes: "bib 007",
};

beforeEach(async () => {
  server = await startScriptedServer();
  bench = await openBench();
  await bench.sync.connection.save(server.url, "key-1");
});

afterEach(async () => {
  await closeBenches();
  await server.close();
});

const entry = (id: string): OutboxEntry => {
  const found = bench.sync.outbox.get(id);
  if (found === null) throw new Error("no entry");
  return found;
};

const outcomes = (id: string): string[] =>
  (bench.sync.outbox.detail(id)?.attempts ?? []).map(({ outcome }) => outcome);

const seenPosts = () => server.seen.filter(({ method }) => method === "POST");

describe("O what holds the queue, and what does not", () => {
  test.each([
    ["seconds", { "retry-after": "7" }, 7_000],
    [
      "a date",
      { "retry-after": "Sun, 17 May 2026 07:00:09 GMT", date: "Sun, 17 May 2026 07:00:00 GMT" },
      9_000,
    ],
    ["nothing", {}, 5_000],
  ])(
    "O6 429 with Retry-After as %s: nothing is sent before, POSTs go first, not counted",
    async (_how, headers, waitMs) => {
      server.posts.push(errorAnswer(429, "SLOW", headers));
      const id = bench.saveWalkUp("evt_1", form);
      await bench.runUntil(() => outcomes(id).length === 1);
      const seenBefore = server.seen.length;
      expect(entry(id)).toMatchObject({
        tries: 0,
        reason: "rate-limited",
        certainty: "never-sent",
      });
      expect(bench.sync.status().activity).toBe("held-rate-limit");
      const listing = bench.sync.downloads.refreshEvents();
      await bench.clock.advance(waitMs - 1);
      await bench.rest();
      expect(server.seen).toHaveLength(seenBefore);
      await bench.clock.advance(1);
      await bench.runUntil(() => entry(id).state === "done");
      expect(server.seen[seenBefore]?.method).toBe("POST");
      await listing;
      expect(entry(id).tries).toBe(1);
    },
  );

  test("O6 a Retry-After of a day is kept, and a person's Try now sends at once", async () => {
    server.posts.push(errorAnswer(429, "SLOW", { "Retry-After": "86400" }));
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => outcomes(id).length === 1);
    await bench.clock.advance(3_600_000);
    await bench.rest();
    expect(entry(id)).toMatchObject({ state: "waiting", reason: "rate-limited" });
    expect(bench.sync.outbox.tryNow(volunteer)).toMatchObject({ ok: true });
    bench.sync.outbox.wake();
    await bench.rest();
    await bench.runUntil(() => entry(id).state !== "waiting" && entry(id).state !== "sending");
    expect(entry(id)).toMatchObject({ state: "done", tries: 1 });
  });

  test("O9 401 holds everything that uses the key, untouched, until the key is replaced", async () => {
    server.posts.push(errorAnswer(401, "UNAUTHORIZED"));
    const first = bench.saveWalkUp("evt_1", form);
    const second = bench.saveWalkUp("evt_1", { ...form, email: "two@example.org" });
    await bench.runUntil(() => bench.sync.status().activity === "held-key-refused");
    await bench.clock.advance(600_000);
    await bench.rest();
    expect(seenPosts()).toHaveLength(1);
    expect(entry(first)).toMatchObject({
      certainty: "never-sent",
      reason: "key-refused",
      tries: 0,
    });
    expect(entry(second)).toMatchObject({
      certainty: "never-sent",
      reason: "key-refused",
      tries: 0,
    });
    expect(bench.sync.connection.get().state).toBe("key-refused");
    expect((await bench.sync.connection.save(server.url, "key-2")).ok).toBe(true);
    await bench.runUntil(() => entry(first).state === "done" && entry(second).state === "done");
    expect(seenPosts().at(-1)?.headers.authorization).toBe("Bearer key-2");
  });

  test("O9 when a person tries a refused key again, the screens learn that it is not refused any more", async () => {
    // The right to add walk-ups is known, so the later success teaches nothing new about it.
    const earlier = bench.saveWalkUp("evt_1", { ...form, email: "earlier@example.org" });
    await bench.runUntil(() => entry(earlier).state === "done");
    server.posts.push(errorAnswer(401, "UNAUTHORIZED"));
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.status().activity === "held-key-refused");
    const before = bench.invalidations.length;
    bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer));
    bench.sync.outbox.wake();
    await bench.runUntil(() => entry(id).state === "done");
    expect(bench.sync.connection.get().state).toBe("connected");
    const topics = bench.invalidations.slice(before).map(({ topic }) => topic);
    expect(topics).toContain("connection");
  });

  test("O9 403 holds that endpoint only: an event that may not be created never stops walk-ups", async () => {
    const ordinarily = server.answer;
    server.answer = (request, response, socket) =>
      request.method === "POST" && request.path === "/events"
        ? errorAnswer(403, "FORBIDDEN")(request, response, socket)
        : ordinarily(request, response, socket);
    const body = { name: "Night run", type: "race" as const, date: "2026-06-01" };
    const event = bench.db.transaction(() =>
      bench.sync.outbox.enqueueEvent({ subject: "e_1", body, author: volunteer }),
    );
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => entry(id).state === "done");
    expect(entry(event.id)).toMatchObject({ reason: "forbidden", certainty: "never-sent" });
    const late = bench.saveWalkUp("evt_1", { ...form, email: "late@example.org" });
    await bench.runUntil(() => entry(late).state === "done");
    await bench.clock.advance(600_000);
    expect(seenPosts().filter(({ path }) => path === "/events")).toHaveLength(1);
    expect(bench.sync.connection.get().rights).toMatchObject({
      writeEvents: "refused",
      writeParticipants: "worked",
    });
    server.answer = ordinarily;
    bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer));
    bench.sync.outbox.wake();
    await bench.runUntil(() => entry(event.id).state === "done");
    expect(entry(event.id).remoteId).toMatch(/^evt_/);
  });

  test("O1 an outcome that the disk will not take is written down before anything else is sent", async () => {
    const { db } = bench;
    const { transaction } = db;
    const ordinarily = server.answer;
    let broken = false;
    server.answer = (request, response, socket) => {
      if (request.method === "POST") broken = true;
      ordinarily(request, response, socket);
    };
    db.transaction = (run) => {
      if (broken) throw new NotSavedError("disk-full", new Error("full"));
      return transaction(run);
    };
    const first = bench.saveWalkUp("evt_1", form);
    const second = bench.saveWalkUp("evt_1", { ...form, email: "two@example.org" });
    await bench.runUntil(() => bench.logged.some((line) => line.includes("sync.look-failed")));
    const sentBefore = seenPosts().length;
    await bench.clock.advance(4_000);
    await bench.rest();
    expect(seenPosts()).toHaveLength(sentBefore);
    expect(bench.stores.outbox.get(first)?.state).toBe("sending");
    db.transaction = transaction;
    await bench.runUntil(() => entry(first).state === "done" && entry(second).state === "done");
    expect(outcomes(first)).toContain("success");
    expect(new Set(seenPosts().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
  });

  test("O11 an entry that is tried again blocks no other one", async () => {
    server.posts.push(errorAnswer(500, "OOPS"));
    const first = bench.saveWalkUp("evt_1", form);
    const second = bench.saveWalkUp("evt_1", { ...form, email: "two@example.org" });
    await bench.runUntil(() => entry(first).state === "done" && entry(second).state === "done");
    const order = seenPosts().map(({ body }) => (JSON.parse(body) as WalkUpForm).email);
    expect(order).toEqual(["zoe@example.org", "two@example.org", "zoe@example.org"]);
  });

  test("O12 paused: nothing leaves, also after a restart; resumed: it goes on", async () => {
    bench.db.transaction(() => bench.sync.outbox.pause());
    const id = bench.saveWalkUp("evt_1", form);
    await bench.clock.advance(300_000);
    await bench.rest();
    expect(seenPosts()).toEqual([]);
    expect(entry(id)).toMatchObject({ state: "pending", reason: "paused" });
    const { folder, secrets, clock } = bench;
    await bench.sync.close();
    bench.db.close();
    bench = await openBench({ folder, secrets, clock });
    await bench.clock.advance(300_000);
    await bench.rest();
    expect(seenPosts()).toEqual([]);
    expect(bench.sync.status()).toMatchObject({ paused: true, activity: "paused", waiting: 1 });
    bench.db.transaction(() => bench.sync.outbox.resume());
    bench.sync.outbox.wake();
    await bench.runUntil(() => entry(id).state === "done");
  });

  test("O12 offline, one request at a time tries the connection, more and more rarely", async () => {
    await server.close();
    for (let count = 0; count < 20; count += 1) {
      bench.saveWalkUp("evt_1", { ...form, email: `${count}@example.org` });
    }
    await bench.runUntil(() => bench.sync.status().connectivity.state === "offline");
    const triesBefore = tries();
    await bench.clock.advance(600_000);
    await bench.rest();
    expect(tries() - triesBefore).toBeLessThan(60);
    expect(bench.sync.status()).toMatchObject({ waiting: 20, maybeSent: 0 });
    expect(bench.sync.status().nextTryAtMs).toBeGreaterThan(bench.clock.now() - 1);
  });

  test("O12 a computer that woke up looks at once: the connection that is back is used without waiting", async () => {
    const usual = server.answer;
    server.answer = (_request, response) => void response.destroy();
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.status().connectivity.state === "offline");
    for (let count = 0; count < 8; count += 1) await bench.clock.advance(60_000);
    await bench.rest();
    const { nextTryAtMs } = bench.sync.status();
    expect(nextTryAtMs).toBeGreaterThan(bench.clock.now());
    server.answer = usual;
    bench.sync.look();
    await waitFor(() => entry(id).state === "done");
    expect(bench.clock.now()).toBeLessThan(nextTryAtMs ?? 0);
  });

  test("O12 a connection that answered a moment ago is tried again when the network changed", async () => {
    await bench.runUntil(() => bench.sync.status().connectivity.state === "online");
    await bench.rest();
    const before = server.seen.length;
    bench.sync.look();
    await waitFor(() => server.seen.length > before);
    expect(server.seen.at(-1)).toMatchObject({ method: "GET", path: "/organization" });
  });
});

/** Waits while the clock stands still. */
const waitFor = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn > 2_000) throw new Error("Waited in vain");
    await bench.rest(1);
  }
};

const tries = (): number =>
  bench.stores.outbox
    .list({ show: "all", limit: 1_000 })
    .rows.reduce((sum, each) => sum + each.tries, 0);
