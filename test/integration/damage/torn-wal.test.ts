import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import { NotSavedError, reasonOnDisk } from "#core/db/open/not-saved.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase, temporaryFolder } from "#test/support/database.ts";

const facts = 12;

/** Appends a check-in and its projection, as the desk does. */
const checkIn = ({ db, stores }: TestDatabase, number: number): void =>
  db.transaction(() => {
    const fact = { kind: "check-in.made", payload: { reason: `${number}` }, eventId: "e" } as const;
    stores.journal.append({ ...fact, subject: `r${number}`, ...author });
    stores.runners.refresh("e", `r${number}`);
  });

describe("S4 a log that was cut off", () => {
  test("S4 at any length the database opens sound, with a whole beginning of what was saved", async () => {
    const desk = openTestDatabase();
    desk.db.raw.pragma("wal_checkpoint(TRUNCATE)");
    for (let number = 1; number <= facts; number += 1) checkIn(desk, number);
    const log = `${desk.files.database}-wal`;
    const whole = readFileSync(log).length;
    const found: number[] = [];
    for (const share of [0, 0.07, 0.2, 0.34, 0.5, 0.68, 0.81, 0.9, 0.99, 1]) {
      const folder = join(temporaryFolder(), "live");
      mkdirSync(folder);
      copyFileSync(desk.files.database, join(folder, "chute.sqlite"));
      copyFileSync(log, join(folder, "chute.sqlite-wal"));
      truncateSync(join(folder, "chute.sqlite-wal"), Math.floor(whole * share));
      const cut = openTestDatabase({ folder });
      const count = cut.stores.journal.count();
      for (let number = 1; number <= facts; number += 1) {
        const told = cut.stores.journal.ofSubjects([`r${number}`]).length;
        expect(told, `${share}: r${number}`).toBe(number <= count ? 1 : 0);
      }
      const jobs = createJobs({ databasePath: cut.db.path });
      expect(await jobs.run("quick-check")).toEqual({ sound: true, problems: [] });
      expect((await jobs.run("verify-journal")).brokenAt).toEqual([]);
      expect((await jobs.run("verify-projections")).differences).toBe(0);
      await jobs.close();
      checkIn(cut, 100);
      expect(cut.stores.journal.count()).toBe(count + 1);
      found.push(count);
    }
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found[0]).toBe(0);
    expect(found.at(-1)).toBe(facts);
  });
});

/** A small file system, if the user may mount one; else null, and only SQLite's own refusal is tested. */
function smallFileSystem(): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

describe("J1 a disk that takes nothing any more", () => {
  test("J1 one that was mounted read-only under the program is told as such, and nothing is half saved", () => {
    const disk = smallFileSystem();
    const desk = openTestDatabase(disk === null ? {} : { folder: join(disk, "live") });
    checkIn(desk, 1);
    const setReadOnly = (on: boolean): void => {
      if (disk === null) desk.db.raw.pragma(`query_only = ${on ? "ON" : "OFF"}`);
      else execFileSync("mount", ["-o", `remount,${on ? "ro" : "rw"}`, disk], { stdio: "ignore" });
    };
    let canRemount = true;
    try {
      setReadOnly(true);
    } catch {
      // Files that are open for writing prevent the remount; then SQLite itself refuses.
      canRemount = false;
      desk.db.raw.pragma("query_only = ON");
    }
    expect(() => checkIn(desk, 2)).toThrow(NotSavedError);
    if (canRemount) setReadOnly(false);
    else desk.db.raw.pragma("query_only = OFF");
    expect(desk.stores.journal.count()).toBe(1);
    expect(desk.stores.journal.ofSubjects(["r2"])).toEqual([]);
    checkIn(desk, 2);
    expect(desk.stores.journal.count()).toBe(2);
  });

  test("J1 a disk that became read-only is called so, whatever SQLite calls it", () => {
    const disk = smallFileSystem();
    if (disk === null) {
      const folder = temporaryFolder();
      chmodSync(folder, 0o500);
      expect(reasonOnDisk("unknown", join(folder, "chute.sqlite"))).toBe("read-only");
      return;
    }
    const path = join(disk, "chute.sqlite");
    expect(reasonOnDisk("unknown", path)).toBe("unknown");
    execFileSync("mount", ["-o", "remount,ro", disk], { stdio: "ignore" });
    expect(reasonOnDisk("unknown", path)).toBe("read-only");
    expect(reasonOnDisk("disk-full", path)).toBe("disk-full");
  });
});
