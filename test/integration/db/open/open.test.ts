import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createBackups } from "#core/db/backup/backup.ts";
import { createJobs } from "#core/db/worker/job-client.ts";
import type { OpenOptions } from "#core/db/open/open.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import { migrations, schemaVersion } from "#core/db/migrations/ladder.ts";
import { checkIntegrity } from "#core/db/damage/integrity-check.ts";
import {
  forgetDamage,
  listBackups,
  readDamage,
  workspaceFiles,
} from "#core/db/open/workspace-files.ts";
import { createManualClock } from "#test/support/clock.ts";
import { author, openTestDatabase, temporaryFolder } from "#test/support/database.ts";

const clock = createManualClock();
const logger = { log: () => undefined };

/** A closed workspace with one check-in, and optionally a backup of it. */
async function usedWorkspace(withBackup: boolean): Promise<string> {
  const folder = join(temporaryFolder(), "live");
  const { db, stores, files } = openTestDatabase({ folder });
  db.transaction(() =>
    stores.journal.append({
      kind: "check-in.made",
      payload: {},
      eventId: "e",
      subject: "r1",
      ...author,
    }),
  );
  if (withBackup) {
    const jobs = createJobs({ databasePath: db.path });
    const made = await createBackups({ db, files, jobs, clock, logger }).make();
    expect(made.ok).toBe(true);
    await jobs.close();
  }
  db.close();
  return folder;
}

const open = (folder: string, onDamaged?: OpenOptions["onDamaged"]) => {
  const opened = openWorkspaceDatabase({ folder, clock, onDamaged });
  if (opened.ok) opened.value.db.close();
  return opened;
};

const countEntries = (path: string): unknown => {
  const raw = new Sqlite(path, { readonly: true });
  const count = raw.prepare("SELECT count(*) FROM journal").pluck().get();
  raw.close();
  return count;
};

