import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { workerUrl } from "#test/support/built-worker.ts";
import { newCommandId, openRace, openTestCore } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { order, readRows } from "../journal-mirror/stick-desk.ts";

// Enough runners for many pages of the file, in one page of the API.
const runners = Array.from({ length: 90 }, (_, index) => ({
  _id: `reg-${String(index).padStart(3, "0")}`,
  eventRunId: "run-10",
  name: `Runner ${"of a long name ".repeat(10)}${index}`,
  email: `runner-${index}@example.org`,
  bibIdentifier: String(index + 1),
}));
const bigRun = {
  event: {},
  runs: [{ _id: "run-10", distanceLabel: "10 km" }],
  registrations: runners,
};

/** Writes wrong bytes into a page in the middle of the registrations, which a start does not read. */
function harmRegistrations(dataDir: string): void {
  const path = join(dataDir, "live", "chute.sqlite");
  const raw = new Sqlite(path, { readonly: true });
  const pages = raw
    .prepare<[], number>(
      "SELECT pageno FROM dbstat WHERE name = 'registration' AND pagetype = 'leaf' ORDER BY path",
    )
    .pluck()
    .all();
  const size = Number(raw.pragma("page_size", { simple: true }));
  raw.close();
  const page = pages[Math.floor(pages.length / 2)] ?? 0;
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

const registrationsIn = (desk: { readonly dataDir: string }): number =>
  Number(readRows(desk, "SELECT count(*) AS n FROM registration")[0]?.["n"]);

async function isHere(desk: TestCore, runnerId: string): Promise<boolean> {
  const { runner } = await desk.value("roster.get", { eventId: order().eventId, runnerId });
  return runner.checkedIn !== null;
}

const openBigRace = () => openRace(bigRun, { ports: { workerUrl, computer: { id: "laptop" } } });

/** A desk that found the damage while it worked, and was started again without an answer from a person. */
async function repairedDesk(
  options: { readonly keepBackups: boolean },
  opened?: Awaited<ReturnType<typeof openBigRace>>,
) {
  const before = opened ?? (await openBigRace());
  const { dataDir, clock, ports, partner } = before;
  await before.value("backup.make", { commandId: newCommandId() });
  await before.core.close();
  harmRegistrations(dataDir);
  const desk = await openTestCore({ dataDir, clock, ports });
  const codes = async (): Promise<string[]> =>
    (await desk.value("desk.get", {})).about.findings.map(({ code }) => code);
  await expect.poll(codes, { timeout: 10_000 }).toEqual(["database-damaged"]);
  await desk.call("checkIn.perform", { ...order(), runnerId: "reg-000" });
  await desk.core.close();
  if (!options.keepBackups) rmSync(join(dataDir, "live", "backups"), { recursive: true });
  partner.online = true;
  const after = await openTestCore({ dataDir, clock, ports });
  return { ...after, partner };
}

test("S4 registrations that cannot be read come from the backup at once, and the event is downloaded again", async () => {
  const desk = await repairedDesk({ keepBackups: true });
  expect((await desk.value("desk.get", {})).about.findings).toMatchObject([
    { code: "database-repaired", facts: { replica: 1, backup: expect.stringMatching(/^chute-/) } },
  ]);
  expect(registrationsIn(desk)).toBe(runners.length);
  // The database is in a new file, and does not count as a cloned folder because of that (S5).
  expect((await desk.value("sync.status", {})).copied).toBeNull();
  expect(await isHere(desk, "reg-000")).toBe(true);
});

test("S4 a database that was repaired before is repaired again", async () => {
  const once = await repairedDesk({ keepBackups: true });
  const twice = await repairedDesk({ keepBackups: true }, once);
  expect((await twice.value("desk.get", {})).about.findings).toMatchObject([
    { code: "database-repaired", facts: { replica: 1 } },
  ]);
  expect(registrationsIn(twice)).toBe(runners.length);
  expect(await isHere(twice, "reg-000")).toBe(true);
});

test("S4 without a backup the registrations that cannot be read are missing until the download has brought them", async () => {
  const desk = await repairedDesk({ keepBackups: false });
  expect((await desk.value("desk.get", {})).about.findings).toMatchObject([
    { code: "database-repaired", facts: { replica: 1, backup: "" } },
  ]);
  const { eventId } = order();
  const copy = async () => {
    await desk.clock.advance(1_000);
    const { downloads } = await desk.value("download.status", { eventId });
    return [downloads[0]?.state, registrationsIn(desk)];
  };
  await expect.poll(copy, { timeout: 10_000 }).toEqual(["complete", runners.length]);
  expect(await isHere(desk, "reg-000")).toBe(true);
  const verdict = await desk.value("journal.verify", {});
  expect(verdict).toMatchObject({ brokenAt: [], differences: 0 });
});

test("S4 a repair that a crash cut short before the projections were rebuilt is finished at the next start", async () => {
  const desk = await repairedDesk({ keepBackups: true });
  const { dataDir, clock, ports } = desk;
  await desk.core.close();
  const raw = new Sqlite(join(dataDir, "live", "chute.sqlite"));
  raw.exec("DELETE FROM run_count; UPDATE meta SET value = '1' WHERE key = 'rebuild-projections'");
  raw.close();
  const again = await openTestCore({ dataDir, clock, ports });
  expect(await again.value("journal.verify", {})).toMatchObject({ differences: 0 });
  expect(readRows(again, "SELECT value FROM meta WHERE key = 'rebuild-projections'")).toEqual([
    { value: "0" },
  ]);
});
