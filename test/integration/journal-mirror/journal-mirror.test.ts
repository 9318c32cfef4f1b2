import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { mirrorFilesIn } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { startPractice } from "#station/start-up/practice-race.ts";
import type { TestCore } from "#test/support/test-core.ts";
import {
  download,
  newCommandId,
  openRace,
  openTestCore,
  temporaryFolder,
} from "#test/support/test-core.ts";
import type { TinyPartner } from "#test/support/tiny-partner.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { finishDesk } from "../podium/finish-desk.ts";
import { lines, podiumDesk } from "../podium/podium-desk.ts";
import {
  boxIn,
  hashesIn,
  journalOf,
  openWithStick,
  order,
  queueIs,
  queueOf,
  readRows,
  written,
} from "./stick-desk.ts";

/** A morning at the desk: check-ins, an undo, a bib, walk-ups with every outcome, a podium and a finish log. */
async function workAMorning(desk: TestCore, partner: TinyPartner): Promise<void> {
  const save = (email: string, bib: string) =>
    desk.value("walkUp.save", {
      ...order(),
      form: { eventRunId: "run-10", email, name: "Nova Pessoa", registrationType: "free" },
      bib,
      checkIn: true,
    });
  partner.online = true;
  await save("sent@example.org", "901");
  await queueIs(desk, "sent@example.org done null");
  partner.answerPost = (body) => {
    partner.registrations.push({ _id: "arrived", ...body } as TinyPartner["registrations"][0]);
    partner.online = false;
    throw new TypeError("fetch failed");
  };
  await save("arrived@example.org", "902");
  await queueIs(desk, "arrived@example.org waiting offline", "sent@example.org done null");
  partner.answerPost = undefined;
  await save("unsent@example.org", "903");

  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await desk.value("checkIn.perform", { ...order(), runnerId: "rui" });
  await desk.value("checkIn.undo", { ...order(), runnerId: "rui" });
  await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "77" });
  const podium = podiumDesk(desk, partner);
  await podium.save("overall");
  await podium.enter(lines("7@35:00", "A12@36:00"));
  await podium.announce();
  const finish = finishDesk(desk);
  await finish.press(1_000, 2_000);
  await finish.type("7", "A12");
}

/** What people see of it, independent of the outbox. */
const seen = async (desk: TestCore) => ({
  runners: readRows(
    desk,
    `SELECT runner_id, run_id, name, email, bib, checked_in_at_ms, checked_in_desk, taken_back
     FROM runner ORDER BY runner_id`,
  ),
  podium: (await desk.value("podium.get", { eventId, runId: "run-10" })).segments,
  finish: await finishDesk(desk).rows(),
});

test("K3 J9 practice writes no journal mirror and imports none", async () => {
  const stick = temporaryFolder();
  const desk = await openTestCore({
    ports: { startPractice, fetch, chooseFolder: async () => stick },
  });
  await desk.value("journalMirror.choose", { commandId: newCommandId() });
  await desk.value("practice.start", { commandId: newCommandId() });
  expect(await desk.value("journalMirror.get", {})).toMatchObject({
    folder: null,
    canChoose: false,
  });
  for (const name of ["journalMirror.choose", "journalMirror.import"] as const) {
    expect(await desk.call(name, { commandId: newCommandId() })).toMatchObject({
      error: { code: "practice" },
    });
  }
});

test("J9 J6 every fact is in the file in the order it was saved, and its hashes fit", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await workAMorning(desk, desk.partner);
  await written(desk);
  const saved = journalOf(desk);
  expect(saved.length).toBeGreaterThan(15);
  expect(await hashesIn(boxIn(stick))).toEqual(saved);
  expect(readFileSync(boxIn(stick), "utf8")).not.toContain(desk.partner.apiKey);
});

test("J9 O10 the laptop is lost: replica and mirror restore everything, and no walk-up is sent before it was reconciled", async () => {
  const stick = temporaryFolder();
  const lost = await openWithStick(stick);
  const { partner } = lost;
  await workAMorning(lost, partner);
  await written(lost);
  const before = await seen(lost);
  await lost.core.close();
  expect(partner.posted.map(({ body }) => body["email"])).toEqual([
    "sent@example.org",
    "arrived@example.org",
  ]);

  const desk = await openTestCore({
    clock: lost.clock,
    ports: { fetch: partner.fetch, chooseFolder: async () => stick },
  });
  partner.online = true;
  const key = { baseUrl: partner.baseUrl, apiKey: partner.apiKey };
  await desk.value("connection.save", { commandId: newCommandId(), ...key });
  await desk.value("event.refresh", { commandId: newCommandId() });
  await download(desk);
  const facts = journalOf(lost).length;
  const commandId = newCommandId();
  const outcome = await desk.value("journalMirror.import", { commandId });
  expect(outcome).toEqual({
    files: 1,
    taken: facts,
    known: 0,
    refused: 0,
    refusedAsOwn: 0,
    otherFiles: 0,
    laterFiles: 0,
    writers: [{ signer: expect.stringMatching(/^[\w-]{16}$/), entries: facts }],
    inDoubt: 2,
  });
  await queueIs(
    desk,
    "arrived@example.org done null",
    "sent@example.org done null",
    "unsent@example.org needs-attention not-found-again",
  );
  expect(await seen(desk)).toEqual(before);
  expect(partner.posted).toHaveLength(2);
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });

  const again = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(again).toMatchObject({ taken: 0, known: facts, refused: 0, inDoubt: 0 });
  expect(await queueOf(desk)).toHaveLength(3);

  const { entries } = await desk.value("outbox.list", { show: "open" });
  await desk.value("outbox.decide", {
    commandId: newCommandId(),
    outboxId: entries[0]?.id ?? "",
    decision: { kind: "send-again" },
  });
  await queueIs(
    desk,
    "arrived@example.org done null",
    "sent@example.org done null",
    "unsent@example.org done null",
  );
  const emails = partner.registrations.map(({ email }) => email);
  for (const email of ["sent@example.org", "arrived@example.org", "unsent@example.org"]) {
    expect(
      emails.filter((one) => one === email),
      email,
    ).toHaveLength(1);
  }
});

