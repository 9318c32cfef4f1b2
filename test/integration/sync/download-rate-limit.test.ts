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

test("O6 a look at the list of events waits for a 429 like any request of a person: it says how long, and a person may stop it", async () => {
  const { bench, sandbox } = await connectToSandbox();
  const rule = { kind: "rate-limited", retryAfter: "seconds", seconds: 3_600 } as const;
  await sandbox.faults.set({ rules: [{ ...rule, path: "/series", times: 1 }] });
  for (const _look of ["first", "again"]) {
    const look = bench.sync.downloads.refreshEvents();
    // The clock does not move, so the wait would not end by itself.
    await until(() => bench.sync.status().pullWaitUntilMs !== null, "the wait");
    const waitMs = (bench.sync.status().pullWaitUntilMs ?? 0) - bench.clock.now();
    expect(waitMs).toBeGreaterThan(3_500_000);
    // It also stops the wait for the list of events, which is asked for after the series.
    bench.sync.organizer.stopWaiting();
    expect(await look).toMatchObject({ ok: false, error: { code: "rate-limited" } });
  }
});

/** Answers the next request for registrations with a 429 for an hour. */
const waitAnHour = {
  kind: "rate-limited",
  retryAfter: "seconds",
  seconds: 3_600,
  path: "/registration",
  times: 1,
} as const;

test("O6 O9 a download that waits because of the former key's 429 goes on at once with a new key", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const { downloads } = bench.sync;
  await sandbox.faults.set({ rules: [waitAnHour] });
  downloads.start([eventId]);
  await bench.runUntil(() => downloads.statusOf(eventId).notes[0]?.code === "rate-limited");
  const startedAtMs = bench.clock.monotonic();
  await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  expect(downloads.statusOf(eventId)).toMatchObject({ state: "complete", notes: [] });
  expect(bench.clock.monotonic() - startedAtMs).toBeLessThan(60_000);
});

test("O6 O9 a download that waits because of a 429 stops when the key is forgotten", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const { downloads } = bench.sync;
  await sandbox.faults.set({ rules: [waitAnHour] });
  downloads.start([eventId]);
  await bench.runUntil(() => downloads.statusOf(eventId).notes[0]?.code === "rate-limited");
  await bench.sync.connection.forget();
  await until(() => bench.sync.status().downloads === 0, "the end of the download");
  expect(downloads.statusOf(eventId).state).toBe("paused");
});

test("O6 O9 a person's request that waits for the former key's 429 ends when a new key is saved", async () => {
  const { bench, sandbox } = await connectToSandbox();
  await sandbox.faults.set({ rules: [{ ...waitAnHour, path: "/series" }] });
  const look = bench.sync.downloads.refreshEvents();
  await until(() => bench.sync.status().pullWaitUntilMs !== null, "the wait");
  await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  // The clock does not move, so the wait would not end by itself.
  expect(await look).toMatchObject({ ok: false, error: { code: "rate-limited" } });
  expect(bench.sync.status().pullWaitUntilMs).toBeNull();
});
