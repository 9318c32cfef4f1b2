import { afterEach, expect, test } from "vitest";
import { until } from "../../support/clock.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("O6 D7 a download that waits because of a 429 says until when, and goes on by itself", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const { downloads } = bench.sync;
  await sandbox.faults.set({
    rules: [
      { kind: "rate-limited", retryAfter: "seconds", seconds: 60, path: "/registration", times: 1 },
    ],
  });
  const before = bench.invalidations.length;
  const startedAtMs = bench.clock.now();
  downloads.start([eventId]);
  await bench.runUntil(() => downloads.statusOf(eventId).notes[0]?.code === "rate-limited");
  const { state, remainingMs, notes } = downloads.statusOf(eventId);
  expect({ state, remainingMs }).toEqual({ state: "downloading", remainingMs: null });
  expect(Number(notes[0]?.facts["untilMs"]) - startedAtMs).toBeGreaterThan(55_000);
  const { activity, waiting, nextTryAtMs } = bench.sync.status();
  expect({ activity, waiting }).toEqual({ activity: "held-rate-limit", waiting: 0 });
  expect(Number(nextTryAtMs) - startedAtMs).toBeGreaterThan(55_000);
  expect(bench.invalidations.slice(before)).toContainEqual({ topic: "download", eventId: null });
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  expect(downloads.statusOf(eventId)).toMatchObject({ state: "complete", notes: [] });
});

test("O6 a look at the list of events does not wait for a 429: it says so at once, also when asked again", async () => {
  const { bench, sandbox } = await connectToSandbox();
  const rule = { kind: "rate-limited", retryAfter: "seconds", seconds: 3_600 } as const;
  await sandbox.faults.set({ rules: [{ ...rule, path: "/series", times: 1 }] });
  for (const _look of ["first", "again"]) {
    let code: string | undefined;
    void bench.sync.downloads.refreshEvents().then((reply) => {
      code = reply.ok ? "ok" : reply.error.code;
    });
    // The clock does not move, so a wait would not end.
    await until(() => code !== undefined, "the answer");
    expect(code).toBe("rate-limited");
  }
});
