import { mkdirSync, statSync, writeFileSync } from "node:fs";
import type { PathLike } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createBackups } from "#core/db/backup/backup.ts";
import { createJobs } from "#core/db/worker/job-client.ts";
import { makeFolder } from "#core/db/files/files.ts";
import { moveAside, workspaceFiles } from "#core/db/open/workspace-files.ts";
import { openTestDatabase, temporaryFolder } from "#test/support/database.ts";

/** The operations on the disk in their order, as `what path`. */
const asked: string[] = [];

vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  const paths = new Map<number, PathLike>();
  const openSync: typeof fs.openSync = (path, ...how) => {
    const handle = fs.openSync(path, ...how);
    paths.set(handle, path);
    return handle;
  };
  const fsyncSync: typeof fs.fsyncSync = (handle) => {
    asked.push(`flush ${String(paths.get(handle))}`);
    fs.fsyncSync(handle);
  };
  const renameSync: typeof fs.renameSync = (from, to) => {
    asked.push(`name ${String(to)}`);
    fs.renameSync(from, to);
  };
  const rmSync: typeof fs.rmSync = (path, how) => {
    asked.push(`remove ${String(path)}`);
    fs.rmSync(path, how);
  };
  return { ...fs, openSync, fsyncSync, renameSync, rmSync };
});

/** The operations since the last call, with paths relative to a folder. */
function askedWithin(folder: string): string[] {
  const told = asked.splice(0).map((line) => line.split(" "));
  return told.map(([what, ...path]) => `${what} ${relative(folder, path.join(" ")) || "."}`);
}

test("J1 each folder of a new way has its name flushed, and none that was there before", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "there"));
  const path = join(folder, "there", "a", "b", "c");
  askedWithin(folder);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
  expect(askedWithin(folder)).toEqual(["flush there/a/b", "flush there/a", "flush there"]);
  makeFolder(path);
  expect(askedWithin(folder)).toEqual([]);
});

test("S4 the folders of what is set aside are flushed before anything is moved there", () => {
  const folder = temporaryFolder();
  const files = workspaceFiles(folder);
  writeFileSync(files.database, "damaged");
  askedWithin(folder);
  const place = relative(folder, moveAside(files, 0));
  expect(askedWithin(folder)).toEqual([
    "flush set-aside",
    "flush .",
    `name ${place}/chute.sqlite`,
    `flush ${place}`,
    "flush .",
  ]);
});

test("J1 an export is flushed, with its name and the folder that was made for it", async () => {
  const { db } = openTestDatabase();
  const jobs = createJobs({ databasePath: db.path });
  onTestFinished(() => jobs.close());
  const folder = temporaryFolder();
  askedWithin(folder);
  const made = await jobs.run("export", {
    what: "journal",
    format: "csv",
    layout: "plain",
    eventId: "e",
    runId: null,
    path: join(folder, "exports", "j.csv"),
    makesFolder: true,
    podium: [],
  });
  expect(made).toMatchObject({ ok: true });
  expect(askedWithin(folder)).toEqual([
    "flush .",
    "flush exports/j.csv.part",
    "name exports/j.csv",
    "flush exports",
  ]);
});

test("S4 a backup counts once its bytes and its name are flushed; only then may the ring forget another", async () => {
  const { db, clock, files } = openTestDatabase();
  const jobs = createJobs({ databasePath: db.path });
  onTestFinished(() => jobs.close());
  const backups = createBackups({ db, files, jobs, clock, logger: { log: () => undefined } });
  for (let made = 0; made < 5; made += 1) await backups.make();
  const spare = backups.list().at(-1)?.name ?? "";
  askedWithin(files.backups);
  const made = await backups.make();
  const name = made.ok ? made.value.name : "";
  expect(askedWithin(files.backups)).toEqual([
    `remove ${name}.part`,
    `flush ${name}.part`,
    `name ${name}`,
    "flush .",
    `remove ${spare}`,
  ]);
});
