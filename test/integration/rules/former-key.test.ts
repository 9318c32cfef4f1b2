import { afterEach, expect, test } from "vitest";
import type { Answerer } from "../../support/scripted-server.ts";
import { errorAnswer, startScriptedServer } from "../../support/scripted-server.ts";
import { answerAfterOtherKey } from "../../support/organizer-desk.ts";
import { closeBenches, openBench, volunteer } from "../../support/sync-bench.ts";

afterEach(closeBenches);

test("O9 a late 401 to the former key does not hold the new one", async () => {
  const server = await startScriptedServer();
  const bench = await openBench();
  expect((await bench.sync.connection.save(server.url, "key-1")).ok).toBe(true);
  const ordinarily = server.answer;
  const waiting: (() => void)[] = [];
  const later: Answerer = (request, response, socket) =>
    void waiting.push(() => errorAnswer(401, "UNAUTHORIZED")(request, response, socket));
  server.answer = (request, response, socket) =>
    (request.headers.authorization === "Bearer key-1" ? later : ordinarily)(
      request,
      response,
      socket,
    );

  const listing = bench.sync.downloads.refreshEvents();
  await bench.runUntil(() => waiting.length > 0);
  expect((await bench.sync.connection.save(server.url, "key-2")).ok).toBe(true);
  server.answer = (request, response, socket) =>
    (request.headers.authorization === "Bearer key-1"
      ? errorAnswer(401, "UNAUTHORIZED")
      : ordinarily)(request, response, socket);
  for (const answer of waiting.splice(0)) answer();
  expect(await listing).toMatchObject({ ok: false });
  expect(bench.sync.connection.get().state).toBe("connected");

  const id = bench.saveWalkUp("evt_1", {
    eventRunId: "run_1",
    email: "zoe@example.org",
    registrationType: "free",
  });
  await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "done");
  await server.close();
});

test("O6 O9 a new key does not wait for the pause that the former one was given", async () => {
  const server = await startScriptedServer();
  const bench = await openBench();
  expect((await bench.sync.connection.save(server.url, "key-1")).ok).toBe(true);
  server.posts.push(errorAnswer(429, "SLOW", { "retry-after": "3600" }));
  const id = bench.saveWalkUp("evt_1", {
    eventRunId: "run_1",
    email: "zoe@example.org",
    registrationType: "free",
  });
  await bench.runUntil(() => bench.sync.status().activity === "held-rate-limit");
  // The entry is due again and waits at the rate gate of the former key.
  await bench.clock.advance(1_000);
  bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer));
  bench.sync.outbox.wake();
  await bench.rest();
  const startedAtMs = bench.clock.monotonic();
  expect((await bench.sync.connection.save(server.url, "key-2")).ok).toBe(true);
  await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "done");
  expect(bench.clock.monotonic() - startedAtMs).toBeLessThan(3_000_000);
  await server.close();
});

test.each(["/series", "/events"])(
  "O9 a late page of the former organization's %s does not count as a list of the new one",
  async (list) => {
    const { desk, arrive } = await answerAfterOtherKey(list, "event.refresh");
    const before = await desk.value("event.list", {});
    await arrive();
    expect(await desk.value("event.list", {})).toEqual({ ...before, listedAtMs: null });
  },
);
