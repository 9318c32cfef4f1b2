import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { expect, test, vi } from "vitest";
import { mirrorFilesIn } from "#core/db/journal-mirror/journal-mirror-file.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, temporaryFolder } from "#test/support/test-core.ts";
import { boxIn, hashesIn, journalOf, openWithStick, order, written } from "./stick-desk.ts";

/** A desk whose mirror has everything, and then loses it in this way while nothing is saved. */
async function openThen(damage: (path: string, stick: string) => void) {
  const stick = temporaryFolder();
  const desk = await openWithStick(stick);
  for (const runnerId of ["ana", "luk", "rui"]) {
    await desk.value("checkIn.perform", { ...order(), runnerId });
  }
  await written(desk);
  expect((await desk.value("wipe.look", {})).stops).toEqual([]);
  damage(boxIn(stick), stick);
  return { stick, desk };
}

const halve = (path: string): void => truncateSync(path, Math.floor(statSync(path).size / 2) + 7);

const damages: Readonly<Record<string, (path: string, stick: string) => void>> = {
  deleted: (path) => rmSync(path),
  "deleted with its folder": (_, stick) => rmSync(stick, { recursive: true }),
  emptied: (path) => truncateSync(path, 0),
  halved: halve,
  "replaced by an older file": (path) => {
    copyFileSync(path, `${path}.old`);
    halve(`${path}.old`);
    renameSync(`${path}.old`, path);
  },
  "damaged inside a line": (path) =>
    writeFileSync(path, readFileSync(path, "utf8").replace('"subject":"luk"', '"subject":"can"')),
};

const notExported = [{ code: "not-exported", count: 1, names: ["Harbour Run"] }];

const wipe = async (desk: TestCore) => {
  const { counts } = await desk.value("wipe.look", {});
  const input = { commandId: newCommandId(), entries: counts.entries, keepsExports: true };
  return desk.call("wipe.perform", input);
};

/** Waits until some file of the folder has the whole journal, each line as it was saved. */
const isWholeIn = (stick: string, desk: TestCore, act: () => Promise<unknown>) =>
  vi.waitFor(
    async () => {
      await act();
      await desk.clock.advance(2_000);
      const found = await Promise.all(mirrorFilesIn(stick).map((path) => hashesIn(path)));
      expect(found).toContainEqual(journalOf(desk));
    },
    { timeout: 10_000 },
  );

test.each(Object.entries(damages))(
  "K4 J9 a mirror file that was %s is no second copy: the wipe is refused",
  async (_, damage) => {
    const { stick, desk } = await openThen(damage);
    expect((await desk.value("wipe.look", {})).stops).toEqual(notExported);
    expect(journalOf(desk)).toHaveLength(3);
    mkdirSync(stick, { recursive: true });
    await isWholeIn(stick, desk, () => desk.value("wipe.look", {}));
    await written(desk);
    expect((await desk.value("wipe.look", {})).stops).toEqual([]);
  },
);

test("K4 J9 a wipe reads the mirror once more: it is refused if the mirror was lost after the person was shown the counts", async () => {
  const { desk, stick } = await openThen(() => undefined);
  const { counts } = await desk.value("wipe.look", {});
  rmSync(boxIn(stick));
  const input = { commandId: newCommandId(), entries: counts.entries, keepsExports: true };
  expect(await desk.call("wipe.perform", input)).toMatchObject({
    ok: false,
    error: { code: "wipe-stopped", details: { stops: notExported } },
  });
  await isWholeIn(stick, desk, () => desk.value("journalMirror.status", {}));
  await written(desk);
  expect(await wipe(desk)).toMatchObject({ ok: true });
});

test.each(["deleted", "emptied", "halved", "replaced by an older file"])(
  "J9 a mirror file that was %s is noticed when somebody asks for the state, and is written anew",
  async (how) => {
    const { stick, desk } = await openThen(damages[how] ?? (() => undefined));
    await isWholeIn(stick, desk, () => desk.value("journalMirror.status", {}));
    expect(desk.logged).toContainEqual({ level: "warn", event: "journal-mirror.file-changed" });
  },
);

test("J9 if the folder of the mirror is gone, the state says so before anything else is saved", async () => {
  const { desk, stick } = await openThen((_, folder) => rmSync(folder, { recursive: true }));
  await vi.waitFor(async () => {
    await desk.value("journalMirror.status", {});
    await desk.clock.advance(20);
    expect(await desk.value("journalMirror.status", {})).toMatchObject({
      state: "behind",
      why: "file-gone",
    });
  });
  mkdirSync(stick);
  await isWholeIn(stick, desk, async () => undefined);
});

test.each(["emptied", "halved"])(
  "J9 what is saved after the mirror file was %s does not lengthen the file with NULs",
  async (how) => {
    const { stick, desk } = await openThen(damages[how] ?? (() => undefined));
    await desk.value("checkIn.perform", { ...order(), runnerId: "double-2" });
    await isWholeIn(stick, desk, async () => undefined);
    expect(mirrorFilesIn(stick)).toHaveLength(1);
    expect(readFileSync(boxIn(stick), "utf8")).not.toContain("\0");
  },
);
