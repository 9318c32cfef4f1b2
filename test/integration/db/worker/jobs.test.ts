import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBackups, spareBackups } from "#core/db/backup/backup.ts";
import { exportFolder, makeExport } from "#core/db/export/export.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";
import { createJobs } from "#core/db/worker/job-client.ts";
import { workerUrl } from "#test/support/built-worker.ts";
import type { TestDatabase } from "#test/support/database.ts";
import {
  author,
  listedRegistration,
  openTestDatabase,
  temporaryFolder,
} from "#test/support/database.ts";

test("S4 a check that cannot read the file fails with the code of the disk or of SQLite, which the log tells", async () => {
  const databasePath = join(temporaryFolder(), "missing.sqlite");
  const jobs = createJobs({ databasePath, workerUrl });
  onTestFinished(() => jobs.close());
  await expect(jobs.run("quick-check")).rejects.toMatchObject({ why: "SQLITE_CANTOPEN" });
});

const logger = { log: () => undefined };

function openJobs({ db }: TestDatabase, inWorker: boolean): Jobs {
  const jobs = createJobs({ databasePath: db.path, workerUrl: inWorker ? workerUrl : undefined });
  onTestFinished(() => jobs.close());
  return jobs;
}

/** A race with unusual texts. Two runners are checked in, one of them by two desks. */
function race(): TestDatabase {
  const desk = openTestDatabase();
  const { db, stores } = desk;
  db.transaction(() => {
    stores.registrations.upsertPage(
      "e",
      [
        listedRegistration("r1", { bib: "007", name: "=cmd|' /C calc'!A0", email: "+1@x.org" }),
        listedRegistration("r2", { bib: "A12", name: 'Zoë "Z", Ñandú\n山田' }),
        listedRegistration("r3"),
      ],
      1,
      1,
    );
    for (const [subject, desk] of [
      ["r1", "Desk 1"],
      ["r2", "Desk 1"],
      ["r1", "Desk 2"],
    ] as const) {
      stores.journal.append({
        kind: "check-in.made",
        payload: { reason: "@home" },
        eventId: "e",
        subject,
        operator: "Ana",
        desk,
      });
      stores.runners.refresh("e", subject);
    }
    stores.journal.append({
      kind: "walk-up.saved",
      payload: {
        form: { eventRunId: "run-1", email: "w@x.org", registrationType: "free", notes: "-1" },
        bib: "0900",
        outboxId: "o1",
      },
      eventId: "e",
      subject: "w_1",
      ...author,
    });
    stores.runners.refresh("e", "w_1");
  });
  return desk;
}

const plain = { eventId: "e", layout: "plain", runId: null, podium: [] } as const;
const order = { ...plain, eventName: "Spring  Race 10 km!" };

const ownFolder = ({ files }: TestDatabase) => ({ folder: exportFolder(files, null) });

