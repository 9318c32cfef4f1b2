import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import type { SandboxBench } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

/** A download that a refusal of the key stopped; from now on the key is accepted again. */
async function stopDownload({ bench, sandbox, eventId }: SandboxBench, status: number) {
  const { downloads } = bench.sync;
  await sandbox.faults.set({ rules: [{ kind: "status", status, path: "/registration" }] });
  downloads.start([eventId]);
  await bench.runUntil(() => downloads.statusOf(eventId).state === "paused");
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  await sandbox.faults.set({ rules: [] });
  return downloads;
}

test("O9 D7 a download that a 401 stopped goes on by itself when a person tries again", async () => {
  const connected = await connectToSandbox();
  const { bench, eventId } = connected;
  const downloads = await stopDownload(connected, 401);
  expect(downloads.statusOf(eventId).notes[0]?.code).toBe("key-refused");
  bench.sync.outbox.tryNow({ operator: "Maria", desk: "Tent" });
  bench.sync.outbox.wake();
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  expect(downloads.statusOf(eventId).state).toBe("complete");
});

test.each([401, 403])(
  "O9 D7 a download that a %d stopped goes on by itself with a new key",
  async (status) => {
    const connected = await connectToSandbox();
    const { bench, sandbox, eventId } = connected;
    const downloads = await stopDownload(connected, status);
    await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
    await bench.runUntil(() => bench.sync.status().downloads === 0);
    expect(downloads.statusOf(eventId).state).toBe("complete");
  },
);

test("O9 D7 a download that a person stopped stays stopped with a new key", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const { downloads } = bench.sync;
  downloads.start([eventId]);
  downloads.cancel(eventId);
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  expect(bench.sync.status().downloads).toBe(0);
  expect(downloads.statusOf(eventId)).toMatchObject({
    state: "paused",
    notes: [{ code: "cancelled" }],
  });
});

test("O9 D7 a download that waits to go on with the key, and that a person stops, stays stopped", async () => {
  const connected = await connectToSandbox();
  const { bench, sandbox, eventId } = connected;
  const downloads = await stopDownload(connected, 401);
  bench.sync.outbox.tryNow({ operator: "Maria", desk: "Tent" });
  downloads.cancel(eventId);
  bench.sync.outbox.wake();
  await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  expect(downloads.statusOf(eventId)).toMatchObject({
    state: "paused",
    notes: [{ code: "cancelled" }],
  });
});

test("O9 D7 a refusal of the former key that comes after a new key was saved does not stop the download", async () => {
  const held = Promise.withResolvers<void>();
  let isRefused = false;
  const connected = await connectToSandbox(30, async (input, init) => {
    if (!isRefused || !new URL(String(input)).pathname.endsWith("/registration"))
      return fetch(input, init);
    isRefused = false;
    await held.promise;
    return new Response(null, { status: 401 });
  });
  const { bench, sandbox, eventId } = connected;
  const { downloads } = bench.sync;
  isRefused = true;
  downloads.start([eventId]);
  await bench.runUntil(() => !isRefused);
  await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  held.resolve();
  await bench.runUntil(() => bench.sync.status().downloads === 0);
  expect(downloads.statusOf(eventId)).toMatchObject({ state: "complete", notes: [] });
});
