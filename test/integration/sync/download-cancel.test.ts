import { afterEach, expect, test } from "vitest";
import { settle, until } from "../../support/clock.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import type { Bench } from "../../support/sync-bench.ts";

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

test("D7 a download that is cancelled while its request has no answer stops at once", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  await sandbox.faults.set({ rules: [{ kind: "silence", path: "/registration" }] });
  const { total } = sandbox.readState().requests;
  bench.sync.downloads.start([eventId]);
  // The event and its awards are requested as well.
  await until(() => sandbox.readState().requests.total >= total + 3, "the request for the list");
  await expectToStopAtOnce(bench, eventId);
});

test("D7 O6 a download that is cancelled while it waits because of a 429 stops at once", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const rule = { kind: "rate-limited", retryAfter: "seconds", seconds: 3_600 } as const;
  await sandbox.faults.set({ rules: [{ ...rule, path: "/registration" }] });
  bench.sync.downloads.start([eventId]);
  await until(() => bench.sync.status().activity === "held-rate-limit", "the wait");
  await settle();
  await expectToStopAtOnce(bench, eventId);
});

/** The test does not move the clock, so neither a time limit nor a wait would end. */
async function expectToStopAtOnce({ sync }: Bench, eventId: string): Promise<void> {
  sync.downloads.cancel(eventId);
  await until(() => sync.status().downloads === 0, "the end of the download");
  expect(sync.downloads.statusOf(eventId)).toMatchObject({
    state: "paused",
    notes: [{ code: "cancelled" }],
  });
}
