import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { restoreDatabaseFile } from "#core/core.ts";
import { watchClonedFolder } from "#core/db/open/cloned-folder-detection.ts";
import { writeBackup } from "#core/db/backup/write-backup.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import { schemaVersion } from "#core/db/migrations/ladder.ts";
import { looksLikeBackup, restoreFile } from "#core/db/damage/restore-file.ts";
import {
  markDamage,
  moveAside,
  readDamage,
  workspaceFiles,
} from "#core/db/open/workspace-files.ts";
import { createManualClock } from "#test/support/clock.ts";
import { author, openTestDatabase, temporaryFolder } from "#test/support/database.ts";
import { openTestCore } from "#test/support/test-core.ts";

const clock = createManualClock();

/** A closed workspace with this number of entries. */
function workspaceWith(entries: number, folder = join(temporaryFolder(), "live")) {
  const { db, stores, files } = openTestDatabase({ folder });
  for (let number = 0; number < entries; number += 1) {
    const subject = `r${number}`;
    db.transaction(() =>
      stores.journal.append({
        kind: "check-in.made",
        payload: {},
        eventId: "e",
        subject,
        ...author,
      }),
    );
  }
  db.close();
  return files;
}

function countEntries(path: string): unknown {
  const raw = new Sqlite(path, { readonly: true });
  const count = raw.prepare("SELECT count(*) FROM journal").pluck().get();
  raw.close();
  return count;
}

const bytesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith("chute.sqlite"))
    .map((name) => [name, readFileSync(join(folder, name))] as const);

