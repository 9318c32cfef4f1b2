import { cpSync, existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { Ports } from "#core/ports.ts";
import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { author } from "#test/support/database.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { journalOf, queueIs, queueOf, readRows, writeMirrorFile, written } from "./stick-desk.ts";

const form = (email: string): WalkUpForm => ({
  eventRunId: "run-10",
  email,
  name: "Nova Pessoa",
  registrationType: "free",
});

const about = (subject: string) => ({ eventId, subject, ...author });

const saved = (subject: string): NewEntry => ({
  kind: "walk-up.saved",
  payload: { form: form(`${subject}@example.org`), outboxId: `queue-${subject}` },
  ...about(subject),
});

const checkIns = (count: number): NewEntry[] =>
  Array.from({ length: count }, () => ({ kind: "check-in.made", payload: {}, ...about("ana") }));

const importJournal = (desk: TestCore) =>
  desk.value("journalMirror.import", { commandId: newCommandId() });

/** A desk whose data folder can be copied at any moment, as a killed process leaves it. */
async function openBeforeKill(stick: string, ports: Partial<Ports> = {}) {
  const killed = temporaryFolder();
  const chooseFolder = async () => stick;
  const desk = await openRace(harbourRun, { ports: { chooseFolder, ...ports } });
  const isKilled = () => existsSync(join(killed, "live"));
  return {
    ...desk,
    killed: { dataDir: killed },
    isKilled,
    kill: () => cpSync(join(desk.dataDir, "live"), join(killed, "live"), { recursive: true }),
    /** Opens the copied folder without a connection to the partner API. */
    next: () => openTestCore({ dataDir: killed, clock: desk.clock, ports: { chooseFolder } }),
  };
}

test("J9 O10 killed between the merge and the queue: the next start makes up for it, and says so until it is imported once more", async () => {
  const stick = temporaryFolder();
  const facts = writeMirrorFile(stick, [saved("w_ida"), ...checkIns(1)]);
  let atNextUuid = (): void => undefined;
  const desk = await openBeforeKill(stick, {
    random: {
      uuid() {
        atNextUuid();
        return crypto.randomUUID();
      },
      number: () => 0.5,
      bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    },
  });
  expect(await desk.value("journalMirror.get", {})).toMatchObject({ isCutShort: false });
  // At this moment all entries are merged, and the first outbox entry is about to be created.
  atNextUuid = () => {
    if (!desk.isKilled() && journalOf(desk).length === facts.length) desk.kill();
  };
  await importJournal(desk);
  expect(journalOf(desk.killed)).toEqual(facts.map(({ hash }) => hash));
  expect(readRows(desk.killed, "SELECT id FROM outbox")).toEqual([]);

  const next = await desk.next();
  expect(await queueOf(next)).toEqual(["w_ida@example.org waiting reconcile"]);
  expect(await next.value("journalMirror.get", {})).toMatchObject({ isCutShort: true });
  const known = facts.length;
  expect(await importJournal(next)).toMatchObject({ taken: 0, known, inDoubt: 0 });
  expect(await next.value("journalMirror.get", {})).toMatchObject({ isCutShort: false });
  expect(await queueOf(next)).toHaveLength(1);
});

test("J9 W3 killed in the middle of the merge: what the rest tells is followed when it is imported", async () => {
  const stick = temporaryFolder();
  const rest: NewEntry[] = [
    {
      kind: "walk-up.confirmed",
      payload: { outboxId: "queue-w_ida", participantId: "there-ida" },
      ...about("w_ida"),
    },
    { kind: "walk-up.taken-back", payload: { askOrganizer: false }, ...about("w_jo") },
    {
      kind: "walk-up.edited",
      payload: {
        form: form("kim@example.org"),
        outboxId: "queue-w_kim-2",
        successorOf: "queue-w_kim",
      },
      ...about("w_kim"),
    },
  ];
  const facts = writeMirrorFile(stick, [
    ...["w_ida", "w_jo", "w_kim"].map(saved),
    ...checkIns(1_000),
    ...rest,
  ]);
  const desk = await openBeforeKill(stick);
  const brought = importJournal(desk);
  while (journalOf(desk).length === 0) await new Promise((resolve) => setImmediate(resolve));
  desk.kill();
  await brought;
  expect(journalOf(desk.killed).length).toBeLessThan(facts.length - rest.length);

  const next = await desk.next();
  expect(await next.value("journalMirror.get", {})).toMatchObject({ isCutShort: true });
  await queueIs(
    next,
    "w_ida@example.org waiting reconcile",
    "w_jo@example.org waiting reconcile",
    "w_kim@example.org waiting reconcile",
  );
  await importJournal(next);
  expect(journalOf(next)).toEqual(expect.arrayContaining(facts.map(({ hash }) => hash)));
  await queueIs(
    next,
    "w_ida@example.org done null",
    "w_jo@example.org cancelled null",
    "w_kim@example.org cancelled null",
    "kim@example.org waiting reconcile",
  );
  const entries = readRows(next, "SELECT id, remote_id, predecessor_id, successor_id FROM outbox");
  const alone = { remote_id: null, predecessor_id: null, successor_id: null };
  expect(
    entries.toSorted((one, other) => (String(one["id"]) < String(other["id"]) ? -1 : 1)),
  ).toEqual([
    { ...alone, id: "queue-w_ida", remote_id: "there-ida" },
    { ...alone, id: "queue-w_jo" },
    { ...alone, id: "queue-w_kim", successor_id: "queue-w_kim-2" },
    { ...alone, id: "queue-w_kim-2", predecessor_id: "queue-w_kim" },
  ]);
  expect(await next.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});

test("J9 S5 a queue that is older than the stick ends as the stick tells, and sends nothing twice", async () => {
  const stick = temporaryFolder();
  const laptop = { computer: { id: "laptop" } };
  const desk = await openRace(harbourRun, {
    ports: { chooseFolder: async () => stick, ...laptop },
  });
  await desk.value("journalMirror.choose", { commandId: newCommandId() });
  const { partner } = desk;
  const order = { commandId: newCommandId(), eventId, checkIn: false };
  await desk.value("outbox.pause", { commandId: newCommandId() });
  await desk.value("walkUp.save", { ...order, form: form("ida@example.org") });
  const older = temporaryFolder();
  cpSync(join(desk.dataDir, "live"), join(older, "live"), { recursive: true });
  partner.online = true;
  await desk.value("outbox.resume", { commandId: newCommandId() });
  await queueIs(desk, "ida@example.org done null");
  await written(desk);
  await desk.core.close();

  const ports = { fetch: partner.fetch, chooseFolder: async () => stick, ...laptop };
  const next = await openTestCore({ dataDir: older, clock: desk.clock, ports });
  expect(await queueOf(next)).toEqual(["ida@example.org waiting copied"]);
  await importJournal(next);
  await queueIs(next, "ida@example.org done null");
  await next.value("outbox.confirmCopy", { commandId: newCommandId() });
  await next.value("outbox.resume", { commandId: newCommandId() });
  expect(partner.posted).toHaveLength(1);
  expect(await next.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});

test("J9 a file that ends in an error is taken as far as it goes, its walk-ups stand in the queue, and nothing is said twice", async () => {
  const stick = temporaryFolder();
  writeMirrorFile(stick, [saved("w_ida")]);
  // A file that opens, and whose first read is an error of the system.
  symlinkSync("/proc/self/mem", join(stick, "chute-journal-zzz.jsonl"));
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  expect(await desk.call("journalMirror.import", { commandId: newCommandId() })).toMatchObject({
    error: { code: "unreadable" },
  });
  await queueIs(desk, "w_ida@example.org waiting reconcile");
  expect(await desk.value("journalMirror.get", {})).toMatchObject({ isCutShort: false });
});
