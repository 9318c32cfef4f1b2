import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import { createManualClock } from "#test/support/clock.ts";
import type { TestDatabase } from "#test/support/database.ts";
import {
  author,
  listedRegistration,
  openTestDatabase,
  temporaryFolder,
} from "#test/support/database.ts";

/** Appends one check-in and its projection, as the desk does. */
const checkIn = ({ db, stores }: TestDatabase, subject: string, reason = ""): void =>
  db.transaction(() => {
    stores.journal.append({
      kind: "check-in.made",
      payload: { reason },
      eventId: "e",
      subject,
      ...author,
    });
    stores.runners.refresh("e", subject);
  });

/** Fills the beginning of a file with zeros, in place. */
function overwrite(path: string, bytes: number): void {
  const file = openSync(path, "r+");
  writeSync(file, new Uint8Array(bytes), 0, bytes, 0);
  closeSync(file);
}

const catchNotSaved = (act: () => void): NotSavedError => {
  try {
    act();
  } catch (error) {
    if (error instanceof NotSavedError) return error;
    throw error;
  }
  throw new Error("It was saved");
};

const state = ({ stores }: TestDatabase) => ({
  entries: stores.journal.count(),
  runCounts: stores.runCounts.ofEvent("e"),
  runner: stores.runners.get("e", "r1"),
});

async function expectSound({ db }: TestDatabase): Promise<void> {
  const jobs = createJobs({ databasePath: db.path });
  expect(await jobs.run("quick-check")).toEqual({ sound: true, problems: [] });
  expect((await jobs.run("verify-journal")).brokenAt).toEqual([]);
  expect((await jobs.run("verify-projections")).differences).toBe(0);
  await jobs.close();
}

/** A file system of two megabytes if the user may mount one, else null. */
function smallFileSystem(): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

