import {
  cpSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { createCore } from "#core/core.ts";
import { openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { order, readRows } from "../journal-mirror/stick-desk.ts";

const laptop = { computer: { id: "laptop-1" } };

const checkIn = (desk: TestCore, runnerId: string) =>
  desk.value("checkIn.perform", { ...order(), runnerId });

const countEntries = (desk: { readonly dataDir: string }): unknown =>
  readRows(desk, "SELECT count(*) AS n FROM journal")[0]?.["n"];

const findings = async (desk: TestCore) => (await desk.value("desk.get", {})).about.findings;

/** A database file of SQLite without a schema, which is all that a new database is without its first WAL. */
function emptyDatabase(): Buffer {
  const raw = new Sqlite(":memory:");
  raw.pragma("user_version = 0");
  const bytes = raw.serialize();
  raw.close();
  return bytes;
}

const frameBytes = 24 + 4_096;

const databaseOf = ({ dataDir }: TestCore): string => join(dataDir, "live", "chute.sqlite");

test.each([
  ["deleted", (path: string) => rmSync(path), "database-lost"],
  ["emptied", (path: string) => truncateSync(path), "database-lost"],
  [
    "left without the WAL of its first run",
    (path: string) => writeFileSync(path, emptyDatabase()),
    "entries-lost",
  ],
] as const)(
  "S4 the database was %s and there is no backup: a person is asked, and it is started empty only by their word",
  async (_how, lose, reason) => {
    const desk = await openRace(harbourRun, { ports: laptop });
    await checkIn(desk, "ana");
    await desk.core.close();
    const { dataDir, ports, clock } = desk;
    const options = { host: "station", version: "1", dataDir, ports } as const;
    lose(databaseOf(desk));
    for (let start = 1; start <= 2; start += 1) {
      const asked = await createCore(options);
      expect(asked).toMatchObject({
        error: { code: "database-damaged", details: { reason, lastBackup: null } },
      });
    }
    const empty = await openTestCore({ dataDir, ports, clock, onDamaged: "start-empty" });
    expect(countEntries(empty)).toBe(0);
    expect(desk.logged).toContainEqual({ level: "info", event: "database.damage-found" });
    expect(await findings(await empty.reopen())).toEqual([]);
  },
);

test("S4 a lost database that a person puts back opens with its entries", async () => {
  const desk = await openRace(harbourRun, { ports: laptop });
  await checkIn(desk, "ana");
  await desk.core.close();
  const { dataDir, ports, clock } = desk;
  renameSync(databaseOf(desk), join(dataDir, "elsewhere"));
  await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
  renameSync(join(dataDir, "elsewhere"), databaseOf(desk));
  expect(countEntries(await openTestCore({ dataDir, ports, clock }))).toBe(1);
});

test.each([
  ["emptied", (path: string) => truncateSync(path)],
  ["deleted", (path: string) => rmSync(path)],
])(
  "S4 the database was %s and its WAL is here: with the backup, the entries after it come back, and the WAL is kept",
  async (_how, lose) => {
    const desk = await (await openRace(harbourRun)).reopen();
    await checkIn(desk, "ana");
    await desk.value("backup.make", { commandId: order().commandId });
    await checkIn(desk, "rui");
    await checkIn(desk, "luk");
    const dataDir = temporaryFolder();
    cpSync(desk.dataDir, dataDir, { recursive: true });
    const wal = readFileSync(join(dataDir, "live", "chute.sqlite-wal"));
    lose(join(dataDir, "live", "chute.sqlite"));

    const { ports, clock } = desk;
    await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
    const again = await openTestCore({ dataDir, ports, clock, onDamaged: "restore-backup" });
    expect(await findings(again)).toMatchObject([
      { code: "database-set-aside", facts: { taken: 2, refused: 0 } },
    ]);
    expect(countEntries(again)).toBe(3);
    const [aside] = readdirSync(join(dataDir, "live", "set-aside"));
    const kept = join(dataDir, "live", "set-aside", aside ?? "", "chute.sqlite-wal");
    expect(readFileSync(kept)).toEqual(wal);
    expect(await findings(await again.reopen())).toEqual([]);
  },
);

test("S4 the power is cut before the mark names the folder that the WAL was moved to: its entries come back all the same", async () => {
  const desk = await (await openRace(harbourRun)).reopen();
  await desk.value("backup.make", { commandId: order().commandId });
  await checkIn(desk, "rui");
  await checkIn(desk, "luk");
  const dataDir = temporaryFolder();
  cpSync(desk.dataDir, dataDir, { recursive: true });
  rmSync(join(dataDir, "live", "chute.sqlite"));
  const { ports, clock } = desk;
  await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
  const mark = join(dataDir, "live", "damaged.json");
  const known = JSON.parse(readFileSync(mark, "utf8"));
  writeFileSync(mark, JSON.stringify({ ...known, setAside: null }));

  await clock.advance(60_000);
  const again = await openTestCore({ dataDir, ports, clock, onDamaged: "restore-backup" });
  expect(await findings(again)).toMatchObject([{ facts: { taken: 2, setAside: known.setAside } }]);
  expect(readdirSync(join(dataDir, "live", "set-aside"))).toHaveLength(1);
});

test("S4 the database of a first run is deleted, there is no backup, and its WAL has everything: it is repaired without a question", async () => {
  const desk = await openRace(harbourRun);
  await checkIn(desk, "ana");
  await checkIn(desk, "rui");
  const dataDir = temporaryFolder();
  cpSync(desk.dataDir, dataDir, { recursive: true });
  rmSync(join(dataDir, "live", "chute.sqlite"));
  const { ports, clock } = desk;
  const again = await openTestCore({ dataDir, ports, clock });
  expect(await findings(again)).toMatchObject([{ code: "database-repaired" }]);
  expect(countEntries(again)).toBe(2);
  expect(await findings(await again.reopen())).toEqual([]);
});

test.each(["a later run, whose WAL has only a part", "a first run, whose WAL is damaged"])(
  "S4 the database of %s, is deleted, and there is no backup: a person is asked, and the WAL is kept",
  async (how) => {
    const isFirst = how.startsWith("a first");
    const first = await openRace(harbourRun);
    const desk = isFirst ? first : await first.reopen();
    await checkIn(desk, "ana");
    await checkIn(desk, "rui");
    const dataDir = temporaryFolder();
    cpSync(desk.dataDir, dataDir, { recursive: true });
    const path = join(dataDir, "live", "chute.sqlite");
    const wal = readFileSync(`${path}-wal`);
    const frames = Math.floor(wal.length / frameBytes);
    if (isFirst) wal.fill(0xff, (frames >> 1) * frameBytes, (frames >> 1) * frameBytes + 100);
    writeFileSync(`${path}-wal`, wal);
    rmSync(path);
    const { ports, clock } = desk;
    await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
    const [aside] = readdirSync(join(dataDir, "live", "set-aside"));
    const kept = join(dataDir, "live", "set-aside", aside ?? "", "chute.sqlite-wal");
    expect(readFileSync(kept)).toEqual(wal);
  },
);
