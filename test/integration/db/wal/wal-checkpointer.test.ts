import { setTimeout as turn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import { createWalCheckpointer } from "#core/db/wal/wal-checkpointer.ts";
import { workerUrl } from "#test/support/built-worker.ts";
import { createManualClock } from "#test/support/clock.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { listedRegistration, openTestDatabase } from "#test/support/database.ts";

/** Writes enough rows for a WAL that is checkpointed. */
function writeMuch({ db, stores }: TestDatabase, pass: number, pages = 60): void {
  for (let page = 0; page < pages; page += 1) {
    const rows = Array.from({ length: 100 }, (_each, at) =>
      listedRegistration(`r${(at * 7919 + page * 104729) % 6007}-${pass}`, {
        name: "Ana ".repeat(60),
      }),
    );
    db.transactionWithoutFlush(() => stores.registrations.upsertPage("e", rows, pass, pass));
  }
}

function openJobs(databasePath: string, entry: URL) {
  const jobs = createJobs({ databasePath, workerUrl: entry });
  onTestFinished(() => jobs.close());
  return jobs;
}

test("J1 a worker checkpoints the WAL while the owner writes, and the WAL starts again", async () => {
  const desk = openTestDatabase();
  const warnings: string[] = [];
  const logger = { log: (_level: string, event: string) => void warnings.push(event) };
  const jobs = openJobs(desk.db.path, workerUrl);
  const checkpointer = createWalCheckpointer({
    db: desk.db,
    jobs,
    clock: createManualClock(),
    logger,
  });
  writeMuch(desk, 1);
  const before = desk.db.walPages();
  expect(before.written).toBeGreaterThan(4_000);
  expect(before.checkpointed).toBe(0);
  await checkpointer.waitForCheckpoint();
  await expect
    .poll(() => desk.db.walPages().checkpointed, { timeout: 10_000 })
    .toBeGreaterThan(4_000);
  await expect
    .poll(
      () => {
        desk.db.transaction(() => desk.stores.meta.set("touched", String(Math.random())));
        return desk.db.walPages().written;
      },
      { timeout: 10_000 },
    )
    .toBeLessThan(before.written);
  expect(warnings).toEqual([]);
  expect(desk.db.raw.pragma("synchronous", { simple: true })).toBe(2);
  checkpointer.close();
});

test("J1 a busy desk waits for no checkpoint: the WAL is checkpointed in a calm moment", async () => {
  const desk = openTestDatabase();
  const clock = createManualClock();
  const logger = { log: () => undefined };
  const jobs = openJobs(desk.db.path, workerUrl);
  const checkpointer = createWalCheckpointer({ db: desk.db, jobs, clock, logger });
  writeMuch(desk, 1, 37);
  const { written } = desk.db.walPages();
  expect(written).toBeGreaterThan(4_000);
  expect(written).toBeLessThan(4_900);
  for (let at = 0; at < 10; at += 1) {
    await clock.advance(500);
    desk.db.transaction(() => desk.stores.meta.set("touched", String(at)));
  }
  expect(clock.pending).toBe(1);
  expect(desk.db.walPages().checkpointed).toBe(0);
  await clock.advance(1_000);
  expect(clock.pending).toBe(0);
  await expect
    .poll(() => desk.db.walPages().checkpointed, { timeout: 10_000 })
    .toBeGreaterThan(4_000);
  checkpointer.close();
});

test("J1 a desk that is never calm: its WAL is checkpointed all the same, and starts again", async () => {
  const desk = openTestDatabase();
  const clock = createManualClock();
  const logger = { log: () => undefined };
  const jobs = openJobs(desk.db.path, workerUrl);
  const checkpointer = createWalCheckpointer({ db: desk.db, jobs, clock, logger });
  const touch = (): void =>
    desk.db.transaction(() => desk.stores.meta.set("touched", String(desk.db.changes)));
  writeMuch(desk, 1);
  const { written } = desk.db.walPages();
  expect(written).toBeGreaterThan(5_000);
  for (let at = 0; desk.db.walPages().checkpointed === 0; at += 1) {
    expect(at).toBeLessThan(500);
    touch();
    await clock.advance(10);
    await turn(20);
  }
  // The desk itself checkpoints, between two commits, what was written while the worker ran.
  await expect
    .poll(() => desk.db.walPages().written - desk.db.walPages().checkpointed, { timeout: 10_000 })
    .toBe(0);
  touch();
  expect(desk.db.walPages().written).toBeLessThan(100);
  checkpointer.close();
});

test("J1 a checkpoint of the worker that failed, for example on a full disk, is tried again later", async () => {
  const desk = openTestDatabase();
  const clock = createManualClock();
  const warnings: string[] = [];
  const logger = { log: (_level: string, event: string) => void warnings.push(event) };
  const jobs = openJobs(desk.db.path, workerUrl);
  const run = vi.spyOn(jobs, "run").mockRejectedValueOnce(new Error("SQLITE_FULL"));
  const deferred = vi.spyOn(desk.db, "deferCheckpoints");
  const checkpointer = createWalCheckpointer({ db: desk.db, jobs, clock, logger });
  writeMuch(desk, 1);
  await checkpointer.waitForCheckpoint();
  await expect.poll(() => warnings, { timeout: 10_000 }).toEqual(["database.log-kept"]);
  await checkpointer.waitForCheckpoint();
  expect(run).toHaveBeenCalledOnce();
  expect(deferred).toHaveBeenLastCalledWith(false);
  await clock.advance(60_000);
  expect(deferred).toHaveBeenLastCalledWith(true);
  await checkpointer.waitForCheckpoint();
  expect(run).toHaveBeenCalledTimes(2);
  await expect
    .poll(() => desk.db.walPages().checkpointed, { timeout: 10_000 })
    .toBeGreaterThan(4_000);
  expect(warnings).toHaveLength(1);
  checkpointer.close();
  expect(clock.pending).toBe(0);
});

test("J1 without a worker that works, commits checkpoint the WAL as before", async () => {
  const desk = openTestDatabase();
  const warnings: string[] = [];
  const logger = { log: (_level: string, event: string) => void warnings.push(event) };
  const jobs = openJobs(desk.db.path, new URL("./no-such-worker.ts", import.meta.url));
  const checkpointer = createWalCheckpointer({
    db: desk.db,
    jobs,
    clock: createManualClock(),
    logger,
  });
  writeMuch(desk, 1);
  await checkpointer.waitForCheckpoint();
  await expect.poll(() => warnings, { timeout: 10_000 }).toEqual(["database.log-kept"]);
  writeMuch(desk, 2);
  expect(desk.db.walPages().written).toBeLessThan(6_000);
  checkpointer.close();
});
