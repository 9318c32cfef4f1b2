import { randomBytes, randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ports, Secrets } from "#core/ports.ts";
import { fileTime } from "#core/db/files/files.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const order = () => ({ commandId: newCommandId() });

const checkIn = (desk: TestCore, runnerId: string) =>
  desk.value("checkIn.perform", { ...order(), eventId, runnerId });

const exportJournal = (desk: TestCore) =>
  desk.value("export.make", { ...order(), eventId, what: "journal", format: "csv" });

async function wipe(desk: TestCore, keepsExports = true) {
  const { counts } = await desk.value("wipe.look", {});
  return desk.call("wipe.perform", { ...order(), entries: counts.entries, keepsExports });
}

/** A desk with one check-in, whose journal was exported, and the names in its key store. */
async function openExported(ports: Partial<Ports> = {}, onRemove: () => void = () => undefined) {
  const kept = new Map<string, string>();
  const secrets: Secrets = {
    kind: "memory",
    read: async (name) => kept.get(name) ?? null,
    write: async (name, value) => void kept.set(name, value),
    async remove(name) {
      onRemove();
      kept.delete(name);
    },
  };
  const desk = await openRace(harbourRun, { ports: { ...ports, secrets } });
  await checkIn(desk, "ana");
  await exportJournal(desk);
  return { ...desk, keys: () => [...kept.keys()] };
}

const entriesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true }).map(String).toSorted();

test("K4 a wipe is refused while a walk-up is unsent or the journal has entries that no export has, and says so", async () => {
  const desk = await openRace(harbourRun);
  expect((await desk.value("wipe.look", {})).stops).toEqual([]);
  await checkIn(desk, "ana");
  const notExported = { code: "not-exported", count: 1, names: ["Harbour Run"] };
  expect((await desk.value("wipe.look", {})).stops).toEqual([notExported]);
  await exportJournal(desk);
  expect((await desk.value("wipe.look", {})).stops).toEqual([]);
  const form = {
    eventRunId: "run-10",
    email: "nova@example.org",
    name: "Nova",
    registrationType: "free",
  };
  await desk.value("walkUp.save", { ...order(), eventId, form, checkIn: true });
  const { counts, stops } = await desk.value("wipe.look", {});
  expect(stops).toEqual([{ code: "unsent", count: 1, names: [] }, notExported]);
  const entries = counts.entries;
  expect(
    await desk.call("wipe.perform", { ...order(), entries, keepsExports: true }),
  ).toMatchObject({ ok: false, error: { code: "wipe-stopped", details: { stops } } });
  expect((await desk.value("roster.search", { eventId, text: "ana" })).rows).not.toEqual([]);
  expect((await desk.value("wipe.look", {})).counts.entries).toBe(entries);
});

test("K4 a wipe erases database, backups, what was set aside and the key; exports stay, and a note of the counts", async () => {
  const desk = await openExported();
  await desk.value("settings.save", { ...order(), operator: "Maria" });
  await desk.value("backup.make", order());
  mkdirSync(join(desk.dataDir, "live", "set-aside"), { recursive: true });
  writeFileSync(join(desk.dataDir, "live", "set-aside", "old.sqlite"), "Ana Sousa");
  const { counts, exports } = await desk.value("wipe.look", {});
  expect(counts).toMatchObject({ events: 1, entries: 1, backups: 1 });
  expect(counts.runners).toBeGreaterThan(3);
  expect(exports).toBe(1);
  expect(desk.keys()).toHaveLength(1);

  expect(await wipe(desk)).toMatchObject({
    ok: true,
    value: { state: "none", mode: "live" },
  });
  expect(await desk.value("desk.get", {})).toMatchObject({ currentEventId: null });
  expect(await desk.value("wipe.look", {})).toMatchObject({
    counts: { events: 0, runners: 0, entries: 0, backups: 0 },
    stops: [],
    exports: 1,
    last: { ...counts, operator: "Maria", isWhole: true },
  });
  expect(desk.keys()).toEqual([]);
  expect(existsSync(join(desk.dataDir, "live", "set-aside"))).toBe(false);
  expect(readdirSync(desk.dataDir).filter((name) => name.startsWith("erased"))).toEqual([]);
});

