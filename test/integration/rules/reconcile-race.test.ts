import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("O10 an entry that is looked for is not sent meanwhile, so an old list never calls it missing", async () => {
  const race = await connectToSandbox(120);
  const { bench, sandbox, formFor, saveWalkUp, entryOf, createdWith } = race;
  await sandbox.faults.set({ rules: [{ kind: "reset", method: "POST", times: 1 }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");

  // The list is requested before the entry is due again and ends long after. Any POST would arrive, and its reply would
  // be lost.
  await sandbox.faults.set({
    rules: [
      { kind: "trickle", method: "GET", path: "/registration", chunkBytes: 2_000, everyMs: 30 },
      { kind: "lost-reply", method: "POST" },
    ],
  });
  const looking = { over: false };
  const looked = bench.sync.outbox.reconcile(id).finally(() => {
    looking.over = true;
  });
  await bench.clock.advance(5_000);
  bench.sync.outbox.wake();
  await bench.runUntil(() => looking.over);
  expect(await looked).toMatchObject({ ok: true, value: { reason: "not-found-again" } });
  expect(createdWith("zoe@example.org")).toBe(0);
  expect(entryOf(id).state).toBe("needs-attention");
});
