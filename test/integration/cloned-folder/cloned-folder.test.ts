import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { Ports } from "#core/ports.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import type { TinyPartner } from "#test/support/tiny-partner.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

type Race = TestCore & { readonly partner: TinyPartner };

const race = { runs: [{ _id: "run", distanceLabel: "10 km" }], registrations: [] };
const laptop = { computer: { id: "laptop-1" } } satisfies Partial<Ports>;
const otherLaptop = { computer: { id: "laptop-2" } } satisfies Partial<Ports>;

const openDesk = (): Promise<Race> => openRace(race, { ports: laptop });

async function saveWalkUp(desk: TestCore, email: string) {
  const form = { eventRunId: "run", email, registrationType: "free" };
  const order = { commandId: newCommandId(), eventId, form, checkIn: false };
  return desk.value("walkUp.save", order);
}

/** The value of an SQL expression for every journal entry, in order. */
function journalOf({ dataDir }: TestCore, what: string): string[] {
  const raw = new Sqlite(join(dataDir, "live", "chute.sqlite"), { readonly: true });
  const read = raw.prepare<[], string>(`SELECT ${what} FROM journal ORDER BY rowid`).pluck().all();
  raw.close();
  return read;
}

const status = (desk: TestCore) => desk.value("sync.status", {});

/** Closes the desk and opens what is in the folder now. */
async function openAgain(desk: Race, dataDir = desk.dataDir, ports: Partial<Ports> = laptop) {
  const next = await openTestCore({
    dataDir,
    clock: desk.clock,
    ports: { ...desk.ports, ...ports },
  });
  return { ...next, partner: desk.partner };
}

async function sendEverything(desk: Race): Promise<void> {
  desk.partner.online = true;
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  for (let turn = 0; turn < 200; turn += 1) await desk.clock.advance(100);
}

const copyFolder = (from: string): string => {
  const to = join(temporaryFolder(), "copy");
  cpSync(from, to, { recursive: true });
  return to;
};

async function expectHeld(desk: Race, why: string): Promise<void> {
  expect(await status(desk)).toMatchObject({ copied: { why }, activity: "held-as-copy" });
  const posted = desk.partner.posted.length;
  await sendEverything(desk);
  expect(desk.partner.posted).toHaveLength(posted);
  const { entries } = await desk.value("outbox.list", { show: "open" });
  for (const entry of entries) {
    expect(entry).toMatchObject({ reason: "copied", certainty: "maybe-sent" });
  }
}

interface ExportedEntry {
  readonly kind: string;
  readonly operator: string;
  readonly commandId: string | null;
  readonly payload: string;
}

async function exportJournal(desk: TestCore): Promise<ExportedEntry[]> {
  const { path } = await desk.value("export.make", {
    commandId: newCommandId(),
    eventId,
    what: "journal",
    format: "json",
  });
  return JSON.parse(readFileSync(path, "utf8")) as ExportedEntry[];
}

const confirmationsIn = (entries: readonly ExportedEntry[]): unknown[] =>
  entries
    .filter(({ kind }) => kind === "copy.confirmed")
    .map(({ operator, commandId, payload }) => ({
      operator,
      commandId,
      payload: JSON.parse(payload) as unknown,
    }));

describe("S5 a database that is the original is never held", () => {
  test("S5 after a clean end, after a crash at any start, and after being moved", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const second = await openAgain(desk);
    expect((await status(second)).copied).toBeNull();
    await second.core.close();
    expect((await status(await openAgain(desk))).copied).toBeNull();
  });

  test("S5 whichever of the two stamps a crash left behind", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    const stampFile = join(desk.dataDir, "live", "stamp.json");
    const during = readFileSync(stampFile, "utf8");
    await desk.core.close();
    const after = readFileSync(stampFile, "utf8");
    expect(after).not.toBe(during);
    // The file gets the next stamp before the database does. After a crash in between, the file has both stamps.
    const { stamps } = JSON.parse(after) as { stamps: string[] };
    writeFileSync(stampFile, JSON.stringify({ stamps: [...stamps, "never-came"] }));
    expect((await status(await openAgain(desk))).copied).toBeNull();
  });

  test("S5 a copy of nothing harms nobody", async () => {
    const desk = await openTestCore({ ports: laptop });
    await desk.core.close();
    const dataDir = copyFolder(desk.dataDir);
    const copy = await openTestCore({ dataDir, ports: otherLaptop });
    expect((await status(copy)).copied).toBeNull();
  });
});

