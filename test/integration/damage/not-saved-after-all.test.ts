import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { fillDisk, freeSpaceOn, smallDisk } from "#test/support/small-disk.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase, temporaryFolder } from "#test/support/database.ts";

const MiB = 2 ** 20;

const checkIn = ({ db, stores }: TestDatabase, number: number): void =>
  db.transaction(() => {
    const fact = { kind: "check-in.made", payload: {}, eventId: "e" } as const;
    stores.journal.append({ ...fact, subject: `r${number}`, ...author });
    stores.runners.refresh("e", `r${number}`);
  });

/** Preallocates the WAL as a desk does, and then fills the rest of the disk. */
function fillWithLog(disk: string, desk: TestDatabase): void {
  const log = `${desk.files.database}-wal`;
  const file = openSync(log, "r+");
  writeSync(file, new Uint8Array(30 * MiB), 0, 30 * MiB, statSync(log).size);
  closeSync(file);
  fillDisk(disk);
}

/** The number of check-ins that were saved before one was not. */
function checkInUntilFull(desk: TestDatabase, from: number): number {
  for (let number = from; number < 5_000; number += 1) {
    try {
      checkIn(desk, number);
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      expect(error.why).toBe("disk-full");
      return number;
    }
  }
  throw new Error("The disk took everything");
}

/** The files that the next start finds if the program is killed now and the WAL index is gone. */
function leaveFiles(desk: TestDatabase): TestDatabase {
  const folder = join(temporaryFolder(), "live");
  mkdirSync(folder);
  for (const suffix of ["", "-wal"]) {
    copyFileSync(`${desk.files.database}${suffix}`, join(folder, `chute.sqlite${suffix}`));
  }
  return openTestDatabase({ folder });
}

/** If no small disk can be made, SQLite's own limit replaces it. */
function openOnFullDisk(): { readonly desk: TestDatabase; readonly freeSpace: () => void } {
  const disk = smallDisk(48);
  const desk = openTestDatabase(disk === null ? {} : { folder: join(disk, "live") });
  desk.db.raw.pragma("wal_autocheckpoint = 0");
  checkIn(desk, 0);
  if (disk === null) {
    desk.db.raw.pragma("max_page_count = 200");
    return { desk, freeSpace: () => void desk.db.raw.pragma("max_page_count = 1000000") };
  }
  fillWithLog(disk, desk);
  return { desk, freeSpace: () => freeSpaceOn(disk) };
}

test("J1 what was told as not saved on a full disk is not there after a crash either", () => {
  const { desk, freeSpace } = openOnFullDisk();
  const saved = checkInUntilFull(desk, 1);
  expect(saved).toBeGreaterThan(10);
  const left = leaveFiles(desk);
  expect(left.stores.journal.count()).toBe(saved);
  expect(existsSync(left.files.setAside), "nothing is taken for damage").toBe(false);
  freeSpace();
  checkIn(desk, saved);
  expect(leaveFiles(desk).stores.journal.count()).toBe(saved + 1);
});
