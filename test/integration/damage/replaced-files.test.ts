import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, openTestCore } from "#test/support/test-core.ts";
import { tinyEventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";

/**
 * Replaces the file as programs do that synchronize folders with the internet: a copy takes its place, and the open
 * file has no name any more.
 */
function replace(path: string): void {
  copyFileSync(path, `${path}.tmp`);
  renameSync(`${path}.tmp`, path);
}

const checkIn = (desk: TestCore, runnerId: string) =>
  desk.call("checkIn.perform", { commandId: newCommandId(), eventId: tinyEventId, runnerId });

const findings = async (desk: TestCore) =>
  (await desk.value("desk.get", {})).about.findings.map(({ code, facts }) => ({ code, facts }));

test.each([
  ["file-replaced", replace],
  ["file-gone", (path: string) => rmSync(path)],
] as const)(
  "J1 S4 %s while the program runs: it is reported within seconds, and a backup has what was saved",
  async (why, harm) => {
    const desk = await openRace(harbourRun);
    const path = join(desk.dataDir, "live", "chute.sqlite");
    await checkIn(desk, "ana");
    harm(path);
    expect(await checkIn(desk, "rui")).toMatchObject({
      ok: false,
      error: { code: "not-saved", details: { why } },
    });
    await desk.clock.advance(3_000);
    await expect.poll(() => findings(desk)).toMatchObject([{ code: why }]);
    const [found] = await findings(desk);
    const { backups } = await desk.value("backup.list", {});
    expect(backups.map(({ name }) => name)).toContain(found?.facts["backup"]);
    await desk.core.close();

    rmSync(path, { force: true });
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
    const { dataDir, ports } = desk;
    const again = await openTestCore({
      dataDir,
      ports,
      clock: desk.clock,
      onDamaged: "restore-backup",
    });
    const { runs } = await again.value("roster.runCounts", { eventId: tinyEventId });
    expect(runs[0]?.arrived).toBe(1);
  },
);