describe("S4 going back to a file", () => {
  test("S4 the present database is set aside whole and the file takes its place", () => {
    const here = workspaceWith(3);
    const before = bytesIn(here.folder);
    const stick = workspaceWith(1).database;
    const gone = restoreFile(here, stick, clock);
    const setAside = gone.ok ? (gone.value.setAside ?? "") : "";
    expect(bytesIn(setAside)).toEqual(before);
    expect(countEntries(here.database)).toBe(1);
    expect(countEntries(stick)).toBe(1);
    expect(readDamage(here)).toBeNull();
  });

  test("S5 what came from a file says that it is a copy, so that nothing is sent unasked", () => {
    const here = workspaceWith(3);
    expect(restoreFile(here, workspaceWith(1).database, clock).ok).toBe(true);
    const { db, stores } = openTestDatabase({ folder: here.folder });
    const random = { uuid: () => "u", number: () => 0, bytes: (n: number) => new Uint8Array(n) };
    const logger = { log: () => undefined };
    const watch = watchClonedFolder({ db, meta: stores.meta, files: here, random, logger });
    expect(watch.found).toBe("backup");
    db.close();
  });

  test.each([
    [
      "a trigger",
      "CREATE TRIGGER remail AFTER INSERT ON journal BEGIN DELETE FROM registration; END",
    ],
    ["a view", "CREATE VIEW people AS SELECT * FROM registration"],
    ["a table", "CREATE TABLE extra (a)"],
    ["an index", "CREATE INDEX slow ON journal (payload)"],
    ["one column more", "ALTER TABLE outbox ADD COLUMN sent_to TEXT"],
    ["a guard less", "DROP TRIGGER journal_never_changed"],
  ])("S11 a backup into which somebody put %s is refused, and nothing is moved", (_what, sql) => {
    const here = workspaceWith(3);
    const before = bytesIn(here.folder);
    const stick = workspaceWith(1).database;
    const raw = new Sqlite(stick);
    raw.exec(sql);
    raw.close();
    const refused = restoreFile(here, stick, clock);
    expect(!refused.ok && refused.error).toMatchObject({ code: "backup-altered" });
    expect(bytesIn(here.folder)).toEqual(before);
    const opened = openWorkspaceDatabase({ folder: join(stick, ".."), clock });
    expect(!opened.ok && opened.error).toMatchObject({
      code: "database-damaged",
      details: { reason: "schema-altered" },
    });
  });

  test("S11 devices that were paired do not come back, and no backup holds what lets them in", async () => {
    const folder = join(temporaryFolder(), "live");
    const { db, stores, files } = openTestDatabase({ folder });
    const device = { id: "d1", name: "Tablet", tokenHash: "f00dfeed".repeat(8) };
    db.transaction(() =>
      stores.devices.add({
        ...device,
        pairedAtMs: 1,
        lastSeenAtMs: null,
        role: "desk",
        journalDevice: null,
      }),
    );
    const backup = join(files.backups, "one.sqlite");
    await writeBackup(db.raw, backup);
    expect(readFileSync(backup).includes(device.tokenHash)).toBe(false);
    db.close();

    const here = workspaceWith(0);
    expect(restoreFile(here, files.database, clock).ok).toBe(true);
    const again = openTestDatabase({ folder: here.folder });
    expect(again.stores.devices.list()).toEqual([]);
    expect(readFileSync(here.database).includes(device.tokenHash)).toBe(false);
    again.db.close();
  });

  test("S4 a database that was copied with its log loses nothing of it", () => {
    const folder = join(temporaryFolder(), "live");
    const { db, stores, files } = openTestDatabase({ folder });
    db.transaction(() =>
      stores.journal.append({
        kind: "check-in.made",
        payload: {},
        eventId: "e",
        subject: "r",
        ...author,
      }),
    );
    const stick = join(temporaryFolder(), "race.sqlite");
    for (const suffix of ["", "-wal"]) copyFileSync(`${files.database}${suffix}`, stick + suffix);
    db.close();
    const here = workspaceWith(0);
    expect(restoreFile(here, stick, clock).ok).toBe(true);
    expect(countEntries(here.database)).toBe(1);
  });

  test("S4 what is no sound backup of this version is refused, and nothing is moved", () => {
    const here = workspaceWith(3);
    const before = bytesIn(here.folder);
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    writeFileSync(path("words.sqlite"), "not a database ".repeat(20));
    writeFileSync(path("empty.sqlite"), "");
    const other = new Sqlite(path("other.sqlite"));
    other.exec("CREATE TABLE t (a)");
    other.close();
    copyFileSync(workspaceWith(1).database, path("newer.sqlite"));
    const newer = new Sqlite(path("newer.sqlite"));
    newer.exec("CREATE TABLE of_a_later_version (a)");
    newer.pragma(`user_version = ${schemaVersion + 1}`);
    newer.close();
    copyFileSync(workspaceWith(500).database, path("torn.sqlite"));
    truncateSync(path("torn.sqlite"), 40_000);
    mkdirSync(path("folder.sqlite"));

    const refusals = {
      "words.sqlite": "backup-not-ours",
      "empty.sqlite": "backup-not-ours",
      "other.sqlite": "backup-not-ours",
      "newer.sqlite": "backup-newer",
      "torn.sqlite": "backup-damaged",
      "folder.sqlite": "backup-unreadable",
      "nothing.sqlite": "backup-unreadable",
    };
    for (const [name, code] of Object.entries(refusals)) {
      expect(restoreFile(here, path(name), clock), name).toMatchObject({ error: { code } });
      expect(bytesIn(here.folder), name).toEqual(before);
      expect(existsSync(here.setAside), name).toBe(false);
      expect(readdirSync(here.folder), name).not.toContain("restore.part");
    }
    // A check of the first bytes finds every fault except damage further inside.
    for (const [name, code] of Object.entries(refusals)) {
      if (name === "torn.sqlite") continue;
      expect(looksLikeBackup(path(name)), name).toMatchObject({ error: { code } });
    }
    expect(looksLikeBackup(here.database).ok).toBe(true);
  });

  test.each([0, 3, schemaVersion ^ 4, schemaVersion ^ 0x1_00, 0xff_ff])(
    "S4 a file whose version number is damaged (%i) is no file of a newer version: it is restored, with the right number",
    (version) => {
      const path = join(temporaryFolder(), "race.sqlite");
      copyFileSync(workspaceWith(2).database, path);
      const file = new Sqlite(path);
      file.pragma(`user_version = ${version}`);
      file.close();
      const here = workspaceWith(0);
      expect(looksLikeBackup(path).ok).toBe(true);
      expect(restoreFile(here, path, clock)).toMatchObject({ ok: true });
      expect(countEntries(here.database)).toBe(2);
      const opened = openWorkspaceDatabase({ folder: here.folder, clock });
      expect(opened.ok && opened.value.findings).toEqual([]);
      if (opened.ok) opened.value.db.close();
    },
  );

  test("S4 a file whose application id is damaged is restored, with the right id", () => {
    const path = join(temporaryFolder(), "race.sqlite");
    copyFileSync(workspaceWith(2).database, path);
    const file = new Sqlite(path);
    file.pragma("application_id = 7");
    file.close();
    const here = workspaceWith(0);
    expect(looksLikeBackup(path).ok).toBe(true);
    expect(restoreFile(here, path, clock)).toMatchObject({ ok: true });
    const opened = openWorkspaceDatabase({ folder: here.folder, clock });
    expect(opened.ok && opened.value.findings).toEqual([]);
    if (opened.ok) opened.value.db.close();
    expect(countEntries(here.database)).toBe(2);
  });

  test("S4 after a database that was already set aside, the file is put in its place, and the mark stays until the journal is taken over", () => {
    const here = workspaceWith(3);
    const setAside = moveAside(here, 1);
    markDamage(here, { reason: "quick-check", atMs: 1, setAside, backup: null });
    const gone = restoreFile(here, workspaceWith(2).database, clock);
    expect(gone).toEqual({ ok: true, value: { setAside: null } });
    expect(countEntries(here.database)).toBe(2);
    expect(readDamage(here)).toMatchObject({ setAside });
    expect(readdirSync(here.setAside)).toEqual([basename(setAside)]);
  });

  test("S3 not while another process has the folder", async () => {
    const { dataDir } = await openTestCore();
    const gone = restoreDatabaseFile(workspaceWith(1).database, { dataDir, clock });
    expect(gone).toMatchObject({ error: { code: "folder-in-use" } });
  });

  test("S4 a folder without a database takes one as well", () => {
    const dataDir = temporaryFolder();
    expect(restoreDatabaseFile(workspaceWith(2).database, { dataDir, clock })).toEqual({
      ok: true,
      value: { setAside: null },
    });
    expect(countEntries(workspaceFiles(join(dataDir, "live")).database)).toBe(2);
  });
});
