import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("D7 a download that is cancelled while its request fails stops then, and not after the pause before the next try", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const { downloads } = bench.sync;
  await sandbox.faults.set({ delayMs: 200, rules: [{ kind: "reset", path: "/registration" }] });
  downloads.start([eventId]);
  await bench.runUntil(() => downloads.statusOf(eventId)?.notes[0]?.code === "offline");
  const { total } = sandbox.readState().requests;
  await bench.runUntil(() => sandbox.readState().requests.total > total);
  downloads.cancel(eventId);
  const before = bench.clock.now();
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  expect(downloads.statusOf(eventId)).toMatchObject({
    state: "paused",
    notes: [{ code: "cancelled" }],
  });
  expect(bench.clock.now() - before).toBeLessThan(500);
});
