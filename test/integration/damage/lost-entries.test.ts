import {
  closeSync,
  cpSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { order, readRows } from "../journal-mirror/stick-desk.ts";

const frameBytes = 24 + 4_096;

/** Saves this number of check-ins, all but the last one undone. */
async function checkIn(desk: TestCore, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const { entryId } = await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
    await desk.value("checkIn.undo", { ...order(), runnerId: "ana", entryId });
  }
}

const makeBackup = (desk: TestCore) => desk.value("backup.make", { commandId: order().commandId });

const countEntries = (desk: { readonly dataDir: string }): number =>
  Number(readRows(desk, "SELECT count(*) AS n FROM journal")[0]?.["n"]);

const findings = async (desk: TestCore) => (await desk.value("desk.get", {})).about.findings;

const walOf = (dataDir: string): string => join(dataDir, "live", "chute.sqlite-wal");

/** A copy of the files that a kill of this program leaves. */
function leaveFiles({ dataDir, clock }: TestCore): string {
  const folder = temporaryFolder();
  cpSync(dataDir, folder, { recursive: true });
  const now = new Date(clock.now());
  utimesSync(walOf(folder), now, now);
  return folder;
}

/** Fills bytes of the WAL with zeros, and keeps its time of change. */
function zeroWal(dataDir: string, from: number, bytes: number): void {
  const { atime, mtime } = statSync(walOf(dataDir));
  const file = openSync(walOf(dataDir), "r+");
  writeSync(file, new Uint8Array(bytes), 0, bytes, from);
  closeSync(file);
  utimesSync(walOf(dataDir), atime, mtime);
}

/**
 * A desk in its second run, with 60 entries of this run in its WAL and in a backup, and 10 entries behind the backup.
 * `backupAt` is the end of the WAL when the backup was made.
 */
async function busyDesk() {
  const desk = await (await openRace(harbourRun)).reopen();
  await checkIn(desk, 30);
  await makeBackup(desk);
  const backupAt = statSync(walOf(desk.dataDir)).size;
  await checkIn(desk, 5);
  return { desk, backupAt, dataDir: leaveFiles(desk), entries: countEntries(desk) };
}

test("S4 a damaged WAL that lost entries of the newest backup: the start offers that backup, and takes what is behind it from the WAL", async () => {
  const { desk, dataDir, backupAt, entries } = await busyDesk();
  const from = 32 + 3 * frameBytes;
  zeroWal(dataDir, from, backupAt - from);
  const { ports, clock } = desk;
  await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
  const again = await openTestCore({ dataDir, ports, clock, onDamaged: "restore-backup" });
  expect(await findings(again)).toMatchObject([
    { code: "database-set-aside", facts: { reason: "entries-lost", taken: 10 } },
  ]);
  expect(countEntries(again)).toBe(entries);
  const later = await again.reopen();
  expect(await findings(later)).toEqual([]);
  expect(countEntries(later)).toBe(entries);
});

test("S4 zeros in the WAL, with the whole journal in later frames: nobody is asked, and no entry is missing", async () => {
  const { desk, dataDir, entries } = await busyDesk();
  zeroWal(dataDir, 32 + 3 * frameBytes + 1_000, 40 * frameBytes);
  const { ports, clock } = desk;
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject([{ code: expect.stringMatching(/^log-/) }]);
  expect(countEntries(again)).toBe(entries);
  expect(await findings(await again.reopen())).toEqual([]);
});

test("S4 the program is killed before the journal of a damaged WAL is taken over: the next start takes it", async () => {
  const { desk, dataDir, entries } = await busyDesk();
  rmSync(join(dataDir, "live", "backups"), { recursive: true });
  zeroWal(dataDir, 32 + 3 * frameBytes + 1_000, 40 * frameBytes);
  const { ports, clock } = desk;
  const killed = openWorkspaceDatabase({ folder: join(dataDir, "live"), clock });
  if (killed.ok) killed.value.db.close();
  expect(countEntries({ dataDir })).toBeLessThan(entries);
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject([{ code: "log-damaged", facts: { refused: 0 } }]);
  expect(countEntries(again)).toBe(entries);
  expect(await findings(await again.reopen())).toEqual([]);
});

test("S4 a newer backup that lacks the same entries hides nothing: the backup that has them is offered", async () => {
  const first = await openRace(harbourRun);
  const desk = await first.reopen();
  const lossy = leaveFiles(desk);
  await checkIn(desk, 20);
  const better = await makeBackup(desk);
  const entries = countEntries(desk);
  await desk.core.close();
  const { ports, clock } = desk;
  await clock.advance(1_000);
  const later = await openTestCore({ dataDir: lossy, ports, clock });
  await checkIn(later, 1);
  const newer = await makeBackup(later);
  await later.core.close();
  cpSync(
    join(desk.dataDir, "live", "backups", better.name),
    join(lossy, "live", "backups", better.name),
  );

  await expect(openTestCore({ dataDir: lossy, ports, clock })).rejects.toThrow("database-damaged");
  expect(newer.name > better.name).toBe(true);
  const again = await openTestCore({ dataDir: lossy, ports, clock, onDamaged: "restore-backup" });
  expect(countEntries(again)).toBe(entries + 2);
  expect(await findings(await again.reopen())).toEqual([]);
});

test.each([
  ["emptied", (dataDir: string) => truncateSync(walOf(dataDir), 0)],
  ["shortened", (dataDir: string) => truncateSync(walOf(dataDir), 40_000)],
  ["overwritten", (dataDir: string) => zeroWal(dataDir, 0, 50 * frameBytes)],
] as const)(
  "J1 S4 the WAL is %s in place while the program runs: it is reported within seconds, and the next start offers a backup of everything",
  async (_how, harm) => {
    const { desk, entries } = await busyDesk();
    harm(desk.dataDir);
    await desk.clock.advance(3_000);
    await expect.poll(() => findings(desk)).toMatchObject([{ code: "file-replaced" }]);
    const again = await desk.call("checkIn.perform", { ...order(), runnerId: "rui" });
    expect(again).toMatchObject({ error: { details: { why: "file-replaced" } } });

    const dataDir = leaveFiles(desk);
    const { ports, clock } = desk;
    await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
    const restored = await openTestCore({ dataDir, ports, clock, onDamaged: "restore-backup" });
    expect(countEntries(restored)).toBe(entries);
  },
);