describe("S5 a database that was copied or restored sends nothing until a person says so", () => {
  test("S5 O10 on a second laptop; then each walk-up goes under its own key and is there once", async () => {
    const desk = await openDesk();
    const { outboxId } = await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const dataDir = copyFolder(desk.dataDir);

    const first = await openAgain(desk);
    await sendEverything(first);
    await first.core.close();
    expect(desk.partner.posted).toHaveLength(1);
    desk.partner.online = false;

    const second = await openAgain(desk, dataDir, otherLaptop);
    await expectHeld(second, "elsewhere");
    const { copied } = await status(second);
    await second.value("settings.save", { commandId: newCommandId(), operator: "Ines" });
    const order = { commandId: newCommandId() };
    const confirmed = await second.value("outbox.confirmCopy", order);
    expect(confirmed.copied).toBeNull();
    await second.value("outbox.confirmCopy", { commandId: newCommandId() });
    expect(confirmationsIn(await exportJournal(second))).toEqual([
      { operator: "Ines", commandId: order.commandId, payload: copied },
    ]);
    expect(await second.value("journal.verify", {})).toMatchObject({
      brokenAt: [],
      differences: 0,
    });
    await sendEverything(second);
    // The partner knows the key and repeats its first answer.
    expect(desk.partner.posted).toHaveLength(1);
    const { entry } = await second.value("outbox.get", { outboxId });
    expect(entry.state).toBe("done");
  });

  test("S5 what was never even tried here may have been sent by the other", async () => {
    const desk = await openDesk();
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const { outboxId } = await saveWalkUp(desk, "one@example.org");
    const { entry } = await desk.value("outbox.get", { outboxId });
    expect(entry).toMatchObject({ certainty: "never-sent", tries: 0 });
    await desk.core.close();
    const second = await openAgain(desk, copyFolder(desk.dataDir), otherLaptop);
    const { entry: copied } = await second.value("outbox.get", { outboxId });
    expect(copied).toMatchObject({ certainty: "maybe-sent" });
    expect(journalOf(second, "kind")).toContain("walk-up.sent");
  });

  test("J4 entries of both computers have identities of their own", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const dataDir = copyFolder(desk.dataDir);
    const journals: string[][] = [];
    for (const [folder, ports] of [
      [desk.dataDir, laptop],
      [dataDir, otherLaptop],
    ] as const) {
      const each = await openAgain(desk, folder, ports);
      await saveWalkUp(each, "two@example.org");
      journals.push(journalOf(each, "device || epoch || sequence"));
      expect((await each.value("journal.verify", {})).brokenAt).toEqual([]);
      await each.core.close();
    }
    const [here = [], there = []] = journals;
    const common = here.filter((entry) => there.includes(entry));
    expect(common).toEqual(here.slice(0, 1));
  });

  test("S5 the hold outlives a restart, and so does its end", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const dataDir = copyFolder(desk.dataDir);
    const once = await openAgain(desk, dataDir, otherLaptop);
    await once.core.close();
    const twice = await openAgain(desk, dataDir, otherLaptop);
    await expectHeld(twice, "elsewhere");
    await twice.value("outbox.confirmCopy", { commandId: newCommandId() });
    await twice.core.close();
    const thrice = await openAgain(desk, dataDir, otherLaptop);
    expect((await status(thrice)).copied).toBeNull();
  });

  test("S5 the folder brought back from another disk of the same computer", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const kept = copyFolder(desk.dataDir);
    rmSync(desk.dataDir, { recursive: true });
    cpSync(kept, desk.dataDir, { recursive: true });
    await expectHeld(await openAgain(desk), "elsewhere");
  });

  test("S11 whoever was paired with the original is not let in by the copy", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "mia@berg.example");
    const { code } = await desk.value("pairing.open", { commandId: newCommandId() });
    expect(desk.core.access.pair(code, "Tablet", "192.0.2.7").ok).toBe(true);
    await desk.core.close();
    const dataDir = copyFolder(desk.dataDir);
    const second = await openAgain(desk, dataDir, otherLaptop);
    expect((await second.value("device.list", {})).devices).toEqual([]);
    await second.core.close();
    const first = await openAgain(desk);
    expect((await first.value("device.list", {})).devices).toMatchObject([{ name: "Tablet" }]);
  });

  test("S5 the database file alone, without what lies beside it", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    rmSync(join(desk.dataDir, "live", "stamp.json"));
    await expectHeld(await openAgain(desk), "elsewhere");
  });

  test("S5 an older file written over the present one", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const file = join(desk.dataDir, "live", "chute.sqlite");
    const older = readFileSync(file);
    const later = await openAgain(desk);
    await later.core.close();
    writeFileSync(file, older);
    await expectHeld(await openAgain(desk), "older");
  });

  test("S5 a file that was copied while the program ran", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    const live = join(desk.dataDir, "live");
    const names = ["chute.sqlite", "chute.sqlite-wal"];
    const bytes = names.map((name) => readFileSync(join(live, name)));
    await desk.core.close();
    for (const [index, name] of names.entries()) {
      writeFileSync(join(live, name), bytes[index] ?? "");
    }
    await expectHeld(await openAgain(desk), "older");
  });

  test("S5 a backup put in the database's place, wherever it is opened", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.value("backup.make", { commandId: newCommandId() });
    await desk.core.close();
    const live = join(desk.dataDir, "live");
    const [name = ""] = readdirSync(join(live, "backups"));
    for (const each of readdirSync(live))
      if (each.startsWith("chute.sqlite")) rmSync(join(live, each));
    cpSync(join(live, "backups", name), join(live, "chute.sqlite"));
    const { computer: _computer, ...nameless } = { ...desk.ports };
    const restored = await openTestCore({
      dataDir: desk.dataDir,
      clock: desk.clock,
      ports: nameless,
    });
    await expectHeld({ ...restored, partner: desk.partner }, "backup");
  });
});