describe("opening", () => {
  test("J1 every commit is flushed to the disk when it returns", () => {
    const { raw } = openTestDatabase().db;
    const pragma = (name: string): unknown => raw.pragma(name, { simple: true });
    expect(pragma("journal_mode")).toBe("wal");
    expect(pragma("synchronous")).toBe(2);
    expect(pragma("foreign_keys")).toBe(1);
    expect(pragma("fullfsync")).toBe(process.platform === "darwin" ? 1 : 0);
    expect(pragma("user_version")).toBe(schemaVersion);
  });

  test("S4 a newer database is refused and not touched", async () => {
    const folder = await usedWorkspace(false);
    const { database } = workspaceFiles(folder);
    const raw = new Sqlite(database);
    raw.exec("CREATE TABLE of_a_later_version (a)");
    raw.pragma(`user_version = ${schemaVersion + 1}`);
    raw.close();
    const before = readFileSync(database);
    const opened = open(folder);
    expect(!opened.ok && opened.error).toMatchObject({
      code: "database-newer",
      details: { version: schemaVersion + 1, known: schemaVersion },
    });
    expect(readFileSync(database)).toEqual(before);
  });

  test.each([0, 3, schemaVersion ^ 4, schemaVersion ^ 0x100, 0xff_ff])(
    "S4 a database whose version number is damaged (%i) is no database of a newer version: it is repaired without a question",
    async (version) => {
      const folder = await usedWorkspace(false);
      const { database } = workspaceFiles(folder);
      const raw = new Sqlite(database);
      raw.pragma(`user_version = ${version}`);
      raw.close();
      const opened = open(folder);
      const facts = { reason: "number-damaged", setAside: expect.stringContaining("set-aside") };
      expect(opened).toMatchObject({
        value: { findings: [{ code: "database-repaired", facts }] },
      });
      expect(countEntries(database)).toBe(1);
    },
  );

  test.each([0, 0x43_48_55_55])(
    "S4 a database whose application id is damaged (%i) is no database of another program: it is repaired without a question",
    async (id) => {
      const folder = await usedWorkspace(false);
      const { database } = workspaceFiles(folder);
      const raw = new Sqlite(database);
      raw.pragma(`application_id = ${id}`);
      raw.close();
      const opened = open(folder);
      expect(opened).toMatchObject({ value: { findings: [{ code: "database-repaired" }] } });
      expect(countEntries(database)).toBe(1);
    },
  );

  test("S4 before a migration of a file in use, a backup of it is made", async () => {
    const folder = await usedWorkspace(false);
    const files = workspaceFiles(folder);
    const ladder = [...migrations, "CREATE TABLE extra (a TEXT PRIMARY KEY) STRICT"];
    const opened = openWorkspaceDatabase({ folder, clock, ladder });
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.db.raw.pragma("user_version", { simple: true })).toBe(schemaVersion + 1);
    opened.value.db.close();
    const [backup] = listBackups(files);
    const kept = join(files.backups, backup?.name ?? "");
    expect(countEntries(kept)).toBe(1);
    const before = new Sqlite(kept, { readonly: true });
    expect(before.pragma("user_version", { simple: true })).toBe(schemaVersion);
    before.close();
  });

  test("S4 what a killed process left half written is gone after the next start", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    const left = [
      join(files.backups, "chute-2026-06-14T07-00-00-000Z.sqlite.part"),
      join(files.backups, "chute-2026-06-14T07-00-00-000Z.sqlite.part-journal"),
      join(files.exports, "check-ins.csv.part"),
      join(folder, "restore.part-wal"),
    ];
    for (const path of left) writeFileSync(path, "half");
    writeFileSync(join(files.exports, "spare.part.csv"), "somebody's");
    expect(open(folder).ok).toBe(true);
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    expect(existsSync(join(files.exports, "spare.part.csv"))).toBe(true);
    expect(listBackups(files)).toHaveLength(1);
  });

  test("S4 another program's database is refused and not touched", () => {
    const folder = join(temporaryFolder(), "live");
    mkdirSync(folder);
    const raw = new Sqlite(workspaceFiles(folder).database);
    raw.exec("CREATE TABLE theirs (x)");
    raw.pragma("user_version = 1");
    raw.close();
    const opened = open(folder);
    expect(!opened.ok && opened.error.code).toBe("folder-unusable");
  });

  test.each(["", "backups", "exports"])(
    "S4 a file in the place of the folder live/%s is named and not touched",
    (name) => {
      const folder = join(temporaryFolder(), "live");
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "theirs");
      const opened = open(folder);
      expect(!opened.ok && opened.error).toMatchObject({
        code: "file-in-the-way",
        details: { path },
      });
      expect(readFileSync(path, "utf8")).toBe("theirs");
    },
  );

  test("S4 a folder in the place of the database is named", () => {
    const folder = join(temporaryFolder(), "live");
    const path = workspaceFiles(folder).database;
    mkdirSync(path, { recursive: true });
    const opened = open(folder);
    expect(!opened.ok && opened.error).toMatchObject({
      code: "file-in-the-way",
      details: { path },
    });
  });

  test.each(["chute.sqlite-wal", "damaged.json", "stamp.json"])(
    "S4 a pipe in the place of %s is named, and nobody waits for its writer",
    async (name) => {
      const folder = await usedWorkspace(false);
      const path = join(folder, name);
      rmSync(path, { force: true });
      execFileSync("mkfifo", [path]);
      expect(open(folder)).toMatchObject({ error: { code: "file-in-the-way", details: { path } } });
    },
  );

  test.each(["chute.sqlite", "stamp.json", "backups"])(
    "S4 a link that leads to itself in the place of %s is named",
    async (name) => {
      const folder = await usedWorkspace(false);
      const path = join(folder, name);
      rmSync(path, { recursive: true, force: true });
      symlinkSync(name, path);
      expect(open(folder)).toMatchObject({ error: { code: "file-in-the-way", details: { path } } });
    },
  );

  test("S4 a folder, a pipe and a link without an end that are called like a backup are no backups", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    const pathOf = (day: number): string =>
      join(files.backups, `chute-2030-01-0${day}T00-00-00-000Z.sqlite`);
    mkdirSync(pathOf(1));
    execFileSync("mkfifo", [pathOf(2)]);
    symlinkSync(join(folder, "nowhere"), pathOf(3));
    symlinkSync(pathOf(4), pathOf(4));
    expect(listBackups(files)).toHaveLength(1);
    expect(open(folder).ok).toBe(true);
  });

  const damages: [string, (database: string) => void][] = [
    ["garbage in its header", (database) => writeFileSync(database, "x".repeat(8_192))],
    ["a cut-off end", (database) => truncateSync(database, statSync(database).size / 2)],
    ["no bytes at all", (database) => truncateSync(database, 0)],
  ];

  test.each(damages)(
    "S4 a database with %s is set aside whole and reported",
    async (_what, damage) => {
      const folder = await usedWorkspace(true);
      const files = workspaceFiles(folder);
      damage(files.database);
      writeFileSync(`${files.database}-wal`, "");
      const bytes = readFileSync(files.database);

      const first = open(folder);
      expect(!first.ok && first.error.code).toBe("database-damaged");
      const [place] = readdirSync(files.setAside);
      expect(readFileSync(join(files.setAside, place ?? "", "chute.sqlite"))).toEqual(bytes);
      expect(existsSync(`${files.database}-wal`)).toBe(false);

      const again = open(folder);
      expect(again).toEqual(first);
      expect(!again.ok && again.error.details).toMatchObject({
        setAside: join(files.setAside, place ?? ""),
        lastBackup: { name: expect.stringMatching(/^chute-.*\.sqlite$/) },
      });

      const restored = open(folder, "restore-backup");
      expect(restored.ok && restored.value.findings[0]?.code).toBe("database-set-aside");
      expect(countEntries(files.database)).toBe(1);
      expect(open(folder).ok).toBe(true);
      expect(readdirSync(files.setAside)).toHaveLength(1);
    },
  );

  test("S4 the only backup has a damaged version number: it is restored nevertheless", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    const [backup] = listBackups(files);
    const raw = new Sqlite(join(files.backups, backup?.name ?? ""));
    raw.pragma(`user_version = ${schemaVersion ^ 0x1_00}`);
    raw.close();
    writeFileSync(files.database, "not a database, not a database");
    expect(open(folder).ok).toBe(false);
    const restored = open(folder, "restore-backup");
    expect(restored.ok && restored.value.findings[0]?.code).toBe("database-set-aside");
    expect(countEntries(files.database)).toBe(1);
    expect(open(folder).ok).toBe(true);
  });

  test("S4 without a backup only starting empty is left, and it is never done unasked", async () => {
    const folder = await usedWorkspace(false);
    const files = workspaceFiles(folder);
    writeFileSync(files.database, "not a database, not a database");
    expect(open(folder).ok).toBe(false);
    const unrestored = open(folder, "restore-backup");
    expect(!unrestored.ok && unrestored.error.details).toMatchObject({ lastBackup: null });
    expect(open(folder).ok).toBe(false);
    expect(open(folder, "start-empty").ok).toBe(true);
    expect(countEntries(files.database)).toBe(0);
  });

  test("S4 a damaged newest backup is passed over for one that opens", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    writeFileSync(join(files.backups, "chute-2030-01-01T00-00-00-000Z.sqlite"), "y".repeat(5_000));
    writeFileSync(files.database, "z".repeat(5_000));
    expect(open(folder).ok).toBe(false);
    expect(open(folder, "restore-backup").ok).toBe(true);
    expect(countEntries(files.database)).toBe(1);
  });

  test("S4 an answer that a crash cut short, or a backup put there by hand, counts at the next start", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    writeFileSync(files.database, "x".repeat(8_192));
    expect(open(folder).ok).toBe(false);
    const mark = readFileSync(join(folder, "damaged.json"));
    expect(open(folder, "restore-backup").ok).toBe(true);
    for (const answer of [undefined, "restore-backup", "start-empty"] as const) {
      writeFileSync(join(folder, "damaged.json"), mark);
      const again = open(folder, answer);
      expect(again.ok && again.value.findings).toMatchObject([
        { code: "database-set-aside", facts: { answer: "" } },
      ]);
      expect(countEntries(files.database)).toBe(1);
    }
    forgetDamage(files);
    const next = open(folder);
    expect(next.ok && next.value.findings).toEqual([]);
  });

  test("S4 what was put there by hand and is damaged, too, is set aside as well", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    for (const bytes of ["x".repeat(8_192), "y".repeat(8_192)]) {
      writeFileSync(files.database, bytes);
      expect(open(folder)).toMatchObject({ error: { code: "database-damaged" } });
    }
    expect(readdirSync(files.setAside)).toHaveLength(2);
    expect(open(folder, "restore-backup").ok).toBe(true);
    expect(countEntries(files.database)).toBe(1);
  });

  test("S4 damage deep in the file is found after the start and set aside at the next", async () => {
    const folder = await usedWorkspace(true);
    const files = workspaceFiles(folder);
    const { db, stores } = openTestDatabase({ folder });
    db.transaction(() => {
      for (let number = 0; number < 2_000; number += 1)
        stores.meta.set(`key-${number}`, "x".repeat(99));
    });
    const pageOf = db.raw.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'meta'").pluck();
    const pageSize = Number(db.raw.pragma("page_size", { simple: true }));
    const page = Number(pageOf.get());
    db.close();
    const bytes = readFileSync(files.database);
    bytes.fill(0xff, (page - 1) * pageSize, page * pageSize);
    writeFileSync(files.database, bytes);

    const { db: damaged } = openTestDatabase({ folder });
    const jobs = createJobs({ databasePath: damaged.path });
    const verdict = await checkIntegrity({ files, jobs, clock, logger });
    expect(verdict.sound).toBe(false);
    await jobs.close();
    damaged.close();
    expect(readDamage(files)).toMatchObject({ reason: "quick-check", setAside: null });
    const next = open(folder);
    expect(!next.ok && next.error.code).toBe("database-damaged");
    expect(open(folder, "restore-backup").ok).toBe(true);
  });

  test("S4 a missing folder is told as such", () => {
    const opened = open(join(temporaryFolder(), "absent", "live"));
    expect(!opened.ok && opened.error.code).toBe("folder-missing");
  });

  test("S4 a folder that cannot be written to is told as such", async () => {
    const folder = await usedWorkspace(false);
    const parent = join(folder, "..");
    chmodSync(parent, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o555);
    chmodSync(folder, 0o555);
    // The superuser may write anywhere, so the script runs as the user "nobody". That user may not be able to read the
    // program, so everything is loaded before.
    const script = `
      import Sqlite from "better-sqlite3";
      import { openWorkspaceDatabase } from "#core/db/open/open.ts";
      new Sqlite(":memory:").close();
      if (process.getuid?.() === 0) {
        process.setgid(65_534);
        process.setuid(65_534);
      }
      const opened = openWorkspaceDatabase({ folder: process.argv[1], clock: { now: () => 0 } });
      process.stdout.write(opened.ok ? "opened" : opened.error.code);`;
    const said = execFileSync(
      process.execPath,
      ["--input-type=module-typescript", "-e", script, folder],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
    expect(said).toBe("folder-read-only");
  });
});
