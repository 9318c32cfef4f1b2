import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { fillDisk, freeSpaceOn, smallDisk } from "#test/support/small-disk.ts";
import { replaceDatabase } from "#test/support/desks/replace-database.ts";
import { openHub } from "#test/support/desks/venue.ts";
import type { Bench } from "#test/support/sync-bench.ts";
import { closeBenches, openBench } from "#test/support/sync-bench.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

let sandbox: Sandbox | undefined;

afterEach(async () => {
  await closeBenches();
  await sandbox?.close();
});

interface Disk {
  readonly folder: string;
  fill(bench: Bench): void;
  free(bench: Bench): void;
}

/** A small file system that is really full. If none can be mounted, SQLite's own limit replaces it. */
function openDisk(): Disk {
  const disk = smallDisk(16);
  if (disk === null) {
    const limit = (bench: Bench, pages: number): void =>
      void bench.db.raw.pragma(`max_page_count = ${pages}`);
    return {
      folder: temporaryFolder(),
      fill: (bench) => limit(bench, 1),
      free: (bench) => limit(bench, 1_000_000),
    };
  }
  return {
    folder: disk,
    fill(bench) {
      // Empties the WAL; otherwise commits would still fit into its allocated space.
      bench.db.raw.pragma("wal_checkpoint(TRUNCATE)");
      fillDisk(disk);
    },
    free: () => freeSpaceOn(disk),
  };
}

test("J1 O3 D1 on a full disk nothing is saved or sent; with free space again the outbox and the download go on", async () => {
  const disk = openDisk();
  sandbox = await startSandbox({ runners: 250 });
  const { url, keys, mainEventId: eventId, readState } = sandbox;
  const bench = await openBench({ folder: join(disk.folder, "live") });
  const { sync, stores } = bench;
  expect((await sync.connection.save(url, keys.all)).ok).toBe(true);
  await sync.downloads.refreshEvents();
  sync.downloads.start([eventId]);
  await bench.runUntil(() => sync.status().downloads === 0, "the first download");
  await sandbox.faults.set({ offline: true });
  const form = { eventRunId: "", email: "early@example.org", registrationType: "free" };
  const openRun = (): string =>
    stores.runs
      .ofEvent(eventId)
      .find(
        (run) =>
          run.registrationStatus === "open" && run.eventStatus !== "cancelled" && !run.isRelay,
      )?.id ?? "";
  const early = bench.saveWalkUp(eventId, { ...form, eventRunId: openRun() });
  await bench.runUntil(() => stores.attempts.of(early).length > 0, "a failed try");
  disk.fill(bench);

  const late = { ...form, eventRunId: openRun(), email: "late@example.org" };
  expect(() => bench.saveWalkUp(eventId, late)).toThrow(NotSavedError);
  await sandbox.faults.clear();
  sync.downloads.start([eventId]);
  const said = (what: string): boolean => bench.logged.some((line) => line.includes(what));
  await bench.runUntil(() => said("download.not-saved") && said("sync.look-failed"), "both");
  expect(readState().created).toEqual([]);
  expect(stores.outbox.get(early)).toMatchObject({ state: "waiting", remoteId: null });

  disk.free(bench);
  const second = bench.saveWalkUp(eventId, late);
  await bench.runUntil(
    () =>
      sync.downloads.statusOf(eventId).state === "complete" &&
      [early, second].every((id) => stores.outbox.get(id)?.state === "done"),
    "the rest",
  );
  expect(readState().created).toHaveLength(2);
  expect(stores.journal.count()).toBeGreaterThan(2);
});

test("J1 D1 a new list of events, and another key or none, that the disk refuses is told as not saved", async () => {
  sandbox = await startSandbox({ runners: 30 });
  const { hub } = await openHub(sandbox);
  replaceDatabase(hub);
  const replies = [
    await hub.call("event.refresh", {}),
    await hub.call("connection.save", { baseUrl: sandbox.url, apiKey: sandbox.keys.all }),
    await hub.call("connection.forget", {}),
  ];
  for (const reply of replies) expect(reply).toMatchObject({ error: { code: "not-saved" } });
});