test("K4 exports are erased as well if the person says so", async () => {
  const desk = await openExported();
  expect(await wipe(desk, false)).toMatchObject({ ok: true });
  expect((await desk.value("wipe.look", {})).exports).toBe(0);
});

test("K4 a wipe is refused if something was saved since the person was shown the counts", async () => {
  const desk = await openExported();
  const { counts } = await desk.value("wipe.look", {});
  await checkIn(desk, "rui");
  await exportJournal(desk);
  const input = { ...order(), entries: counts.entries, keepsExports: true };
  expect(await desk.call("wipe.perform", input)).toMatchObject({
    ok: false,
    error: { code: "changed-meanwhile", details: { entries: counts.entries + 1 } },
  });
  expect((await desk.value("wipe.look", {})).counts.entries).toBe(counts.entries + 1);
});

test("K4 J9 a complete journal mirror counts as an export, and stays", async () => {
  const stick = temporaryFolder();
  const desk = await openRace(harbourRun, { mirrorFolder: stick });
  await checkIn(desk, "ana");
  expect((await desk.value("wipe.look", {})).stops).toMatchObject([{ code: "not-exported" }]);
  await expect
    .poll(async () => {
      await desk.clock.advance(100);
      return (await desk.value("wipe.look", {})).stops;
    })
    .toEqual([]);
  const before = entriesOf(stick);
  expect(before).not.toEqual([]);
  expect((await desk.value("wipe.look", {})).outside).toEqual([stick]);
  expect(await wipe(desk)).toMatchObject({ ok: true });
  expect(entriesOf(stick)).toEqual(expect.arrayContaining(before));
});

test("K4 after a crash in a wipe the next start finishes it: exports are kept, the rest and the key are gone", async () => {
  const desk = await openExported();
  await desk.core.close();
  const erased = join(desk.dataDir, "erased-2026-11-26T17-00-00-000Z");
  renameSync(join(desk.dataDir, "live"), erased);
  const again = await desk.reopen();
  expect(existsSync(erased)).toBe(false);
  expect(await again.value("wipe.look", {})).toMatchObject({
    counts: { events: 0, entries: 0 },
    exports: 1,
  });
  expect(desk.keys()).toEqual([]);
});

test.each(["erased nothing yet", "opened no new database yet"])(
  "K4 a wipe that is killed when it has %s after the renaming: the next start notes the counts",
  async (moment) => {
    const killed = temporaryFolder();
    let isWiping = false;
    const keep = (now: string): void => {
      if (isWiping && now === moment) cpSync(desk.dataDir, killed, { recursive: true });
    };
    const random = {
      uuid: () => randomUUID(),
      number: () => 0.5,
      bytes: (length: number) => {
        keep("opened no new database yet");
        return randomBytes(length);
      },
    };
    const desk = await openExported({ random }, () => keep("erased nothing yet"));
    await desk.value("settings.save", { ...order(), operator: "Maria" });
    const { counts } = await desk.value("wipe.look", {});
    isWiping = true;
    expect(await wipe(desk)).toMatchObject({ ok: true });
    isWiping = false;
    const { ports, clock } = desk;
    const next = await openTestCore({ dataDir: killed, ports, clock });
    expect(await next.value("wipe.look", {})).toMatchObject({
      counts: { entries: 0 },
      last: { ...counts, operator: "Maria", isWhole: true },
    });
    expect(readdirSync(killed).toSorted()).toEqual(readdirSync(desk.dataDir).toSorted());
  },
);