describe("a commit that fails", () => {
  test("J1 at the file's limit nothing is half saved, earlier facts are safe, the next save works", async () => {
    const desk = openTestDatabase();
    desk.db.transaction(() =>
      desk.stores.registrations.upsertPage("e", [listedRegistration("r1")], 1, 1),
    );
    checkIn(desk, "r1");
    const before = state(desk);
    const pages = Number(desk.db.raw.pragma("page_count", { simple: true }));
    desk.db.raw.pragma(`max_page_count = ${pages}`);
    const error = catchNotSaved(() => checkIn(desk, "r1", "x".repeat(200_000)));
    expect(error.why).toBe("disk-full");
    expect(state(desk)).toEqual(before);
    desk.db.raw.pragma("max_page_count = 1000000");
    checkIn(desk, "r1");
    expect(desk.stores.journal.count()).toBe(2);
    await expectSound(desk);
  });

  test("J1 on a disk that is really full, too", async () => {
    const disk = smallFileSystem();
    const desk = openTestDatabase(disk === null ? {} : { folder: join(disk, "live") });
    desk.db.transaction(() =>
      desk.stores.registrations.upsertPage("e", [listedRegistration("r1")], 1, 1),
    );
    const pages = Number(desk.db.raw.pragma("page_count", { simple: true }));
    if (disk === null) desk.db.raw.pragma(`max_page_count = ${pages + 20}`);
    let saved = 0;
    const error = catchNotSaved(() => {
      for (; saved < 10_000; saved += 1) checkIn(desk, "r1", "x".repeat(20_000));
    });
    expect(error.why).toBe("disk-full");
    expect(saved).toBeGreaterThan(0);
    expect(desk.stores.journal.count()).toBe(saved);
    expect(desk.stores.runners.get("e", "r1")?.checkInClaims).toBe(saved);

    if (disk === null) desk.db.raw.pragma("max_page_count = 1000000");
    else execFileSync("mount", ["-o", "remount,size=8m", disk]);
    checkIn(desk, "r1");
    expect(desk.stores.journal.count()).toBe(saved + 1);
    await expectSound(desk);
  });

  test("J1 a full disk at the first start is told as such", () => {
    const disk = smallFileSystem();
    if (disk !== null) {
      mkdirSync(join(disk, "live"));
      const filler = join(disk, "filler");
      writeFileSync(filler, Buffer.alloc(2 * 1024 * 1024 - 64 * 1024));
      const opened = openWorkspaceDatabase({
        folder: join(disk, "live"),
        clock: createManualClock(),
      });
      expect(!opened.ok && opened.error.code).toBe("folder-full");
      rmSync(filler);
    }
    const folder = disk === null ? temporaryFolder() : disk;
    const reopened = openWorkspaceDatabase({
      folder: join(folder, "live"),
      clock: createManualClock(),
    });
    expect(reopened.ok).toBe(true);
    if (reopened.ok) reopened.value.db.close();
  });

  test("J1 while another connection holds the file the save fails as busy and nothing is kept", () => {
    const folder = temporaryFolder();
    const desk = openTestDatabase({ folder });
    const intruder = openTestDatabase({ folder });
    desk.db.raw.pragma("busy_timeout = 10");
    intruder.db.raw.exec("BEGIN IMMEDIATE");
    expect(catchNotSaved(() => checkIn(desk, "r1")).why).toBe("busy");
    intruder.db.raw.exec("ROLLBACK");
    expect(desk.stores.journal.count()).toBe(0);
    checkIn(desk, "r1");
    expect(desk.stores.journal.count()).toBe(1);
  });

  test("J1 a file that became read-only is told as such", () => {
    const desk = openTestDatabase();
    desk.db.raw.pragma("query_only = ON");
    expect(catchNotSaved(() => checkIn(desk, "r1")).why).toBe("read-only");
    desk.db.raw.pragma("query_only = OFF");
    checkIn(desk, "r1");
    expect(desk.stores.journal.count()).toBe(1);
  });

  test.each(["chute.sqlite", "chute.sqlite-wal"])(
    "J1 when %s is deleted under the program, nothing is called saved",
    (name) => {
      const desk = openTestDatabase();
      checkIn(desk, "r1");
      rmSync(join(desk.files.folder, name));
      expect(catchNotSaved(() => checkIn(desk, "r1")).why).toBe("file-gone");
    },
  );

  test.each(["chute.sqlite", "chute.sqlite-wal", "chute.sqlite-shm"])(
    "J1 when %s is replaced under the program by a copy of itself, nothing is called saved until the next start",
    (name) => {
      const desk = openTestDatabase();
      checkIn(desk, "r1");
      const path = join(desk.files.folder, name);
      copyFileSync(path, `${path}.tmp`);
      renameSync(path, `${path}.own`);
      renameSync(`${path}.tmp`, path);
      expect(catchNotSaved(() => checkIn(desk, "r2")).why).toBe("file-replaced");
      expect(desk.stores.journal.count()).toBe(1);
      renameSync(`${path}.own`, path);
      expect(catchNotSaved(() => checkIn(desk, "r2")).why).toBe("file-replaced");
      desk.db.close();
      const again = openTestDatabase({ folder: desk.files.folder });
      checkIn(again, "r2");
      expect(again.stores.journal.count()).toBe(2);
    },
  );

  /** What another program does to the WAL in place, which leaves the file its name and its inode. */
  const harmsInPlace: readonly (readonly [string, (wal: string, size: number) => void])[] = [
    ["emptied", (wal) => truncateSync(wal, 0)],
    ["shortened", (wal, size) => truncateSync(wal, Math.floor(size / 2))],
    [
      "shortened and filled up with zeros",
      (wal, size) => {
        truncateSync(wal, Math.floor(size / 2));
        truncateSync(wal, size + 2 ** 20);
      },
    ],
    ["overwritten from its first byte on", (wal) => overwrite(wal, 32 + 3 * 4_120)],
    ["overwritten in its first 8 bytes", (wal) => overwrite(wal, 8)],
    ["replaced in place by an older copy", (wal) => writeFileSync(wal, readFileSync(`${wal}.old`))],
  ];

  test.each(harmsInPlace)(
    "J1 when the WAL is %s under the program, nothing is called saved until the next start",
    (_how, harm) => {
      const desk = openTestDatabase();
      const wal = `${desk.db.path}-wal`;
      checkIn(desk, "r1");
      copyFileSync(wal, `${wal}.old`);
      checkIn(desk, "r2");
      expect(desk.db.fileProblem()).toBeNull();
      harm(wal, statSync(wal).size);
      expect(catchNotSaved(() => checkIn(desk, "r3")).why).toBe("file-replaced");
      expect(catchNotSaved(() => desk.db.transactionWithoutFlush(() => {})).why).toBe(
        "file-replaced",
      );
      expect(desk.db.fileProblem()).toBe("file-replaced");
    },
  );

  test.each([
    ["emptied", () => 0],
    ["shortened by a page", (size: number) => size - 4_096],
  ] as const)(
    "J1 when the database file itself is %s under the program, nothing is called saved until the next start",
    (_how, left) => {
      const desk = openTestDatabase();
      checkIn(desk, "r1");
      desk.db.raw.pragma("wal_checkpoint(TRUNCATE)");
      checkIn(desk, "r2");
      truncateSync(desk.db.path, left(statSync(desk.db.path).size));
      expect(catchNotSaved(() => checkIn(desk, "r3")).why).toBe("file-replaced");
      expect(desk.db.fileProblem()).toBe("file-replaced");
    },
  );

  test("J1 an empty file in the place of the deleted WAL is another file: nothing is called saved", () => {
    const desk = openTestDatabase();
    checkIn(desk, "r1");
    const wal = `${desk.db.path}-wal`;
    writeFileSync(`${wal}.new`, "");
    renameSync(`${wal}.new`, wal);
    expect(catchNotSaved(() => checkIn(desk, "r2")).why).toBe("file-replaced");
    expect(desk.stores.journal.count()).toBe(1);
  });

  test("J1 a WAL that SQLite empties and fills again is the same file", () => {
    const desk = openTestDatabase();
    checkIn(desk, "r1");
    desk.db.raw.pragma("wal_checkpoint(TRUNCATE)");
    expect(statSync(`${desk.db.path}-wal`).size).toBe(0);
    checkIn(desk, "r2");
    desk.db.raw.pragma("wal_checkpoint(RESTART)");
    checkIn(desk, "r3");
    const other = new Sqlite(desk.db.path);
    other.pragma("wal_checkpoint(TRUNCATE)");
    other.close();
    checkIn(desk, "r4");
    expect(desk.stores.journal.count()).toBe(4);
  });

  test("J1 a bug is thrown as it is, and undone", () => {
    const { db, stores } = openTestDatabase();
    const insertTwice = (): void => {
      stores.meta.set("a", "1");
      db.raw.exec("INSERT INTO meta VALUES ('a', '2')");
    };
    expect(() => db.transaction(insertTwice)).toThrow("UNIQUE");
    expect(stores.meta.get("a")).toBeNull();
    expect(() => db.transaction(() => Promise.resolve(stores.meta.set("a", "1")))).toThrow("wait");
    expect(stores.meta.get("a")).toBeNull();
  });

  test("J1 a transaction inside another is part of it", () => {
    const { db, stores } = openTestDatabase();
    expect(() =>
      db.transaction(() => {
        db.transaction(() => stores.meta.set("a", "1"));
        throw new Error("after all, no");
      }),
    ).toThrow("after all");
    expect(stores.meta.get("a")).toBeNull();
  });
});

