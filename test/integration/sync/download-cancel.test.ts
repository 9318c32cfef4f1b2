import { afterEach, expect, test } from "vitest";
import { until } from "../../support/clock.ts";
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
  // Nothing moves the clock here, so a pause before the next try would never end.
  await until(() => bench.sync.status().downloads === 0, "the end of the download");
  expect(downloads.statusOf(eventId)).toMatchObject({
    state: "paused",
    notes: [{ code: "cancelled" }],
  });
});
