import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

test("O7 after a 409 CONFLICT the key is never used again, not even when a person says: send it again", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, formFor, saveWalkUp, entryOf, pause, resume, createdWith } = race;
  pause();
  const id = saveWalkUp(formFor("zoe@example.org"));
  // Another client used this key with another body.
  const { idempotencyKey } = bench.sync.outbox.detail(id) ?? { idempotencyKey: "" };
  const foreign = await fetch(`${sandbox.url}/registration`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${sandbox.keys.all}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(formFor("somebody@example.org", "Some Body")),
  });
  expect(foreign.status).toBe(201);
  resume();
  await bench.runUntil(() => entryOf(id).state === "needs-attention");
  expect(entryOf(id).reason).toBe("key-conflict");
  const decide = () => {
    const again = { kind: "send-again" } as const;
    const decided = bench.db.transaction(() => bench.sync.outbox.decide(id, again, volunteer));
    bench.sync.outbox.wake();
    return decided;
  };

  expect(decide().ok).toBe(true);
  await bench.runUntil(() => entryOf(id).reason === "not-found-again");
  expect(createdWith("zoe@example.org")).toBe(0);

  const anew = decide();
  if (!anew.ok) throw new Error(anew.error.code);
  await bench.runUntil(() => entryOf(anew.value.id).state === "done");
  expect(bench.sync.outbox.detail(anew.value.id)?.idempotencyKey).not.toBe(idempotencyKey);
  expect(entryOf(id)).toMatchObject({ state: "cancelled", successorId: anew.value.id });
  expect(createdWith("zoe@example.org")).toBe(1);
  expect(bench.stores.attempts.of(id).map(({ outcome }) => outcome)).toEqual(["key-conflict"]);
  expect(bench.stores.walkUps.get(entryOf(id).subject)).toMatchObject({ delivery: "confirmed" });
});
