import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Answerer, ScriptedServer } from "../../support/scripted-server.ts";
import {
  answerOrdinarily,
  errorAnswer,
  json,
  organization,
  sendJson,
  startScriptedServer,
  text,
} from "../../support/scripted-server.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, openBench } from "../../support/sync-bench.ts";

const apiKey = "sk_live_Zq8-very-secret-1234567890";
let server: ScriptedServer;
let bench: Bench;

beforeEach(async () => {
  server = await startScriptedServer();
  bench = await openBench();
});

afterEach(async () => {
  await closeBenches();
  await server.close();
});

const page = "<!doctype html><title>Hotel</title>";
const form = {
  eventRunId: "run_1",
  email: "zoe@example.org",
  name: "Zoë",
  registrationType: "free",
};

describe("K2 and what each wrong connection says; nothing is stored", () => {
  test.each<readonly [string, Answerer, string]>([
    ["a wrong key", errorAnswer(401, "UNAUTHORIZED"), "wrong-key"],
    ["HTML", text(200, page, "text/html"), "not-json"],
    ["text", text(200, "hello", "text/plain"), "not-json"],
    ["nothing", text(200, "", "application/json"), "not-json"],
    ["another JSON", json(200, { hello: 1 }), "not-the-api"],
    ["an organization that cannot be read", json(200, { data: { name: 7 } }), "not-the-api"],
    ["a redirect", text(302, "", "text/plain", { location: "http://x/" }), "not-the-api"],
    ["404", errorAnswer(404, "NOT_FOUND"), "not-the-api"],
    ["429", errorAnswer(429, "SLOW", { "retry-after": "3" }), "rate-limited"],
    ["500", errorAnswer(500, "OOPS"), "server-error"],
    ["half a JSON", text(200, '{"data":{', "application/json"), "not-json"],
  ])("K2 %s", async (_title, answer, code) => {
    server.answer = answer;
    expect(await bench.sync.connection.check(server.url, apiKey)).toMatchObject({
      error: { code },
    });
    expect(await bench.sync.connection.save(server.url, apiKey)).toMatchObject({ error: { code } });
    expect(bench.secrets.values.size).toBe(0);
    expect(bench.sync.connection.get()).toMatchObject({ state: "none", baseUrl: null });
  });

  test("K2 no server, http to another computer, no address, no key", async () => {
    await server.close();
    const check = bench.sync.connection.check;
    expect(await check(server.url, apiKey)).toMatchObject({ error: { code: "offline" } });
    expect(await check("http://api.example.org", apiKey)).toMatchObject({
      error: { code: "insecure-address" },
    });
    expect(await check("example", apiKey)).toMatchObject({ error: { code: "wrong-address" } });
    expect(await check(server.url, "  ")).toMatchObject({ error: { code: "wrong-key" } });
    expect(await check(server.url, "line\nbreak")).toMatchObject({ error: { code: "wrong-key" } });
  });

  test("K2 a path and slashes in the base address", async () => {
    server.answer = (request, response) =>
      sendJson(response, request.path === "/partner/v1/organization" ? 200 : 404, {
        data: organization,
      });
    expect((await bench.sync.connection.check(`${server.url}/partner/v1//`, apiKey)).ok).toBe(true);
  });

  test("K1 a key store that fails is said, and nothing is kept", async () => {
    const secrets = { ...bench.secrets, write: () => Promise.reject(new Error("locked")) };
    const other = await openBench({ secrets });
    expect(await other.sync.connection.save(server.url, apiKey)).toMatchObject({
      error: { code: "key-store-failed" },
    });
    expect(other.sync.connection.get().state).toBe("none");
  });
});

