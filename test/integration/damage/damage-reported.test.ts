import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { workerUrl } from "#test/support/built-worker.ts";
import { newCommandId, openRace, openTestCore } from "#test/support/test-core.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { hashesIn, boxIn, journalOf, order, written } from "../journal-mirror/stick-desk.ts";

/** Overwrites one page in the middle of a table that a start does not read completely. */
function harmOnePage(path: string): void {
  const raw = new Sqlite(path);
  const insert = raw.prepare("INSERT INTO meta (key, value) VALUES (?, ?)");
  raw.transaction(() => {
    for (let each = 0; each < 2_000; each += 1) insert.run(`key-${each}`, "x".repeat(99));
  })();
  const page = Number(
    raw.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'meta'").pluck().get(),
  );
  const size = Number(raw.pragma("page_size", { simple: true }));
  raw.close();
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

test("S4 damage that is found while the desk works is among the findings, which every screen shows", async () => {
  const { core, dataDir, clock } = await openRace(harbourRun);
  await core.close();
  harmOnePage(join(dataDir, "live", "chute.sqlite"));
  const desk = await openTestCore({ dataDir, clock, ports: { workerUrl } });
  const findings = async () => (await desk.value("desk.get", {})).about.findings;
  await expect
    .poll(findings, { timeout: 10_000 })
    .toMatchObject([{ code: "database-damaged", facts: {} }]);
});

test("S4 what was done after damage was found is written beside it, and comes back with the backup", async () => {
  const before = await openRace(harbourRun, { ports: { workerUrl } });
  const { dataDir, clock, ports } = before;
  await before.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await before.value("backup.make", { commandId: newCommandId() });
  await before.value("checkIn.perform", { ...order(), runnerId: "rui" });
  await before.core.close();
  harmOnePage(join(dataDir, "live", "chute.sqlite"));

  const desk = await openTestCore({ dataDir, clock, ports });
  const aside = join(dataDir, "live", "set-aside", "journal");
  await expect
    .poll(async () => (await desk.value("journalMirror.get", {})).folder, { timeout: 10_000 })
    .toBe(aside);
  await desk.value("checkIn.perform", { ...order(), runnerId: "luk" });
  await written(desk);
  expect(await hashesIn(boxIn(aside))).toEqual(journalOf(desk));
  const known = journalOf(desk);
  await desk.core.close();

  const after = await openTestCore({ dataDir, clock, ports, onDamaged: "restore-backup" });
  const { findings } = (await after.value("desk.get", {})).about;
  expect(findings).toMatchObject([
    { code: "database-set-aside", facts: { answer: "restore-backup", taken: 2, refused: 0 } },
  ]);
  for (const runnerId of ["ana", "rui", "luk"]) {
    const { history } = await after.value("roster.get", { eventId: order().eventId, runnerId });
    expect(history, runnerId).toMatchObject([{ kind: "checked-in" }]);
  }
  expect(journalOf(after)).toEqual(expect.arrayContaining(known));
});

test("S4 without what was written beside it, the damaged database's own journal is read", async () => {
  const before = await openRace(harbourRun, { ports: { workerUrl } });
  const { dataDir, clock, ports } = before;
  await before.value("backup.make", { commandId: newCommandId() });
  for (const runnerId of ["ana", "rui", "luk"]) {
    await before.value("checkIn.perform", { ...order(), runnerId });
  }
  await before.core.close();
  harmOnePage(join(dataDir, "live", "chute.sqlite"));
  const desk = await openTestCore({ dataDir, clock, ports });
  const findings = async () => (await desk.value("desk.get", {})).about.findings;
  await expect.poll(findings, { timeout: 10_000 }).toHaveLength(1);
  await desk.core.close();
  rmSync(join(dataDir, "live", "set-aside"), { recursive: true, force: true });

  const after = await openTestCore({ dataDir, clock, ports, onDamaged: "restore-backup" });
  const told = (await after.value("desk.get", {})).about.findings;
  expect(told).toMatchObject([{ code: "database-set-aside", facts: { taken: 3, refused: 0 } }]);
});

test("S4 a database of which nothing can be read gives nothing back, and is kept", async () => {
  const before = await openRace(harbourRun, { ports: { workerUrl } });
  const { dataDir, clock, ports } = before;
  await before.value("backup.make", { commandId: newCommandId() });
  await before.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await before.core.close();
  const path = join(dataDir, "live", "chute.sqlite");
  writeFileSync(path, readFileSync(path).fill(0xff, 100, 200));
  const after = await openTestCore({ dataDir, clock, ports, onDamaged: "restore-backup" });
  const [told] = (await after.value("desk.get", {})).about.findings;
  expect(told).toMatchObject({ code: "database-set-aside", facts: { taken: 0 } });
  expect(existsSync(join(String(told?.facts["setAside"]), "chute.sqlite"))).toBe(true);
});
