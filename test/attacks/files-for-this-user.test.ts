import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { openRace, newCommandId, temporaryFolder } from "#test/support/test-core.ts";

const commandId = (): string => randomUUID();

/** A station inherits the umask of the process that starts it. */
function startWithUmask(mask: number, dataDir: string, flags: readonly string[] = []) {
  const before = process.umask(mask);
  const starting = startStationProcess(dataDir, flags);
  process.umask(before);
  return starting;
}

/** Every path in a folder, and the folder itself, without links. */
const pathsIn = (folder: string): string[] =>
  ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]
    .map((path) => join(folder, path))
    .filter((path) => !lstatSync(path).isSymbolicLink());

const isWindows = process.platform === "win32";

/** Whether others may read, write or enter it. Windows has no such rights: the user's profile protects the folder. */
const isOpen = (path: string): boolean => !isWindows && (statSync(path).mode & 0o077) !== 0;

const openToOthers = (folder: string): string[] => pathsIn(folder).filter(isOpen);

/** Makes the station write one file of each kind. */
async function makeEverything(station: StationProcess): Promise<void> {
  await station.value("backup.make", { commandId: commandId() });
  await station.value("practice.start", { commandId: commandId() });
  const { currentEventId: eventId } = await station.value("desk.get", {});
  if (eventId === null) throw new Error("Practice has a race");
  for (const [what, format] of [
    ["check-ins", "csv"],
    ["journal", "json"],
  ] as const) {
    await station.value("export.make", { commandId: commandId(), eventId, what, format });
  }
  await station.value("backup.make", { commandId: commandId() });
  await station.value("practice.leave", { commandId: commandId() });
  await station.value("settings.save", { commandId: commandId(), operator: "Ida" });
}

test.each([0o000, 0o022])(
  "S9 with a umask of %d folders and files are this user's alone",
  async (mask) => {
    const dataDir = join(temporaryFolder(), "race");
    const stick = temporaryFolder();
    const station = await startWithUmask(mask, dataDir, ["--journal-mirror", stick]);
    await makeEverything(station);
    await expect.poll(() => readdirSync(stick).length).toBe(1);
    const made = pathsIn(dataDir).map((path) => basename(path));
    expect(made).toEqual(
      expect.arrayContaining(["chute.sqlite", "chute.sqlite-wal", "chute.log", "exports"]),
    );
    expect(openToOthers(dataDir)).toEqual([]);
    expect(readdirSync(stick).filter((name) => isOpen(join(stick, name)))).toEqual([]);
    station.signal("SIGKILL");
    await station.ended();

    // A damaged database is set aside and replaced by a backup.
    writeFileSync(join(dataDir, "live", "chute.sqlite"), "x".repeat(50_000));
    const restored = await startWithUmask(mask, dataDir, ["--restore-backup"]);
    await restored.value("settings.save", { commandId: commandId(), operator: "Ida" });
    expect(existsSync(join(dataDir, "live", "set-aside"))).toBe(true);
    expect(openToOthers(dataDir)).toEqual([]);
  },
);

test("S9 what an earlier version left open to others is closed at the start, and nothing else", async () => {
  const dataDir = join(temporaryFolder(), "race");
  const first = await startStationProcess(dataDir);
  await makeEverything(first);
  await first.stop();
  const elsewhere = join(temporaryFolder(), "a-list.csv");
  writeFileSync(elsewhere, "");
  chmodSync(elsewhere, 0o644);
  symlinkSync(elsewhere, join(dataDir, "live", "exports", "link.csv"));
  const others = join(dataDir, "photos");
  mkdirSync(others);
  for (const path of pathsIn(dataDir)) {
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(dataDir, 0o755);

  const second = await startStationProcess(dataDir);
  await second.value("settings.save", { commandId: commandId(), operator: "Ines" });
  expect(openToOthers(dataDir).filter((path) => path !== others)).toEqual([]);
  // Folders behind a link and folders of another user keep their rights.
  expect([isOpen(elsewhere), isOpen(others)]).toEqual([!isWindows, !isWindows]);
});

test("S9 a folder that many share is left open; what Chute made in it is closed", async () => {
  const shared = temporaryFolder();
  const first = await startStationProcess(shared);
  await first.stop();
  const note = join(shared, "note.txt");
  writeFileSync(note, "");
  for (const path of pathsIn(join(shared, "live"))) chmodSync(path, 0o755);
  chmodSync(note, 0o644);
  chmodSync(shared, 0o1777);
  await startStationProcess(shared);
  expect(openToOthers(shared)).toEqual(isWindows ? [] : [shared, note]);
});

test("S9 a file in a folder of the person's choice is theirs alone", async () => {
  const chosen = temporaryFolder();
  const race = { runs: [{ _id: "run", distanceLabel: "10 km" }], registrations: [] };
  const desk = await openRace(race, { ports: { chooseFolder: async () => chosen } });
  await desk.value("export.chooseFolder", { commandId: newCommandId() });
  const before = process.umask(0);
  try {
    await desk.value("export.make", {
      commandId: newCommandId(),
      eventId: "event-1",
      what: "check-ins",
      format: "csv",
    });
  } finally {
    process.umask(before);
  }
  const [name = ""] = readdirSync(chosen);
  expect(isOpen(join(chosen, name))).toBe(false);
  expect(readdirSync(chosen)).toHaveLength(1);
});