describe("K1 a key that cannot be read any more", () => {
  test.each<[string, () => Promise<string | null>]>([
    ["cannot be decrypted", () => Promise.reject(new Error("another user's"))],
    ["is gone", async () => null],
  ])(
    "O9 one that %s is said, and the same key entered again goes on with what waits",
    async (_what, read) => {
      expect((await bench.sync.connection.save(server.url, apiKey)).ok).toBe(true);
      bench.sync.outbox.pause();
      const id = bench.saveWalkUp("evt_1", form);
      await bench.sync.close();
      bench.db.close();
      const secrets = { ...bench.secrets, read };
      const again = await openBench({ folder: bench.folder, secrets });
      expect(again.sync.connection.get()).toMatchObject({
        state: "key-lost",
        baseUrl: server.url,
        organization: { id: organization._id },
      });
      expect(again.sync.status()).toMatchObject({ activity: "not-connected", waiting: 1 });
      expect((await again.sync.connection.save(server.url, apiKey)).ok).toBe(true);
      expect(again.sync.connection.get().state).toBe("connected");
      again.sync.outbox.resume();
      again.sync.outbox.wake();
      await again.runUntil(() => again.sync.outbox.get(id)?.state === "done");
    },
  );
});

describe("K1 the key goes in and never comes out", () => {
  test("K1 not into any stored or logged byte, not even when the server repeats it", async () => {
    expect((await bench.sync.connection.save(server.url, apiKey)).ok).toBe(true);
    server.posts.push(errorAnswer(422, `NOPE ${apiKey}`, {}, { email: [`for ${apiKey}`] }));
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "needs-attention");
    server.posts.push(text(418, `plain ${apiKey}`, "text/plain"));
    const second = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.outbox.get(second)?.state === "needs-attention");
    const shown = JSON.stringify([
      bench.sync.connection.get(),
      bench.sync.status(),
      bench.sync.outbox.list({ show: "all", limit: 10 }),
      bench.sync.outbox.detail(id),
      bench.invalidations,
      bench.logged,
    ]);
    expect(shown).not.toContain(apiKey);
    expect(shown).toContain("(key)");
    await bench.sync.close();
    for (const file of readdirSync(bench.folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const bytes = readFileSync(join(file.parentPath, file.name));
      expect(bytes.includes(apiKey), file.name).toBe(false);
    }
    expect(bench.secrets.values.size).toBe(1);
  });

  test("K1 it is found again after a restart, and removed when it is forgotten", async () => {
    await bench.sync.connection.save(server.url, apiKey);
    const { folder, secrets, clock } = bench;
    await bench.sync.close();
    bench.db.close();
    const again = await openBench({ folder, secrets, clock, seed: 9 });
    expect(again.sync.connection.get()).toMatchObject({
      state: "connected",
      baseUrl: server.url,
      organization: { id: "org_1", name: "Harbour Runners" },
    });
    expect(await again.sync.connection.forget()).toEqual({ ok: true, value: null });
    expect(secrets.values.size).toBe(0);
    expect(again.sync.connection.get().state).toBe("none");
  });

  test("K1 a key store that cannot be read leaves a desk without a connection, not without a start", async () => {
    await bench.sync.connection.save(server.url, apiKey);
    const { folder, clock } = bench;
    const secrets = { ...bench.secrets, read: () => Promise.reject(new Error("locked")) };
    await bench.sync.close();
    bench.db.close();
    const again = await openBench({ folder, secrets, clock, seed: 9 });
    expect(again.sync.connection.get().state).toBe("key-lost");
    expect(again.sync.status().activity).toBe("not-connected");
  });

  test("K1 the fingerprint differs between databases, so it cannot be compared", async () => {
    await bench.sync.connection.save(server.url, apiKey);
    const other = await openBench({ seed: 99 });
    await other.sync.connection.save(server.url, apiKey);
    const [one, two] = [bench, other].map(
      ({ stores }) => stores.credentials.current()?.fingerprint,
    );
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(two).not.toBe(one);
  });
});

