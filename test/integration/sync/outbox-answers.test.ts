import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { Answerer, ScriptedServer } from "../../support/scripted-server.ts";
import { errorAnswer, json, startScriptedServer, text } from "../../support/scripted-server.ts";
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

const page = "<!doctype html><title>Hotel Wi-Fi</title>";
const reset: Answerer = (_request, _response, socket) => socket.resetAndDestroy();
const hangUpMidway: Answerer = (_request, response, socket) => {
  response.writeHead(201, { "content-type": "application/json", "content-length": "500" });
  response.write('{"data":{"parti');
  setImmediate(() => socket.destroy());
};
const silence: Answerer = () => undefined;
const trickle: Answerer = (_request, response) => {
  response.writeHead(201, { "content-type": "application/json" });
  response.write('{"data"');
};
const huge: Answerer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const piece = " ".repeat(1_000_000);
  for (let count = 0; count < 6; count += 1) response.write(piece);
  response.end("{}");
};
const gzipGarbage = text(201, "not gzip at all", "application/json", {
  "content-encoding": "gzip",
});
const gzipped: Answerer = (request, response) => {
  const key = String(request.headers["idempotency-key"]);
  response.writeHead(201, { "content-type": "application/json", "content-encoding": "gzip" });
  response.end(gzipSync(JSON.stringify({ data: { participantId: `reg_${key}` } })));
};

interface Fault {
  readonly title: string;
  readonly answer: Answerer;
  /** The outcome of the first try. */
  readonly outcome: string;
  readonly certainty: OutboxEntry["certainty"];
  readonly state: OutboxEntry["state"];
  readonly reason: OutboxEntry["reason"];
}

const retried = (
  title: string,
  answer: Answerer,
  outcome: string,
  reason: OutboxEntry["reason"],
): Fault => ({
  title,
  answer,
  outcome,
  certainty: "maybe-sent",
  state: "waiting",
  reason,
});
const parked = (
  title: string,
  answer: Answerer,
  outcome: string,
  reason: OutboxEntry["reason"],
  certainty: OutboxEntry["certainty"] = "refused",
): Fault => ({ title, answer, outcome, certainty, state: "needs-attention", reason });

const faults: readonly Fault[] = [
  retried("O5 reset before an answer", reset, "broken", "timeout"),
  retried("O5 half an answer", hangUpMidway, "broken", "timeout"),
  retried("O5 no answer in time", silence, "timeout", "timeout"),
  retried("O5 an answer that stops midway", trickle, "timeout", "timeout"),
  retried("O5 500 with the envelope", errorAnswer(500, "OOPS"), "server-error", "server-error"),
  retried("O5 502 HTML", text(502, page, "text/html"), "server-error", "server-error"),
  retried("O5 503 with nothing", text(503, "", "text/plain"), "server-error", "server-error"),
  retried("O5 504", text(504, page, "text/html"), "server-error", "server-error"),
  retried("O5 408", text(408, "", "text/plain"), "server-error", "server-error"),
  retried("O5 HTML under 200", text(200, page, "text/html"), "not-the-api", "captive-portal"),
  retried(
    "O5 HTML that says it is JSON",
    text(200, page, "application/json"),
    "not-the-api",
    "captive-portal",
  ),
  retried(
    "O5 truncated JSON",
    text(201, '{"data":{"partici', "application/json"),
    "not-the-api",
    "captive-portal",
  ),
  retried("O5 JSON without the envelope", json(200, { ok: true }), "not-the-api", "captive-portal"),
  retried("O5 more than is read", huge, "not-the-api", "captive-portal"),
  retried("O5 gzip garbage", gzipGarbage, "broken", "timeout"),
  retried(
    "O7 in progress",
    errorAnswer(409, "IDEMPOTENCY_KEY_IN_PROGRESS"),
    "in-progress",
    "in-progress",
  ),
  parked(
    "O7 409 CONFLICT",
    errorAnswer(409, "CONFLICT"),
    "key-conflict",
    "key-conflict",
    "maybe-sent",
  ),
  parked(
    "O7 409 without a code",
    text(409, "", "text/plain"),
    "key-conflict",
    "key-conflict",
    "maybe-sent",
  ),
  parked("O8 400", errorAnswer(400, "IDEMPOTENCY_KEY_REQUIRED"), "refused", "refused"),
  parked("O8 404", errorAnswer(404, "NOT_FOUND"), "refused", "refused"),
  parked(
    "O8 422 with errors",
    errorAnswer(422, "VALIDATION_ERROR", {}, { email: ["Bad"] }),
    "refused",
    "refused",
  ),
  parked("O8 422 without errors", errorAnswer(422, "INVALID_PACE_GROUP"), "refused", "refused"),
  parked("O8 410", errorAnswer(410, "GONE"), "refused", "refused"),
];

