import { afterEach, expect, test } from "vitest";
import type { Fetch } from "#core/ports.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

/** Deeper than a recursive parser can handle. */
const deep = "[".repeat(20_000) + "]".repeat(20_000);

afterEach(closeSandboxBenches);

/** Puts a deep field into each object that matches `into` in an answer of `/registration`. */
const deepening =
  (method: string, into: RegExp): Fetch =>
  async (address, init) => {
    const response = await fetch(address, init);
    const isMeant = new URL(String(address)).pathname === "/registration";
    if (!isMeant || (init?.method ?? "GET") !== method) return response;
    const text = (await response.text()).replace(into, (found) => `${found}"deep":${deep},`);
    return new Response(text, { status: response.status, headers: response.headers });
  };

test("D6 a row that is nested too deeply is set aside, and the download comes to its end", async () => {
  const { bench, eventId } = await connectToSandbox(60, deepening("GET", /\{(?="_id")/));
  const { state, notes } = bench.sync.downloads.statusOf(eventId);
  expect(state).toBe("complete");
  expect(notes).toContainEqual({ code: "malformed-rows", facts: { rows: 1 } });
});

test("O4 an id beside a field that is nested too deeply settles the entry", async () => {
  const { bench, formFor, saveWalkUp, entryOf } = await connectToSandbox(
    30,
    deepening("POST", /"data":\{/),
  );
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state !== "sending");
  expect(entryOf(id)).toMatchObject({ state: "done", certainty: "confirmed" });
});

test("O8 a refusal that is nested too deeply is a refusal, and the outbox goes on", async () => {
  const { bench, sandbox, formFor, saveWalkUp, entryOf } = await connectToSandbox(
    30,
    deepening("POST", /"error":\{/),
  );
  await sandbox.faults.set({
    rules: [{ kind: "status", status: 422, code: "VALIDATION_ERROR", method: "POST", times: 1 }],
  });
  const refused = saveWalkUp(formFor("first@example.org"));
  await bench.runUntil(() => entryOf(refused).state === "needs-attention", "the refusal");
  const taken = saveWalkUp(formFor("second@example.org", "Second"));
  await bench.runUntil(() => entryOf(taken).state === "done", "the second walk-up");
  expect(entryOf(refused)).toMatchObject({ reason: "refused", certainty: "refused" });
});