describe.each([
  ["in the worker", true],
  ["on the caller's thread", false],
])("exports %s", (_where, inWorker) => {
  test("J4 check-ins as CSV: a BOM, bibs as text, formulas made harmless, every claim a row", async () => {
    const desk = race();
    const parts = { ...desk, jobs: openJobs(desk, inWorker) };
    const made = await makeExport(parts, {
      ...order,
      ...ownFolder(desk),
      what: "check-ins",
      format: "csv",
    });
    if (!made.ok) throw new Error(made.error.message);
    const text = readFileSync(made.value.path, "utf8");
    expect(made.value).toMatchObject({ rows: 3, bytes: Buffer.byteLength(text) });
    expect(made.value.name).toMatch(/^spring-race-10-km-check-ins-.*Z\.csv$/);
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text).toContain('"007","\'=cmd|\' /C calc\'!A0","\'+1@x.org"');
    expect(text).toContain('"A12","Zoë ""Z"", Ñandú\n山田"');
    expect(text).toContain('"\'@home","1","2"');
    expect(text).toContain('"\'@home","2","2"');
    expect(readdirSync(desk.files.exports)).toEqual([made.value.name]);
  });

  test("W3 walk-ups, and J6 the journal, as CSV and JSON", async () => {
    const desk = race();
    const parts = { ...desk, jobs: openJobs(desk, inWorker) };
    const read = async (what: "walk-ups" | "journal", format: "csv" | "json") => {
      const made = await makeExport(parts, { ...order, ...ownFolder(desk), what, format });
      if (!made.ok) throw new Error(made.error.message);
      return readFileSync(made.value.path, "utf8");
    };
    const [walkUp] = JSON.parse(await read("walk-ups", "json"));
    expect(walkUp).toMatchObject({ bib: "0900", delivery: "not-sent", takenBack: false });
    expect(await read("walk-ups", "csv")).toContain('"\'-1"');
    const entries = JSON.parse(await read("journal", "json"));
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      "check-in.made",
      "check-in.made",
      "check-in.made",
      "walk-up.saved",
    ]);
    expect(entries[1].previousHash).toBe(entries[0].hash);
    expect((await read("journal", "csv")).split("\r\n")).toHaveLength(6);
  });
});

describe("exports", () => {
  test("J1 a folder that cannot take the file is told, and no part of it is left", async () => {
    const desk = race();
    const jobs = openJobs(desk, true);
    const path = join(desk.files.exports, "absent", "x.csv");
    const made = await jobs.run("export", {
      ...plain,
      what: "journal",
      format: "csv",
      path,
      makesFolder: false,
    });
    expect(!made.ok && made.error).toMatchObject({
      code: "not-saved",
      details: { why: "file-gone" },
    });
    expect(readdirSync(desk.files.exports)).toEqual([]);
  });

  test("J1 a full disk is told as such", async () => {
    const desk = race();
    const jobs = openJobs(desk, true);
    const folder = temporaryFolder();
    let path = "/dev/full/x.csv";
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", folder], { stdio: "ignore" });
      onTestFinished(() => void execFileSync("umount", ["-l", folder]));
      execFileSync("dd", ["if=/dev/zero", `of=${join(folder, "filler")}`], { stdio: "ignore" });
    } catch (error) {
      if (existsSync(join(folder, "filler"))) path = join(folder, "x.csv");
      else expect(error).toBeInstanceOf(Error);
    }
    const made = await jobs.run("export", {
      ...plain,
      what: "journal",
      format: "csv",
      path,
      makesFolder: false,
    });
    const expected = path.startsWith(folder) ? "disk-full" : "unknown";
    expect(!made.ok && made.error.details).toEqual({ why: expected });
    expect(existsSync(path)).toBe(false);
  });
});

