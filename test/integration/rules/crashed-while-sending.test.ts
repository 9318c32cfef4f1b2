import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox, reopenBench } from "../../support/sandbox-bench.ts";
import { crash } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

test("O3 what a crash caught in flight is in doubt at the next start, also while the queue is paused", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, formFor, saveWalkUp } = race;
  await sandbox.faults.set({ delayMs: 50 });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => bench.stores.outbox.inState("sending").length === 1);
  bench.db.transaction(() => bench.sync.outbox.pause());
  crash(bench);

  const again = await reopenBench(race);
  await again.bench.rest();
  expect(again.entryOf(id)).toMatchObject({ state: "waiting", certainty: "maybe-sent" });
  expect(again.bench.stores.attempts.of(id).map(({ outcome }) => outcome)).toEqual(["interrupted"]);
  expect(again.kinds(again.entryOf(id).subject)).toEqual(["walk-up.saved", "walk-up.sent"]);
});