test("K4 a key that was entered again after a wipe left files stays when the next start removes them", async () => {
  const desk = await openExported();
  await desk.core.close();
  const erased = join(desk.dataDir, "erased-2026-11-26T17-00-00-000Z");
  cpSync(join(desk.dataDir, "live"), erased, { recursive: true });
  await desk.reopen();
  expect(existsSync(erased)).toBe(false);
  expect(desk.keys()).toHaveLength(1);
});

test("K4 S3 if the disk refuses the wipe, the live data is open again, with its key", async () => {
  const desk = await openExported();
  // A folder that is not empty is where the erased one would go.
  const way = join(desk.dataDir, `erased-${fileTime(desk.clock.now())}`, "in-the-way");
  mkdirSync(way, { recursive: true });
  expect(await wipe(desk)).toMatchObject({ ok: false, error: { code: "not-erased" } });
  expect(await desk.value("wipe.look", {})).toMatchObject({ counts: { entries: 1 } });
  expect(desk.keys()).toHaveLength(1);
  expect(await desk.value("connection.get", {})).not.toMatchObject({ state: "none" });
  const again = await desk.reopen();
  expect((await again.value("wipe.look", {})).last).toBeNull();
  expect(readdirSync(join(desk.dataDir, "live"))).not.toContain("wiped.json");
});

test("K4 if no new folder opens after the wipe, it does not say that nothing was erased, and opens one later", async () => {
  let isFull = false;
  /** A new database draws its identity; on a full disk it comes no further. */
  const bytes = (length: number): Uint8Array => {
    if (isFull) throw new Error("disk full");
    return randomBytes(length);
  };
  const random = { uuid: () => randomUUID(), number: () => 0.5, bytes };
  const desk = await openRace(harbourRun, { ports: { random } });
  const { counts } = await desk.value("wipe.look", {});
  isFull = true;
  const input = { ...order(), entries: counts.entries, keepsExports: false };
  expect(await desk.call("wipe.perform", input)).toMatchObject({
    ok: false,
    error: { code: "live-unavailable" },
  });
  isFull = false;
  await desk.clock.advance(5_000);
  await expect
    .poll(() => desk.call("wipe.look", {}))
    .toMatchObject({ value: { counts: { runners: 0 } } });
});

test("K4 if the counts cannot be read, nothing is erased, and the desk goes on and sends", async () => {
  const desk = await openRace(harbourRun);
  const { counts } = await desk.value("wipe.look", {});
  const backups = join(desk.dataDir, "live", "backups");
  rmSync(backups, { recursive: true, force: true });
  writeFileSync(backups, "no folder");
  const input = { ...order(), entries: counts.entries, keepsExports: true };
  expect(await desk.call("wipe.perform", input)).toMatchObject({
    ok: false,
    error: { code: "not-erased" },
  });
  // The folder does not open either as long as this file is there, and is tried again every 5 s (K3).
  rmSync(backups);
  await desk.clock.advance(5_000);
  await expect.poll(() => desk.call("wipe.look", {})).toMatchObject({ value: { counts } });
  const form = { eventRunId: "run-10", email: "n@example.org", registrationType: "free" };
  await desk.value("walkUp.save", { ...order(), eventId, form, checkIn: false });
  desk.partner.online = true;
  await desk.value("outbox.tryNow", order());
  await expect
    .poll(async () => {
      await desk.clock.advance(1_000);
      return (await desk.value("outbox.list", { show: "open" })).entries;
    })
    .toEqual([]);
});

test("K4 a live folder that is a link is not wiped, because only the link would go", async () => {
  const desk = await openExported();
  await desk.core.close();
  const live = join(desk.dataDir, "live");
  const elsewhere = join(temporaryFolder(), "live");
  renameSync(live, elsewhere);
  symlinkSync(elsewhere, live, "dir");
  const again = await desk.reopen();
  expect(await wipe(again)).toMatchObject({ ok: false, error: { code: "not-erased" } });
  expect((await again.value("wipe.look", {})).counts.entries).toBe(1);
});