describe("O one strange answer, and what becomes of the entry", () => {
  test.each(faults)("$title → $state, $certainty", async (fault) => {
    server.posts.push(fault.answer);
    // No second answer may arrive before the test reads what was recorded.
    server.answer = (request, response, socket) =>
      request.method === "POST"
        ? silence(request, response, socket)
        : json(200, { data: { _id: "org_1", name: "H", slug: "h", roles: [], plan: "free" } })(
            request,
            response,
            socket,
          );
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => outcomes(id).length > 0, fault.title);
    expect(outcomes(id)[0]).toBe(fault.outcome);
    const record = bench.stores.outbox.get(id);
    const again = record?.state === "sending";
    if (!again) expect(record).toMatchObject({ state: fault.state, reason: fault.reason });
    expect(record).toMatchObject({ certainty: fault.certainty });
    if (fault.state === "waiting" && !again) expect(record?.nextTryAtMs).toBeGreaterThan(0);
  });

  test.each(faults.filter(({ state }) => state === "waiting"))(
    "$title: sent again with the same key and bytes (O2), then done",
    async (fault) => {
      server.posts.push(fault.answer);
      const id = bench.saveWalkUp("evt_1", form);
      await bench.runUntil(() => entry(id).state === "done", fault.title);
      const posts = seenPosts();
      expect(posts).toHaveLength(2);
      expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
      expect(new Set(posts.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
      expect(outcomes(id)).toEqual([fault.outcome, "success"]);
    },
  );

  test("O5 a redirect is never followed with the key", async () => {
    const elsewhere = await startScriptedServer();
    server.posts.push(text(307, "", "text/plain", { location: `${elsewhere.url}/registration` }));
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => entry(id).state === "done");
    expect(elsewhere.seen).toEqual([]);
    expect(outcomes(id)).toEqual(["not-the-api", "success"]);
    await elsewhere.close();
  });

  test("O4 a gzipped answer is read", async () => {
    server.posts.push(gzipped);
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => entry(id).state === "done");
    expect(entry(id).remoteId).toMatch(/^reg_/);
  });

  test("O2 the body is exactly the form, the key a UUID, both from the moment of saving", async () => {
    const id = bench.saveWalkUp("evt_1", form);
    const saved = bench.sync.outbox.detail(id);
    await bench.runUntil(() => entry(id).state === "done");
    const [post] = seenPosts();
    expect(JSON.parse(post?.body ?? "")).toEqual(form);
    expect(post?.body).toBe(saved?.body);
    expect(post?.headers["idempotency-key"]).toBe(saved?.idempotencyKey);
    expect(post?.headers["content-type"]).toBe("application/json");
    expect(post?.headers.authorization).toBe("Bearer key-1");
    expect(saved?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("O8 the server's words stand at the fields, and the queue goes on", async () => {
    server.posts.push(
      errorAnswer(422, "VALIDATION_ERROR", {}, { email: ["Bad"], name: ["Worse", "Worst"] }),
    );
    const first = bench.saveWalkUp("evt_1", form);
    const second = bench.saveWalkUp("evt_1", { ...form, email: "two@example.org" });
    await bench.runUntil(() => entry(second).state === "done");
    expect(entry(first)).toMatchObject({
      state: "needs-attention",
      serverMessage: "Says VALIDATION_ERROR",
      serverFields: { email: ["Bad"], name: ["Worse", "Worst"] },
      httpStatus: 422,
    });
  });

  test("O5 after 8 definite 5xx the entry is parked and others proceed", async () => {
    const first = bench.saveWalkUp("evt_1", form);
    const key = bench.sync.outbox.detail(first)?.idempotencyKey;
    const ordinarily = server.answer;
    server.answer = (request, response, socket) =>
      request.headers["idempotency-key"] === key
        ? errorAnswer(500, "OOPS")(request, response, socket)
        : ordinarily(request, response, socket);
    const second = bench.saveWalkUp("evt_1", { ...form, email: "two@example.org" });
    await bench.runUntil(() => entry(first).state === "needs-attention");
    expect(entry(first)).toMatchObject({ reason: "parked", certainty: "maybe-sent", tries: 8 });
    expect(entry(second).state).toBe("done");
    bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer, first));
    server.answer = ordinarily;
    bench.sync.outbox.wake();
    await bench.runUntil(() => entry(first).state === "done");
    expect(new Set(seenPosts().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
  });
});
