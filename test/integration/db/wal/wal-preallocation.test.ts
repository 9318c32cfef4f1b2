import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { preallocateWal } from "#core/db/wal/wal-preallocation.ts";
import { openTestDatabase, temporaryFolder } from "#test/support/database.ts";

const preallocatedBytes = 24 * 2 ** 20;

test("J1 commits in a WAL with preallocated space are found again after a crash, and nothing else", async () => {
  const { db, stores, clock, files } = openTestDatabase();
  preallocateWal({ db, clock });
  for (let at = 0; at < 40; at += 1) {
    db.transaction(() => stores.meta.set("touched", String(at)));
    await clock.advance(4);
  }
  expect(statSync(`${files.database}-wal`).size).toBe(preallocatedBytes);
  expect(clock.pending).toBe(0);
  db.transaction(() => stores.meta.set("touched", "last"));
  const { written } = db.walPages();

  const folder = join(temporaryFolder(), "live");
  mkdirSync(folder);
  for (const suffix of ["", "-wal"]) {
    copyFileSync(`${files.database}${suffix}`, join(folder, `chute.sqlite${suffix}`));
  }
  const after = openTestDatabase({ folder });
  expect(after.stores.meta.get("touched")).toBe("last");
  expect(after.db.walPages().written).toBe(written);
  expect(after.db.raw.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("J1 a commit between two parts of the preallocation is kept, also if it is longer than the parts so far", async () => {
  const { db, stores, clock, files } = openTestDatabase();
  preallocateWal({ db, clock });
  const logSize = (): number => statSync(`${files.database}-wal`).size;
  const runOneTimer = async (): Promise<void> => {
    let ran = 0;
    await clock.advance(0, () => ran++ > 0);
  };
  const texts = [100, 3 * 2 ** 20, 5 * 2 ** 20, 100].map((bytes, at) => String(at).repeat(bytes));
  for (const [at, text] of texts.entries()) {
    await runOneTimer();
    expect(logSize()).toBeLessThan(preallocatedBytes);
    db.transaction(() => stores.meta.set(`text ${at}`, text));
  }
  await clock.advance(0);
  expect(logSize()).toBe(preallocatedBytes);

  const folder = join(temporaryFolder(), "live");
  mkdirSync(folder);
  for (const suffix of ["", "-wal"]) {
    copyFileSync(`${files.database}${suffix}`, join(folder, `chute.sqlite${suffix}`));
  }
  const after = openTestDatabase({ folder });
  expect(texts.map((_, at) => after.stores.meta.get(`text ${at}`))).toEqual(texts);
  expect(after.db.raw.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("J1 in the middle of a transaction the log is left alone", async () => {
  const { db, stores, clock, files } = openTestDatabase();
  db.transaction(() => stores.meta.set("touched", "before"));
  preallocateWal({ db, clock });
  db.raw.exec("BEGIN IMMEDIATE");
  const before = statSync(`${files.database}-wal`).size;
  await clock.advance(100);
  expect(statSync(`${files.database}-wal`).size).toBe(before);
  db.raw.exec("ROLLBACK");
  db.transaction(() => stores.meta.set("touched", "after"));
  await clock.advance(1);
  expect(statSync(`${files.database}-wal`).size).toBe(preallocatedBytes);
});

test("J1 a WAL that outgrew its preallocation gets as much again, and no more while there is space", async () => {
  const { db, stores, clock, files } = openTestDatabase();
  db.deferCheckpoints(true);
  preallocateWal({ db, clock });
  await clock.advance(1);
  const logSize = (): number => statSync(`${files.database}-wal`).size;
  const write = (letter: string, bytes: number): void =>
    db.transaction(() => stores.meta.set("touched", letter.repeat(bytes)));
  write("a", 12 * 2 ** 20);
  await clock.advance(1);
  expect(logSize()).toBe(preallocatedBytes);
  write("b", 12 * 2 ** 20);
  const outgrown = logSize();
  expect(outgrown).toBeGreaterThan(preallocatedBytes);
  await clock.advance(1);
  expect(logSize()).toBe(outgrown + preallocatedBytes);
  write("c", 100);
  await clock.advance(1);
  expect(logSize()).toBe(outgrown + preallocatedBytes);
  expect(clock.pending).toBe(0);
  expect(stores.meta.get("touched")).toHaveLength(100);
});

test("J1 without the log's file, and once closed, nothing is made", async () => {
  const { db, stores, clock, files } = openTestDatabase();
  db.transaction(() => stores.meta.set("touched", "before"));
  preallocateWal({ db, clock }).close();
  expect(clock.pending).toBe(0);
  rmSync(`${files.database}-wal`);
  preallocateWal({ db, clock });
  await clock.advance(1_000);
  expect(clock.pending).toBe(0);
  expect(existsSync(`${files.database}-wal`)).toBe(false);
});

/** Opens the folder as a host does, saves something, and is killed while it works. */
const killed = `
  import { randomBytes, randomUUID } from "node:crypto";
  import { statSync } from "node:fs";
  import { openWorkspaceDatabase } from "#core/db/open/open.ts";
  import { preallocateWal } from "#core/db/wal/wal-preallocation.ts";
  import { createStores } from "#core/db/stores.ts";
  const [folder, word, when] = process.argv.slice(1);
  const clock = { now: () => Date.now(), monotonic: () => performance.now(),
    after: (delayMs, call) => { const timer = setTimeout(call, delayMs); return () => clearTimeout(timer); } };
  const random = { uuid: randomUUID, number: Math.random, bytes: (length) => randomBytes(length) };
  const { db } = openWorkspaceDatabase({ folder, clock }).value;
  const stores = createStores(db, { clock, random });
  preallocateWal({ db, clock });
  db.transaction(() => stores.meta.set(word, word));
  const isWhole = () => statSync(db.path + "-wal").size >= 24 * 2 ** 20;
  const die = () => setTimeout(() => process.kill(process.pid, "SIGKILL"), 20);
  if (when === "early") die();
  else setInterval(() => isWhole() && die(), 5);`;

test("J1 after eight kills the WAL is preallocated once, and has everything that was saved", async () => {
  const folder = join(temporaryFolder(), "live");
  const log = join(folder, "chute.sqlite-wal");
  const words = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
  const sizes: number[] = [];
  for (const [at, word] of words.entries()) {
    const when = at < 4 ? "early" : "when it is long";
    const child = spawn(
      process.execPath,
      ["--input-type=module-typescript", "-e", killed, folder, word, when],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    await once(child, "close");
    expect(child.signalCode).toBe("SIGKILL");
    sizes.push(statSync(log).size);
  }
  expect(Math.max(...sizes)).toBe(preallocatedBytes);
  expect(sizes.slice(4)).toEqual(words.slice(4).map(() => preallocatedBytes));
  const { stores } = openTestDatabase({ folder });
  expect(words.map((word) => stores.meta.get(word))).toEqual(words);
});

test("J1 a WAL that crashes left longer than its preallocation is made anew at the start", () => {
  const { db, stores, files } = openTestDatabase();
  db.transaction(() => stores.meta.set("touched", "yes"));
  const folder = join(temporaryFolder(), "live");
  mkdirSync(folder);
  copyFileSync(files.database, join(folder, "chute.sqlite"));
  const log = join(folder, "chute.sqlite-wal");
  copyFileSync(`${files.database}-wal`, log);
  truncateSync(log, 8 * preallocatedBytes);
  const after = openTestDatabase({ folder });
  expect(statSync(log).size).toBeLessThan(preallocatedBytes);
  expect(after.stores.meta.get("touched")).toBe("yes");
});

test("J1 on a disk with little free space the WAL is not made longer", async () => {
  const disk = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    // Without the right to mount a file system there is no small disk to test with.
    return;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", disk]));
  const { db, stores, clock, files } = openTestDatabase({ folder: join(disk, "live") });
  preallocateWal({ db, clock });
  db.transaction(() => stores.meta.set("touched", "yes"));
  await clock.advance(4);
  expect(statSync(`${files.database}-wal`).size).toBeLessThan(2 ** 20);
});
