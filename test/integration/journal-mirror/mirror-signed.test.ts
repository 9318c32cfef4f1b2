import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import {
  mirrorFilesIn,
  readMirror,
  signedLine,
} from "#core/db/journal-mirror/journal-mirror-file.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { forgeChain } from "../../attacks/forged-journal.ts";
import { harbourRun } from "../services/harbour-run.ts";
import { boxIn, journalOf, openWithStick, order, written } from "./stick-desk.ts";

const databaseOf = (desk: Pick<TestCore, "dataDir">) => join(desk.dataDir, "live", "chute.sqlite");

const isHere = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.checkedIn !== null;

const findingsOf = async (desk: TestCore) =>
  (await desk.value("desk.get", {})).about.findings.map(({ code }) => code);

/** The signers and entries of the files on a stick. */
async function itemsOn(stick: string) {
  const items: { signer: string | null; hash: string }[] = [];
  for (const path of mirrorFilesIn(stick)) {
    for await (const item of readMirror(path)) {
      if (item.kind === "entry") items.push({ signer: item.signer, hash: item.entry.hash });
    }
  }
  return items;
}

/**
 * A desk whose database was replaced by an older one, from after the first of three check-ins. No backup knows more: the
 * start would ask whether to restore it (S4).
 */
async function deskThatLost(stick: string) {
  const first = await openWithStick(stick);
  await first.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(first);
  await first.core.close();
  copyFileSync(databaseOf(first), join(stick, "former"));
  const second = await first.reopen();
  for (const runnerId of ["rui", "luk"]) {
    await second.value("checkIn.perform", { ...order(), runnerId });
  }
  await written(second);
  await second.core.close();
  copyFileSync(join(stick, "former"), databaseOf(second));
  rmSync(join(second.dataDir, "live", "backups"), { recursive: true, force: true });
  const desk = await second.reopen();
  await written(desk);
  return desk;
}

test("J9 J11 what the journal mirror knows and this computer lost is said on every screen, and imported", async () => {
  const stick = temporaryFolder();
  const desk = await deskThatLost(stick);
  expect(await isHere(desk, "rui")).toBe(false);
  expect(await desk.value("journalMirror.get", {})).toMatchObject({ missing: 2, behind: 0 });
  expect(await findingsOf(desk)).toEqual(["journal-short"]);
  // Later entries go into a separate file.
  const override = { reason: "Paid at the desk" };
  await desk.value("checkIn.perform", { ...order(), runnerId: "can", override });
  await written(desk);

  const outcome = await desk.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ taken: 2, refused: 0 });
  expect(outcome.writers).toEqual([
    { signer: expect.stringMatching(/^[\w-]{16}$/), entries: expect.any(Number) },
  ]);
  for (const runnerId of ["ana", "rui", "luk", "can"])
    expect(await isHere(desk, runnerId)).toBe(true);
  await written(desk);
  expect(await desk.value("journalMirror.get", {})).toMatchObject({ missing: 0 });
  expect(await findingsOf(desk)).toEqual([]);
});

test("J11 entries in our name that our key did not sign are neither missed nor taken", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(desk);
  const path = boxIn(stick);
  const last = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => line.startsWith('{"hash"'))
    .at(-1);
  const { device, epoch, sequence, hash } = JSON.parse(last ?? "") as JournalEntry;
  await desk.core.close();
  const forged = forgeChain(device, [{ kind: "check-in.made", subject: "rui" }], {
    epoch,
    sequence,
    hash,
  });
  const [line] = forged.map((entry) => signedLine(entry, "A".repeat(86)));
  appendFileSync(path, `${line}\n`);
  const again = await desk.reopen();
  await written(again);
  expect(await again.value("journalMirror.get", {})).toMatchObject({ missing: 0 });
  const outcome = await again.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ taken: 0, refused: 1, refusedAsOwn: 1 });
  expect(outcome.writers).not.toContainEqual(expect.objectContaining({ signer: null }));
  expect(await isHere(again, "rui")).toBe(false);
});

test("J11 a signature stands for all before it: a changed line takes it from its batch, and not from others", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  for (const runnerId of ["ana", "rui"]) {
    await desk.value("checkIn.perform", { ...order(), runnerId });
    await written(desk);
  }
  await desk.core.close();
  expect((await itemsOn(stick)).every(({ signer }) => signer !== null)).toBe(true);
  const path = boxIn(stick);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(
      /"operator":"[^"]*"(?=[^\n]*"subject":"rui")/,
      '"operator":"Eve"',
    ),
  );
  const other = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  const outcome = await other.value("journalMirror.import", { commandId: newCommandId() });
  expect(outcome).toMatchObject({ taken: 1, refused: 1 });
  expect(await isHere(other, "ana")).toBe(true);
  expect(await isHere(other, "rui")).toBe(false);
});

test("S11 J11 the key that signs, and whom a person let in, are in no backup", async () => {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  await desk.value("checkIn.perform", { ...order(), runnerId: "ana" });
  await written(desk);
  await desk.value("journalMirror.preview", { commandId: newCommandId() });
  await desk.value("journalMirror.import", { commandId: newCommandId(), asSeen: true });
  const made = await desk.value("backup.make", { commandId: newCommandId() });
  const kept = (path: string): unknown[] => {
    const raw = new Sqlite(path, { readonly: true });
    const sql =
      "SELECT key FROM meta WHERE key IN ('journal-signing-key', 'known-signers') ORDER BY key";
    try {
      return raw.prepare(sql).pluck().all();
    } finally {
      raw.close();
    }
  };
  expect(kept(databaseOf(desk))).toEqual(["journal-signing-key", "known-signers"]);
  expect(kept(join(desk.dataDir, "live", "backups", made.name))).toEqual([]);
});

test("J11 wherever a file was cut off, it is gone on with, and every entry has its signature again", async () => {
  const stick = temporaryFolder();
  const first = await openWithStick(stick);
  for (const runnerId of ["ana", "rui"]) {
    await first.value("checkIn.perform", { ...order(), runnerId });
    await written(first);
  }
  await first.core.close();
  const path = boxIn(stick);
  const whole = readFileSync(path);
  for (const share of [0.3, 0.7, 0.95, 0.99]) {
    writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
    const desk = await first.reopen();
    await written(desk);
    await desk.core.close();
    expect(readdirSync(stick)).toHaveLength(1);
    const items = await itemsOn(stick);
    expect(items.map(({ hash }) => hash)).toEqual(journalOf(desk));
    expect(
      items.every(({ signer }) => signer !== null),
      `${share}`,
    ).toBe(true);
  }
});
