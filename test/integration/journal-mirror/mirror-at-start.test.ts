import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createCore } from "#core/core.ts";
import { startPractice } from "#station/start-up/practice-race.ts";
import { author } from "#test/support/database.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";
import {
  boxIn,
  hashesIn,
  journalOf,
  openWithStick,
  order,
  writeMirrorFile,
  written,
} from "./stick-desk.ts";

const aTablet = { role: "desk", device: "Tablet" } as const;

test("J9 a folder of the start goes before the chosen one, for that run, and nobody changes it", async () => {
  const chosen = temporaryFolder();
  const desk = await openWithStick(chosen);
  await desk.core.close();
  const atStart = temporaryFolder();
  const next = await openTestCore({
    dataDir: desk.dataDir,
    clock: desk.clock,
    ports: { chooseFolder: async () => chosen },
    mirrorFolder: atStart,
  });
  await next.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(next);
  expect(await next.value("journalMirror.get", {})).toMatchObject({
    folder: atStart,
    isSetAtStart: true,
    canChoose: false,
    importsFrom: "asked",
  });
  expect(await hashesIn(boxIn(atStart))).toEqual(journalOf(next));
  for (const name of ["journalMirror.choose", "journalMirror.end"] as const) {
    expect(await next.call(name, { commandId: newCommandId() })).toMatchObject({
      error: { code: "set-at-start" },
    });
  }
  await next.core.close();

  const later = await desk.reopen();
  expect(await later.value("journalMirror.get", {})).toMatchObject({
    folder: chosen,
    isSetAtStart: false,
  });
  await written(later);
  expect(await hashesIn(boxIn(chosen))).toEqual(journalOf(later));
});

test("J9 a host that cannot ask imports what lies in the folder of the start", async () => {
  const stick = temporaryFolder();
  const facts = writeMirrorFile(stick, [
    { kind: "check-in.made", payload: {}, eventId, subject: "ana", ...author },
  ]);
  const desk = await openRace(harbourRun, { mirrorFolder: stick });
  expect(await desk.value("journalMirror.get", {})).toMatchObject({
    canChoose: false,
    importsFrom: "start",
  });
  const outcome = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ taken: facts.length, refused: 0 });
  const { runner } = await desk.value("roster.get", { eventId, runnerId: "ana" });
  expect(runner.checkedIn).not.toBeNull();
});

test("K3 J9 practice leaves the folder of the start alone", async () => {
  const stick = temporaryFolder();
  writeMirrorFile(stick, []);
  const desk = await openTestCore({
    ports: { startPractice, fetch },
    mirrorFolder: stick,
    mode: "practice",
  });
  expect(await desk.value("journalMirror.get", {})).toMatchObject({
    folder: null,
    importsFrom: null,
  });
  expect(await desk.call("journalMirror.import", { commandId: newCommandId() })).toMatchObject({
    error: { code: "practice" },
  });
});

test("J9 a folder that is none, or that would be lost with the data, is refused before anything is opened", async () => {
  const desk = await openTestCore();
  await desk.core.close();
  const { dataDir, ports } = desk;
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const way = join(temporaryFolder(), "way");
  symlinkSync(join(dataDir, "live"), way);
  const start = (mirrorFolder: string) =>
    createCore({ ports, dataDir, host: "station", version: "0.0.0-test", mirrorFolder });
  for (const [folder, code] of [
    [file, "journal-mirror-no-folder"],
    [join(file, "none"), "journal-mirror-no-folder"],
    [`${dataDir}-unplugged`, "journal-mirror-no-folder"],
    [dataDir, "journal-mirror-inside-data"],
    [join(dataDir, "live"), "journal-mirror-inside-data"],
    [way, "journal-mirror-inside-data"],
  ] as const) {
    expect(await start(folder), folder).toMatchObject({ error: { code } });
  }
  const beside = `${dataDir}-beside`;
  mkdirSync(beside);
  const started = await start(beside);
  if (started.ok) await started.value.close();
  expect(started).toMatchObject({ ok: true });
});

test("J9 a person who chooses a folder in the data folder is told so", async () => {
  let folder = "";
  const desk = await openTestCore({ ports: { chooseFolder: async () => folder } });
  folder = join(desk.dataDir, "live");
  expect(await desk.call("journalMirror.choose", { commandId: newCommandId() })).toMatchObject({
    error: { code: "inside-data" },
  });
  expect(await desk.value("journalMirror.get", {})).toMatchObject({ folder: null });
});

test("J9 J1 a problem with the journal mirror is known at every desk and before leaving, until it is over", async () => {
  const stick = join(temporaryFolder(), "stick");
  const drawer = `${stick}-in-a-drawer`;
  mkdirSync(stick);
  const desk = await openRace(harbourRun, { mirrorFolder: stick });
  await written(desk);
  const tells = async () => {
    const status = await desk.value("journalMirror.status", {}, aTablet);
    const { journalMirror } = await desk.value("departure.get", { eventId }, aTablet);
    expect(journalMirror).toEqual(status);
    return status;
  };
  expect(await tells()).toMatchObject({ state: "writing", behind: 0, why: null });
  renameSync(stick, drawer);
  desk.invalidations.length = 0;
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await vi.waitFor(async () => {
    await desk.clock.advance(20);
    expect(await tells()).toMatchObject({ state: "behind", behind: 1, why: "file-gone" });
    expect(desk.invalidations).toContainEqual({ topic: "backups", eventId: null });
  });
  // The problem is logged once, however often the write is tried.
  await vi.waitFor(async () => {
    await desk.clock.advance(60_000);
    expect(await desk.value("journalMirror.get", {})).toMatchObject({
      behind: 1,
      why: "file-gone",
    });
  });
  const logged = desk.logged.filter((each) => each.event === "journal-mirror.not-written");
  expect(logged).toHaveLength(1);
  renameSync(drawer, stick);
  desk.invalidations.length = 0;
  await vi.waitFor(async () => {
    await desk.clock.advance(2_000);
    expect(await tells()).toMatchObject({ state: "writing", behind: 0, why: null });
    expect(desk.invalidations).toContainEqual({ topic: "backups", eventId: null });
  });
  expect(await desk.call("journalMirror.get", {}, aTablet)).toMatchObject({
    error: { code: "not-allowed" },
  });
});
