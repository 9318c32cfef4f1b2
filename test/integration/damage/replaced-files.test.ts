import { copyFileSync, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workerUrl } from "#test/support/built-worker.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId } from "#test/support/tiny-partner.ts";
import { listBackups, workspaceFiles } from "#core/db/open/workspace-files.ts";
import { harbourRun } from "../services/harbour-run.ts";

/**
 * Replaces the file as programs do that synchronize folders with the internet: a copy takes its place, and the open
 * file has no name any more.
 */
function replace(path: string): void {
  copyFileSync(path, `${path}.tmp`);
  renameSync(`${path}.tmp`, path);
}

const checkIn = (desk: TestCore, runnerId: string) =>
  desk.call("checkIn.perform", { commandId: newCommandId(), eventId: tinyEventId, runnerId });

const findings = async (desk: TestCore) =>
  (await desk.value("desk.get", {})).about.findings.map(({ code, facts }) => ({ code, facts }));

test.each([
  ["file-replaced", replace],
  ["file-gone", (path: string) => rmSync(path)],
] as const)(
  "J1 S4 %s while the program runs: it is reported within seconds, and a backup has what was saved",
  async (why, harm) => {
    const desk = await openRace(harbourRun);
    const path = join(desk.dataDir, "live", "chute.sqlite");
    await checkIn(desk, "ana");
    harm(path);
    expect(await checkIn(desk, "rui")).toMatchObject({
      ok: false,
      error: { code: "not-saved", details: { why } },
    });
    await desk.clock.advance(3_000);
    await expect.poll(() => findings(desk)).toMatchObject([{ code: why }]);
    const [found] = await findings(desk);
    const { backups } = await desk.value("backup.list", {});
    expect(backups.map(({ name }) => name)).toContain(found?.facts["backup"]);
    await desk.core.close();

    rmSync(path, { force: true });
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
    const { dataDir, ports } = desk;
    const again = await openTestCore({
      dataDir,
      ports,
      clock: desk.clock,
      onDamaged: "restore-backup",
    });
    const { runs } = await again.value("roster.runCounts", { eventId: tinyEventId });
    expect(runs[0]?.arrived).toBe(1);
  },
);

/** The WAL is deleted during the run. Returns a folder with the files that a kill would leave. */
async function deleteWal(desk: TestCore): Promise<string> {
  const wal = join(desk.dataDir, "live", "chute.sqlite-wal");
  await checkIn(desk, "ana");
  // Waits for the integrity check of the start, which opens the database, too.
  await desk.value("journal.verify", {});
  rmSync(wal);
  await desk.clock.advance(3_000);
  await expect.poll(() => findings(desk)).toMatchObject([{ code: "file-gone" }]);
  expect(await desk.call("backup.make", { commandId: newCommandId() })).toMatchObject({
    error: { code: "not-saved", details: { why: "file-gone" } },
  });
  expect(existsSync(wal)).toBe(false);
  expect(await checkIn(desk, "rui")).toMatchObject({
    error: { code: "not-saved", details: { why: "file-gone" } },
  });
  const folder = temporaryFolder();
  cpSync(desk.dataDir, folder, { recursive: true });
  await desk.core.close();
  return folder;
}

const arrivedAt = async (desk: TestCore) =>
  (await desk.value("roster.runCounts", { eventId: tinyEventId })).runs[0]?.arrived;

test.each([
  ["first", async (desk: TestCore) => desk],
  ["later", async (desk: TestCore) => desk.reopen()],
])(
  "J1 S4 the WAL is deleted in a %s run: no job opens the database, and the next start offers the backup",
  async (_run, start) => {
    const desk = await start(await openRace(harbourRun, { ports: { workerUrl } }));
    const dataDir = await deleteWal(desk);
    const { ports, clock } = desk;
    await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
    const again = await openTestCore({ dataDir, ports, clock, onDamaged: "restore-backup" });
    expect(await arrivedAt(again)).toBe(1);
    expect(await findings(again)).toMatchObject([
      { code: "database-set-aside", facts: { reason: "entries-lost" } },
    ]);
    const later = await again.reopen();
    expect(await arrivedAt(later)).toBe(1);
    expect(await findings(later)).toEqual([]);
  },
);

test("S4 a person may leave the entries of a backup behind: start empty, or go back further by hand", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("backup.make", { commandId: newCommandId() });
  await checkIn(desk, "ana");
  await desk.clock.advance(1_000);
  await desk.value("backup.make", { commandId: newCommandId() });
  await desk.core.close();
  const { ports, clock, dataDir } = desk;
  const [newest, older] = listBackups(workspaceFiles(join(dataDir, "live")));

  const empty = temporaryFolder();
  cpSync(dataDir, empty, { recursive: true });
  rmSync(join(empty, "live", "chute.sqlite"));
  const started = await openTestCore({
    dataDir: empty,
    ports,
    clock,
    onDamaged: "start-empty",
  });
  expect(await findings(await started.reopen())).toEqual([]);

  const live = join(dataDir, "live");
  copyFileSync(join(live, "backups", older?.name ?? ""), join(live, "chute.sqlite"));
  const back = await (await openTestCore({ dataDir, ports, clock })).reopen();
  expect(await arrivedAt(back)).toBe(0);
  expect(await findings(back)).toEqual([]);
  expect(newest?.name).not.toBe(older?.name);
});