const writer = `
  import { openWorkspaceDatabase } from "#core/db/open/open.ts";
  import { createStores } from "#core/db/stores.ts";
  import { randomBytes, randomUUID } from "node:crypto";
  const clock = { now: () => Date.now(), monotonic: () => 0, after: () => () => {} };
  const random = { uuid: randomUUID, number: Math.random, bytes: (length) => randomBytes(length) };
  const { db } = openWorkspaceDatabase({ folder: process.argv[1], clock }).value;
  const stores = createStores(db, { clock, random });
  for (;;) {
    const entry = db.transaction(() => {
      const made = stores.journal.append({ kind: "check-in.made", payload: {}, eventId: "e",
        subject: "r1", operator: "Ana", desk: "Desk 1" });
      stores.runners.refresh("e", "r1");
      return made;
    });
    process.stdout.write(entry.sequence + "\\n");
  }`;

describe("a process that is killed", () => {
  test("J1 in the middle of saving loses nothing it had said was saved", async () => {
    const folder = temporaryFolder();
    const { db } = openTestDatabase({ folder });
    db.close();
    const child = spawn(
      process.execPath,
      ["--input-type=module-typescript", "-e", writer, folder],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    let said = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (data: Buffer) => {
        said += data.toString();
        if (said.split("\n").length > 200) resolve();
      });
    });
    child.kill("SIGKILL");
    await once(child, "close");
    const acknowledged = Number(said.split("\n").at(-2));
    const desk = openTestDatabase({ folder });
    expect(desk.stores.journal.count()).toBeGreaterThanOrEqual(acknowledged);
    expect(readdirSync(folder)).not.toContain("set-aside");
    await expectSound(desk);
  });
});
