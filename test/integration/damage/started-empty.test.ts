import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import { readDamage, workspaceFiles } from "#core/db/open/workspace-files.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { order } from "../journal-mirror/stick-desk.ts";

const liveFiles = (dataDir: string) => workspaceFiles(join(dataDir, "live"));

/** A desk with one check-in, whose database another program has changed. A backup has the check-in, too. */
async function damagedDesk(hasBackup: boolean): Promise<TestCore> {
  const desk = await openRace(harbourRun, { ports: { computer: { id: "laptop-1" } } });
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await desk.value("backup.make", { commandId: order().commandId });
  await desk.core.close();
  if (!hasBackup) rmSync(liveFiles(desk.dataDir).backups, { recursive: true });
  const raw = new Sqlite(liveFiles(desk.dataDir).database);
  raw.exec("CREATE TABLE extra (a)");
  raw.close();
  const { dataDir, ports, clock } = desk;
  await expect(openTestCore({ dataDir, ports, clock })).rejects.toThrow("database-damaged");
  return desk;
}

/** Starts empty, and copies the data folder before each pragma and each closing: a kill there leaves these files. */
function filesOfKills({ dataDir, clock }: TestCore): readonly string[] {
  const copies: string[] = [];
  for (const name of ["pragma", "close"] as const) {
    const real = Sqlite.prototype[name] as (...all: unknown[]) => unknown;
    const spy = vi.spyOn(Sqlite.prototype, name).mockImplementation(function (
      this: Sqlite.Database,
      ...all: unknown[]
    ) {
      const copy = temporaryFolder();
      cpSync(dataDir, copy, { recursive: true });
      copies.push(copy);
      return real.apply(this, all) as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  const { folder } = liveFiles(dataDir);
  const opened = openWorkspaceDatabase({ folder, clock, onDamaged: "start-empty" });
  vi.restoreAllMocks();
  if (!opened.ok) throw new Error(opened.error.message);
  opened.value.db.close();
  return copies;
}

test.each([true, false])(
  "S4 wherever a kill cuts a start with an empty database off, the next start sets nothing else aside and takes nothing over (with a backup: %s)",
  async (hasBackup) => {
    const desk = await damagedDesk(hasBackup);
    const { clock } = desk;
    const setAside = readDamage(liveFiles(desk.dataDir))?.setAside;
    const copies = filesOfKills(desk);
    let asked = 0;
    for (const dataDir of copies) {
      const { folder, setAside: place } = liveFiles(dataDir);
      const next = openWorkspaceDatabase({ folder, clock });
      if (!next.ok) {
        asked += 1;
        const details = { reason: "schema-altered", setAside };
        expect(next.error).toMatchObject({ code: "database-damaged", details });
      }
      const started = next.ok
        ? next
        : openWorkspaceDatabase({ folder, clock, onDamaged: "start-empty" });
      if (!started.ok) throw new Error(started.error.message);
      const { db, findings } = started.value;
      expect(db.raw.prepare("SELECT count(*) FROM journal").pluck().get()).toBe(0);
      expect(findings.filter(({ takeFrom }) => takeFrom !== null)).toEqual([]);
      db.close();
      expect(readdirSync(place)).toHaveLength(1);
    }
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(copies.length);
  },
);
