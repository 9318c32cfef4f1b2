import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answerer } from "../../support/scripted-server.ts";
import {
  answerOrdinarily,
  errorAnswer,
  json,
  startScriptedServer,
  text,
} from "../../support/scripted-server.ts";
import { closeBenches, crash, openBench } from "../../support/sync-bench.ts";
import type { Bench } from "../../support/sync-bench.ts";

const answers: Readonly<Record<string, Answerer>> = {
  fine: answerOrdinarily,
  reset: (_request, _response, socket) => socket.resetAndDestroy(),
  lost: (_request, _response, socket) => socket.destroy(),
  error: errorAnswer(500, "OOPS"),
  html: text(200, "<html></html>", "text/html"),
  limited: errorAnswer(429, "SLOW", { "retry-after": "1" }),
  busy: errorAnswer(409, "IDEMPOTENCY_KEY_IN_PROGRESS"),
  refused: errorAnswer(422, "VALIDATION_ERROR"),
  conflict: errorAnswer(409, "CONFLICT"),
  half: text(201, '{"data":', "application/json"),
  empty: json(200, {}),
};

const form = { eventRunId: "run_1", name: "Zoë", registrationType: "free" };

test("O1 O2 O3 any sequence of answers and crashes: same key and bytes each time, every entry ends with an outcome", async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(answers)) },
    { weight: 1, arbitrary: fc.constant("crash") },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.integer({ min: 1, max: 6 }),
      async (drawn, entries) => {
        const steps = [...drawn];
        let crashes = 0;
        const server = await startScriptedServer();
        let bench: Bench = await openBench({ seed: 4 });
        try {
          await bench.sync.connection.save(server.url, "key-1");
          server.answer = (request, response, socket) => {
            if (request.method !== "POST") return answerOrdinarily(request, response, socket);
            const next = steps.shift() ?? "fine";
            if (next === "crash") {
              crashes += 1;
              return socket.destroy();
            }
            return (answers[next] ?? answerOrdinarily)(request, response, socket);
          };
          const ids = Array.from({ length: entries }, (_each, index) =>
            bench.saveWalkUp("evt_1", { ...form, email: `r${index}@example.org` }),
          );
          const saved = new Map(ids.map((id) => [id, bench.sync.outbox.detail(id)]));
          const isAtRest = (): boolean =>
            ids.every((id) =>
              ["done", "needs-attention"].includes(bench.stores.outbox.get(id)?.state ?? ""),
            );
          for (let restarts = 0; restarts < 3; restarts += 1) {
            await bench.runUntil(() => isAtRest() || crashes > restarts);
            if (crashes <= restarts) break;
            crash(bench);
            const { folder, secrets, clock } = bench;
            bench = await openBench({ folder, secrets, clock, seed: 40 + restarts });
          }
          await bench.runUntil(isAtRest);
          for (const id of ids) {
            const record = bench.stores.outbox.get(id);
            const attempts = bench.stores.attempts.of(id);
            expect(attempts.length).toBeGreaterThan(0);
            expect(record?.state === "done").toBe(record?.remoteId !== null);
            expect(record?.reason === null).toBe(record?.state === "done");
            const posts = server.seen.filter(
              ({ headers }) => headers["idempotency-key"] === saved.get(id)?.idempotencyKey,
            );
            expect(posts.every(({ body }) => body === saved.get(id)?.body)).toBe(true);
          }
          const keys = new Set(
            server.seen
              .filter(({ method }) => method === "POST")
              .map(({ headers }) => headers["idempotency-key"]),
          );
          expect(keys.size).toBe(entries);
        } finally {
          await closeBenches();
          await server.close();
        }
      },
    ),
    { numRuns: 15, seed: 2026 },
  );
});

test("O6 while the gate is closed no request of any kind leaves", async () => {
  const server = await startScriptedServer();
  const bench = await openBench();
  await bench.sync.connection.save(server.url, "key-1");
  server.posts.push(errorAnswer(429, "SLOW", { "retry-after": "30" }));
  bench.saveWalkUp("evt_1", { ...form, email: "a@example.org" });
  await bench.runUntil(() => bench.sync.status().activity === "held-rate-limit");
  const before = server.seen.length;
  const listing = bench.sync.downloads.refreshEvents();
  bench.sync.outbox.wake();
  await bench.clock.advance(29_000);
  await bench.rest();
  expect(server.seen.length).toBe(before);
  await bench.runUntil(() => server.seen.length > before);
  await listing;
  await closeBenches();
  await server.close();
});
