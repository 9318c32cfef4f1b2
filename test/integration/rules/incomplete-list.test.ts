import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("O10 a list without a provable end calls nobody missing: a person is asked, and told that it is unknown", async () => {
  const { bench, sandbox, formFor, saveWalkUp, entryOf, pause } = await connectToSandbox(250);
  await sandbox.faults.set({ rules: [{ kind: "reset", method: "POST" }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");
  pause();
  await sandbox.faults.set({ rules: [{ kind: "repeated-cursor", path: "/registration" }] });
  expect(await bench.sync.outbox.reconcile(id)).toMatchObject({
    value: { state: "needs-attention", reason: "reconcile", certainty: "maybe-sent" },
  });
});