describe("backups", () => {
  const openBackups = (desk: TestDatabase) =>
    createBackups({ ...desk, jobs: openJobs(desk, true), logger });

  test("J1 a backup made while the desk goes on is whole, checked and opens", async () => {
    const desk = race();
    const backups = openBackups(desk);
    const making = backups.make();
    desk.db.transaction(() => desk.stores.meta.set("a", "1"));
    const made = await making;
    if (!made.ok) throw new Error(made.error.message);
    expect(backups.list()).toEqual([made.value]);
    expect(readdirSync(backups.folder)).toEqual([made.value.name]);
    const copy = new Sqlite(join(backups.folder, made.value.name), { readonly: true });
    expect(copy.prepare("SELECT count(*) FROM journal").pluck().get()).toBe(4);
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    copy.close();
  });

  test("J1 a folder of backups that was removed while the desk goes on is made again", async () => {
    const desk = race();
    const backups = openBackups(desk);
    rmSync(backups.folder, { recursive: true });
    expect(await backups.make()).toMatchObject({ ok: true });
    expect(backups.list()).toHaveLength(1);
  });

  test("J1 a data folder that was moved away is not made again by a backup: the next start would open an empty desk", async () => {
    const desk = race();
    const backups = openBackups(desk);
    await backups.make();
    const folder = dirname(backups.folder);
    rmSync(folder, { recursive: true });
    expect(await backups.make()).toMatchObject({ ok: false, error: { code: "not-saved" } });
    expect(existsSync(folder)).toBe(false);
  });

  test("J1 a backup is made soon after the start, then only when something changed", async () => {
    const desk = race();
    const backups = openBackups(desk);
    backups.start();
    await desk.clock.advance(5_000);
    await backups.close();
    expect(backups.list()).toHaveLength(1);
    await desk.clock.advance(60 * 60_000);
    expect(backups.list()).toHaveLength(1);
  });

  test("J1 every ten minutes a change is covered", async () => {
    const desk = race();
    const jobs = createJobs({ databasePath: desk.db.path });
    const backups = createBackups({ ...desk, jobs, logger });
    backups.start();
    await desk.clock.advance(5_000);
    await backups.make();
    desk.db.transaction(() => desk.stores.meta.set("a", "1"));
    await desk.clock.advance(10 * 60_000);
    await backups.close();
    await jobs.close();
    expect(backups.list()).toHaveLength(3);
  });

  test("J1 the ring keeps the five newest and the newest of each of seven days", () => {
    const hour = 3_600_000;
    const start = Date.UTC(2026, 4, 17, 12);
    const all = Array.from({ length: 24 * 10 }, (_, index) => ({
      name: `b${index}`,
      atMs: start - index * hour,
      bytes: 1,
    }));
    const spare = new Set(spareBackups(all));
    const kept = all.filter((backup) => !spare.has(backup)).map(({ atMs }) => atMs);
    expect(kept.slice(0, 5)).toEqual(all.slice(0, 5).map(({ atMs }) => atMs));
    expect(kept.slice(5).map((atMs) => new Date(atMs).getUTCHours())).toEqual(Array(6).fill(23));
  });

  test("S4 J7 under a clock that was set back, the backup just made is the newest one, and the ring keeps it", async () => {
    const desk = race();
    const backups = openBackups(desk);
    const dayMs = 24 * 60 * 60_000;
    for (let day = 0; day < 8; day += 1) {
      desk.clock.jump(dayMs);
      await backups.make();
    }
    desk.clock.jump(-20 * dayMs);
    for (let round = 0; round < 2; round += 1) {
      const made = await backups.make();
      expect(made.ok && made.value).toEqual(backups.list()[0]);
      await desk.clock.advance(60_000);
    }
  });
});

describe("the worker", () => {
  test("J5 J6 verifies journal and projections beside a desk that goes on", async () => {
    const desk = race();
    const jobs = openJobs(desk, true);
    const [journal, projections, soundness] = await Promise.all([
      jobs.run("verify-journal"),
      jobs.run("verify-projections"),
      jobs.run("quick-check"),
    ]);
    expect(journal).toEqual({ entries: 4, brokenAt: [] });
    expect(projections).toMatchObject({ differences: 0, runners: 4 });
    expect(soundness.sound).toBe(true);
  });

  test("S4 a job that breaks rejects, and the next one is done", async () => {
    const desk = race();
    const jobs = openJobs(desk, true);
    const wrong = jobs.run("nonsense" as "quick-check");
    await expect(wrong).rejects.toThrow("nonsense");
    expect((await jobs.run("quick-check")).sound).toBe(true);
  });

  test("S3 an idle worker is ended and started again when needed", async () => {
    const desk = race();
    const { clock } = desk;
    const jobs = createJobs({
      databasePath: desk.db.path,
      workerUrl,
      after: (delayMs, call) => clock.after(delayMs, call),
    });
    expect((await jobs.run("quick-check")).sound).toBe(true);
    expect(clock.pending).toBe(1);
    await clock.advance(10_000);
    expect(clock.pending).toBe(0);
    expect((await jobs.run("quick-check")).sound).toBe(true);
    await jobs.close();
    await expect(jobs.run("quick-check")).rejects.toThrow("Closed");
  });
});