test("J9 J1 a stick that is pulled stops no command; put back, it is caught up", async () => {
  const stick = join(temporaryFolder(), "stick");
  const drawer = `${stick}-in-a-drawer`;
  mkdirSync(stick);
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "rui" });
  await written(desk);
  renameSync(stick, drawer);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await vi.waitFor(async () => {
    await desk.clock.advance(20);
    expect(await desk.value("journalMirror.get", {})).toMatchObject({
      state: "behind",
      why: "file-gone",
      behind: 1,
    });
  });
  await desk.value("checkIn.perform", { ...order(), runnerId: "luk" });
  renameSync(drawer, stick);
  await written(desk);
  expect(mirrorFilesIn(stick)).toHaveLength(1);
  expect(await hashesIn(boxIn(stick))).toEqual(journalOf(desk));
});

test("J9 what a power cut tore off is written anew, and what was saved without the stick follows", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await desk.core.close();
  const path = boxIn(stick);
  expect(await hashesIn(path)).toEqual(journalOf(desk));
  appendFileSync(path, '{"hash":"0f0f","dev');
  const next = await desk.reopen();
  await next.value("checkIn.perform", { ...order(), runnerId: "luk" });
  await written(next);
  expect(mirrorFilesIn(stick)).toEqual([path]);
  expect(await hashesIn(path)).toEqual(journalOf(next));
});

test("J9 a file that says anything else is left as it is, and a new one begun", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await desk.core.close();
  const [path = ""] = mirrorFilesIn(stick);
  const other = readFileSync(path, "utf8").replaceAll(/"hash":"./g, '"hash":"x');
  writeFileSync(path, other);
  const next = await desk.reopen();
  await written(next);
  expect(readFileSync(path, "utf8")).toBe(other);
  const fresh = mirrorFilesIn(stick).find((each) => each !== path) ?? "";
  expect(await hashesIn(fresh)).toEqual(journalOf(next));
});

test("J6 of a file with a changed line everything before it is taken, and the rest of its epoch refused", async () => {
  const stick = temporaryFolder();
  const lost = await openWithStick(stick);
  for (const runnerId of ["ana", "luk", "double-2"]) {
    await lost.value("checkIn.perform", { ...order(), runnerId });
  }
  await written(lost);
  await lost.core.close();
  const path = boxIn(stick);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"subject":"luk"', '"subject":"rui"'));
  writeFileSync(join(stick, "chute-journal-note.jsonl"), "Keep dry\n");
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  const outcome = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ files: 2, taken: 1, refused: 2, otherFiles: 1 });
  for (const [runnerId, isHere] of [
    ["ana", true],
    ["rui", false],
    ["luk", false],
  ] as const) {
    const { runner } = await desk.value("roster.get", { eventId, runnerId });
    expect(runner.checkedIn !== null).toBe(isHere);
  }
});

test("J9 J11 a damaged header costs one line and the signatures: the entries after it are read and verified", async () => {
  const stick = temporaryFolder();
  const lost = await openWithStick(stick);
  for (const runnerId of ["ana", "luk"]) {
    await lost.value("checkIn.perform", { ...order(), runnerId });
  }
  await written(lost);
  await lost.core.close();
  const path = boxIn(stick);
  writeFileSync(path, readFileSync(path, "utf8").replace("{", "\u0000"));
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  const outcome = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({
    taken: 2,
    refused: 1,
    otherFiles: 0,
    writers: [{ signer: null, entries: 2 }],
  });
});

test("J9 a file whose first two lines are neither header nor entry is another's, and is read no further", async () => {
  const stick = temporaryFolder();
  const lost = await openWithStick(stick);
  await lost.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(lost);
  await lost.core.close();
  const path = boxIn(stick);
  writeFileSync(path, `Keep dry\nThis side up\n${readFileSync(path, "utf8")}`);
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  const outcome = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ taken: 0, refused: 0, otherFiles: 1 });
});

test("J9 a folder, a pipe and a broken link that are called like a journal hinder no import", async () => {
  const stick = temporaryFolder();
  const lost = await openWithStick(stick);
  await lost.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(lost);
  await lost.core.close();
  mkdirSync(join(stick, "chute-journal-a.jsonl"));
  execFileSync("mkfifo", [join(stick, "chute-journal-b.jsonl")]);
  symlinkSync(join(stick, "nowhere"), join(stick, "chute-journal-c.jsonl"));
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  const outcome = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ files: 1, taken: 1, refused: 0, otherFiles: 0 });
});

test("J9 a line that is too long to be an entry is counted, what stands before it is taken", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await desk.core.close();
  const path = boxIn(stick);
  const facts = journalOf(desk);
  appendFileSync(path, `${"x".repeat(5 * 1024 * 1024)}\n{}\n`);
  expect(await hashesIn(path)).toEqual([...facts, "refused"]);
});

test("J9 a folder on the disk of the data is said to be one", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(desk);
  expect(await desk.value("journalMirror.get", {})).toMatchObject({ isSameDisk: true });
});
