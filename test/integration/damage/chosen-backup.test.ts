import { cpSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { restoreDatabaseFile } from "#core/core.ts";
import { placeEmptyDatabase } from "#core/db/damage/empty-database.ts";
import { migrations } from "#core/db/migrations/ladder.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import {
  markDamage,
  moveAside,
  restoreCutShort,
  workspaceFiles,
} from "#core/db/open/workspace-files.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { order, readRows } from "../journal-mirror/stick-desk.ts";

const checkIn = (desk: TestCore, runnerId: string) =>
  desk.value("checkIn.perform", { ...order(), runnerId });

const countEntries = (desk: { readonly dataDir: string }): unknown =>
  readRows(desk, "SELECT count(*) AS n FROM journal")[0]?.["n"];

const findings = async (desk: TestCore) => (await desk.value("desk.get", {})).about.findings;

const liveFiles = (dataDir: string) => workspaceFiles(join(dataDir, "live"));

/** A desk in its second run with one check-in in a backup, which is also on a stick, and two behind it. */
async function usedDesk() {
  const desk = await (await openRace(harbourRun)).reopen();
  await checkIn(desk, "ana");
  const { name } = await desk.value("backup.make", { commandId: order().commandId });
  await checkIn(desk, "rui");
  await checkIn(desk, "luk");
  const { dataDir, ports, clock } = desk;
  const stick = join(temporaryFolder(), "race.sqlite");
  cpSync(join(dataDir, "live", "backups", name), stick);
  return { desk, stick, dataDir, ports, clock };
}

/** Damage for which a person is asked. The journal stays readable. */
function alterSchema(dataDir: string): void {
  const raw = new Sqlite(liveFiles(dataDir).database);
  raw.exec("CREATE TABLE extra (a)");
  raw.close();
}

const allTaken = [{ code: "database-set-aside", facts: { taken: 2, refused: 0 } }];

test("S4 the database was damaged and a person chose a backup file: it takes over the journal behind it, and the report says so once", async () => {
  const { desk, stick, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  alterSchema(dataDir);
  await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
  expect(restoreDatabaseFile(stick, { dataDir, clock }).ok).toBe(true);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject(allTaken);
  expect(countEntries(again)).toBe(3);
  expect(await findings(await again.reopen())).toEqual([]);
});

test("S4 damage was found while the desk worked and a person went back to a backup: it takes over the journal behind it", async () => {
  const { desk, stick, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  const mark = { reason: "quick-check", atMs: clock.now(), setAside: null, backup: null };
  markDamage(liveFiles(dataDir), mark);
  expect(restoreDatabaseFile(stick, { dataDir, clock }).ok).toBe(true);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject(allTaken);
  expect(countEntries(again)).toBe(3);
});

test("S4 without damage, a person who goes back to a backup gets that backup alone", async () => {
  const { desk, stick, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  expect(restoreDatabaseFile(stick, { dataDir, clock }).ok).toBe(true);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toEqual([]);
  expect(countEntries(again)).toBe(1);
});

test("S4 the database is lost and its WAL is here: also a backup file that a person chooses takes over what the WAL holds", async () => {
  const { desk, stick, ports, clock } = await usedDesk();
  const dataDir = temporaryFolder();
  cpSync(desk.dataDir, dataDir, { recursive: true });
  truncateSync(liveFiles(dataDir).database);
  rmSync(liveFiles(dataDir).backups, { recursive: true });
  await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
  expect(restoreDatabaseFile(stick, { dataDir, clock }).ok).toBe(true);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject(allTaken);
  expect(countEntries(again)).toBe(3);
});

test("S4 the program is killed after the backup is in place and before the journal is taken over: the next start takes it", async () => {
  const { desk, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  alterSchema(dataDir);
  const { folder } = liveFiles(dataDir);
  const killed = openWorkspaceDatabase({ folder, clock, onDamaged: "restore-backup" });
  if (killed.ok) killed.value.db.close();
  expect(killed.ok).toBe(true);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject(allTaken);
  expect(countEntries(again)).toBe(3);
  expect(await findings(await again.reopen())).toEqual([]);
  expect(readdirSync(liveFiles(dataDir).setAside)).toHaveLength(1);
});

test("S4 a restore is killed before the backup is in place: the database is called undamaged, and goes on when it is put back", async () => {
  const { desk, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  const files = liveFiles(dataDir);
  const mark = { reason: restoreCutShort, atMs: clock.now(), backup: null };
  markDamage(files, { ...mark, setAside: null });
  const setAside = moveAside(files, mark.atMs);
  markDamage(files, { ...mark, setAside });
  const asked = openWorkspaceDatabase({ folder: files.folder, clock });
  expect(asked).toMatchObject({
    error: { message: expect.stringContaining("is not damaged"), details: { setAside } },
  });
  for (const name of readdirSync(setAside)) {
    renameSync(join(setAside, name), join(files.folder, name));
  }
  const again = await openTestCore({ dataDir, ports, clock });
  expect(countEntries(again)).toBe(3);
  expect((await again.value("sync.status", {})).copied).toBeNull();
  expect(await findings(await again.reopen())).toEqual([]);
});

test("S4 a restore was cut short, and the start with an empty database is killed before it said so: the next start says where the former database is", async () => {
  const { desk, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  const files = liveFiles(dataDir);
  const mark = { reason: restoreCutShort, atMs: clock.now(), backup: null };
  const setAside = moveAside(files, mark.atMs);
  markDamage(files, { ...mark, setAside });
  placeEmptyDatabase(files, migrations);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(countEntries(again)).toBe(0);
  expect(await findings(again)).toMatchObject([
    { code: "database-set-aside", facts: { setAside, answer: "start-empty" } },
  ]);
  expect(await findings(await again.reopen())).toEqual([]);
});

test("S4 a restore was cut short, and what a person put in the place of the database is damaged: it is set aside, too", async () => {
  const { desk, dataDir, clock } = await usedDesk();
  await desk.core.close();
  const files = liveFiles(dataDir);
  const setAside = moveAside(files, clock.now());
  markDamage(files, { reason: restoreCutShort, atMs: clock.now(), setAside, backup: null });
  writeFileSync(files.database, "x".repeat(8_192));
  const opened = openWorkspaceDatabase({ folder: files.folder, clock });
  expect(opened).toMatchObject({ error: { code: "database-damaged" } });
  expect(readdirSync(files.setAside)).toHaveLength(2);
});

test("S4 a restore is killed before anything was moved: the next start opens the database as before", async () => {
  const { desk, dataDir, ports, clock } = await usedDesk();
  await desk.core.close();
  const mark = { reason: restoreCutShort, atMs: clock.now(), setAside: null, backup: null };
  markDamage(liveFiles(dataDir), mark);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(countEntries(again)).toBe(3);
  expect(await findings(again)).toEqual([]);
  expect(await findings(await again.reopen())).toEqual([]);
});
