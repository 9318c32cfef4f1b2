import { expect, test } from "vitest";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { openWithStick, order, written } from "./stick-desk.ts";

const cardOf = (desk: TestCore, runnerId: string) =>
  desk.value("roster.get", { eventId, runnerId });

const conflictOf = async (desk: TestCore, runnerId: string) =>
  (await cardOf(desk, runnerId)).warnings.find(({ kind }) => kind === "bib-conflict");

const give = (desk: TestCore, runnerId: string, bib: string) =>
  desk.value("bib.assign", { ...order(), runnerId, bib });

const importJournal = (desk: TestCore) =>
  desk.value("journalMirror.import", { commandId: newCommandId() });

/** A desk, and a stick with the journal of another desk that gave Luk another bib. */
async function deskAndStick() {
  const stick = temporaryFolder();
  const other = await openWithStick(stick);
  await give(other, "luk", "77");
  await written(other);
  await other.core.close();
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  await give(desk, "luk", "66");
  return desk;
}

test("J10 J4 two computers give one runner different bibs: both are told, with who and where, after a restart too", async () => {
  const desk = await deskAndStick();
  expect(await conflictOf(desk, "luk")).toBeUndefined();
  await importJournal(desk);
  const { runner } = await cardOf(desk, "luk");
  const found = await conflictOf(desk, "luk");
  expect(found).toMatchObject({ kind: "bib-conflict" });
  const bibs = found?.kind === "bib-conflict" ? found.bibs : [];
  expect(new Set(bibs.map(({ bib }) => bib))).toEqual(new Set(["66", "77"]));
  expect(bibs[0]?.bib).toBe(runner.bib);
  expect(bibs[0]?.actor).toMatchObject({ desk: expect.any(String), atMs: expect.any(Number) });
  const again = await desk.reopen();
  expect(await conflictOf(again, "luk")).toEqual(found);
});

test.each(["66", "77", "78"])(
  "J10 a person settles it by giving a bib once more, also the one that counts: %s",
  async (bib) => {
    const desk = await deskAndStick();
    await importJournal(desk);
    await give(desk, "luk", bib);
    expect(await conflictOf(desk, "luk")).toBeUndefined();
    expect((await cardOf(desk, "luk")).runner.bib).toBe(bib);
    const unchanged = { ...order(), runnerId: "luk", bib };
    expect(await desk.call("bib.assign", unchanged)).toMatchObject({
      error: { code: "bib-unchanged" },
    });
    // Entries that are imported again are known, and the settled conflict stays settled.
    await importJournal(desk);
    expect(await conflictOf(desk, "luk")).toBeUndefined();
  },
);

test("J10 a bib that was given after the import knows of it and is no conflict", async () => {
  const desk = await deskAndStick();
  await importJournal(desk);
  await give(desk, "luk", "78");
  await give(desk, "luk", "79");
  expect(await conflictOf(desk, "luk")).toBeUndefined();
});