describe("S5 W3 O10 what may have been sent from another copy", () => {
  test("an entry older than the server's memory is looked for before it goes", async () => {
    const desk = await openDesk();
    const { outboxId } = await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const dataDir = copyFolder(desk.dataDir);
    desk.clock.jump(13 * 60 * 60_000);
    const copy = await openAgain(desk, dataDir, otherLaptop);
    await copy.value("outbox.confirmCopy", { commandId: newCommandId() });
    await sendEverything(copy);
    expect(desk.partner.posted).toEqual([]);
    const { entry } = await copy.value("outbox.get", { outboxId });
    expect(entry).toMatchObject({ state: "needs-attention", reason: "not-found-again" });
  });

  test("a walk-up is not edited or retracted before somebody looked", async () => {
    const desk = await openDesk();
    const { runner } = await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const copy = await openAgain(desk, copyFolder(desk.dataDir), otherLaptop);
    const taken = await copy.call("walkUp.retract", {
      commandId: newCommandId(),
      eventId,
      runnerId: runner.id,
    });
    expect(!taken.ok && taken.error.code).toBe("must-reconcile");
  });

  test("J5 every projection equals its rebuild, and a fact of doubt is in the journal", async () => {
    const desk = await openDesk();
    await saveWalkUp(desk, "one@example.org");
    await desk.core.close();
    const copy = await openAgain(desk, copyFolder(desk.dataDir), otherLaptop);
    expect((await copy.value("journal.verify", {})).differences).toBe(0);
    expect(journalOf(copy, "kind")).toEqual(["walk-up.saved", "walk-up.sent"]);
  });
});