describe("K5 rights as they turn out", () => {
  test("K5 nothing is probed with a POST; success and 403 teach, anything else does not", async () => {
    await bench.sync.connection.save(server.url, apiKey);
    expect(bench.sync.connection.get().rights).toMatchObject({
      readOrganization: "worked",
      readEvents: "not-tried",
      writeParticipants: "not-tried",
      writeEvents: "not-tried",
    });
    await bench.sync.downloads.refreshEvents();
    expect(bench.sync.connection.get().rights.readEvents).toBe("worked");
    expect(server.seen.some(({ method }) => method === "POST")).toBe(false);
    server.posts.push(errorAnswer(422, "VALIDATION_ERROR"));
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "needs-attention");
    expect(bench.sync.connection.get().rights.writeParticipants).toBe("not-tried");
    server.posts.push(errorAnswer(403, "FORBIDDEN"));
    bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.connection.get().rights.writeParticipants === "refused");
  });
});

describe("O9 a 401 where a later release of the API added something", () => {
  const refuseAt = (paths: RegExp): void => {
    server.answer = (request, response, socket) =>
      (paths.test(request.path) ? errorAnswer(401, "UNAUTHORIZED") : answerOrdinarily)(
        request,
        response,
        socket,
      );
  };
  beforeEach(async () => {
    await bench.sync.connection.save(server.url, apiKey);
    await bench.runUntil(() => bench.sync.status().connectivity.state === "online");
  });

  test("O9 alone it holds nothing: walk-ups go on", async () => {
    refuseAt(/collections/);
    await bench.sync.organizer.refreshCollections();
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "done");
    expect(bench.sync.connection.get().state).toBe("connected");
  });

  test("O9 where the key is refused everywhere, the probe tells, and the queue is held", async () => {
    refuseAt(/./);
    await bench.sync.organizer.refreshCollections();
    await bench.runUntil(() => bench.sync.connection.get().state === "key-refused");
    expect(bench.sync.status().activity).toBe("held-key-refused");
  });
});

describe("J7 clocks", () => {
  test.each([-86_400_000, -5_000, 0, 7_000, 86_400_000])(
    "J7 drift of %i ms against the server's Date is told",
    async (driftMs) => {
      server.answer = (_request, response) =>
        sendJson(
          response,
          200,
          { data: organization },
          {
            date: new Date(bench.clock.now() - driftMs).toUTCString(),
          },
        );
      const checked = await bench.sync.connection.check(server.url, apiKey);
      expect(checked.ok && Math.abs((checked.value.clockDriftMs ?? 1e9) - driftMs) <= 1_500).toBe(
        true,
      );
      await bench.sync.connection.save(server.url, apiKey);
      await bench.runUntil(() => bench.sync.connection.get().clockDriftMs !== null);
      expect(
        Math.abs((bench.sync.connection.get().clockDriftMs ?? 1e9) - driftMs),
      ).toBeLessThanOrEqual(1_500);
    },
  );

  test.each([86_400_000, -86_400_000])(
    "J7 a clock that jumps by %i ms keeps nothing waiting",
    async (jumpMs) => {
      await bench.sync.connection.save(server.url, apiKey);
      server.posts.push(errorAnswer(503, "BUSY", { "retry-after": "20" }));
      const id = bench.saveWalkUp("evt_1", form);
      await bench.runUntil(() => bench.sync.outbox.get(id)?.tries === 1);
      bench.clock.jump(jumpMs);
      let elapsed = 0;
      while (bench.sync.outbox.get(id)?.state === "waiting" && elapsed < 120_000) {
        await bench.clock.advance(1_000);
        await bench.rest();
        elapsed += 1_000;
      }
      // After a day a blind repetition is not allowed (O10): the entry is reconciled and not sent.
      expect(bench.sync.outbox.get(id)).toMatchObject({
        state: "needs-attention",
        reason: "not-found-again",
      });
      expect(elapsed).toBeLessThanOrEqual(60_000);
    },
  );
});
