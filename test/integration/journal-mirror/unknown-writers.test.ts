import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { forgeChain, writeJournalFile } from "../../attacks/forged-journal.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { boxIn, openWithStick, order, written } from "./stick-desk.ts";

const openAt = (stick: string) =>
  openRace(harbourRun, { ports: { chooseFolder: async () => stick } });

const look = (desk: TestCore) => desk.value("journalMirror.preview", { commandId: newCommandId() });
const importSeen = (desk: TestCore) =>
  desk.value("journalMirror.import", { commandId: newCommandId(), asSeen: true });
const isHere = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.checkedIn !== null;

/** A stick with the journal of another computer, which checked in Ana and gave Luk a bib. */
async function stickOfAnother(): Promise<string> {
  const stick = temporaryFolder();
  const other = await openWithStick(stick);
  await other.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await other.value("bib.assign", { ...order(), runnerId: "luk", bib: "77" });
  await written(other);
  await other.core.close();
  return stick;
}

test("J11 an unknown writer is shown, with what was written, and nothing is taken before a person says so", async () => {
  const desk = await openAt(await stickOfAnother());
  expect(await look(desk)).toMatchObject({
    files: 1,
    writers: [
      {
        signer: expect.stringMatching(/^[\w-]{16}$/),
        isKnown: false,
        checkIns: 1,
        bibs: 1,
        walkUps: 0,
        finishLine: 0,
      },
    ],
  });
  expect(await isHere(desk, "ana")).toBe(false);
  expect(await importSeen(desk)).toMatchObject({ refused: 0, files: 1 });
  expect(await isHere(desk, "ana")).toBe(true);
});

test("J11 whom a person let in once is known, also after a restart, and nothing is left to be asked", async () => {
  const stick = await stickOfAnother();
  const desk = await openAt(stick);
  await look(desk);
  await importSeen(desk);
  expect((await look(desk)).writers).toEqual([]);
  const again = await desk.reopen();
  expect(
    await again.call("journalMirror.import", { commandId: newCommandId(), asSeen: true }),
  ).toEqual(
    expect.objectContaining({ ok: false, error: expect.objectContaining({ code: "not-looked" }) }),
  );
  writeJournalFile(stick, forgeChain("aaaa", [{ kind: "check-in.made", subject: "rui" }]));
  expect((await look(again)).writers).toMatchObject([
    { signer: null, isKnown: false, entries: 1, checkIns: 1 },
  ]);
});

test("J11 a file that another writer put there after the look is refused", async () => {
  const stick = await stickOfAnother();
  const desk = await openAt(stick);
  await look(desk);
  writeJournalFile(stick, forgeChain("aaaa", [{ kind: "check-in.made", subject: "rui" }]));
  expect(await importSeen(desk)).toMatchObject({ refused: 1, files: 2 });
  expect(await isHere(desk, "ana")).toBe(true);
  expect(await isHere(desk, "rui")).toBe(false);
});

test("J11 what this database signed itself asks nobody", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(desk);
  expect((await look(desk)).writers).toEqual([]);
  expect(await importSeen(desk)).toMatchObject({ taken: 0, refused: 0 });
});

test("J11 J9 the stick that is read is also this desk's own: what it writes there meanwhile is not counted as refused", async () => {
  const stick = await stickOfAnother();
  const desk = await openWithStick(stick);
  await look(desk);
  await desk.value("checkIn.perform", { ...order(), runnerId: "rui" });
  await written(desk);
  expect(await importSeen(desk)).toMatchObject({ files: 2, refused: 0 });
  expect(await isHere(desk, "ana")).toBe(true);
});

test("J11 what was changed on the stick, and what follows it, is neither shown as its writer's nor counted as signed", async () => {
  const stick = temporaryFolder();
  const other = await openWithStick(stick);
  for (const runnerId of ["ana", "rui", "luk"]) {
    await other.value("checkIn.perform", { ...order(), runnerId });
  }
  await written(other);
  await other.core.close();
  const path = boxIn(stick);
  const changed = readFileSync(path, "utf8").replace(
    /"operator":"[^"]*"(?=[^\n]*"subject":"rui")/,
    '"operator":"Eve"',
  );
  writeFileSync(path, changed);
  const desk = await openAt(stick);
  const [writer, ...others] = (await look(desk)).writers;
  expect(others).toEqual([]);
  expect(writer?.checkIns).toBe(1);
  expect(writer?.operators).not.toContain("Eve");
  const outcome = await importSeen(desk);
  expect(outcome).toMatchObject({ taken: writer?.entries, refused: 2 });
  expect(outcome.writers).toEqual([{ signer: writer?.signer, entries: writer?.entries }]);
});
