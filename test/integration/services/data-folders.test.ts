import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DataFoldersPort, RestartPort } from "#core/ports.ts";
import { newCommandId, openTestCore, temporaryFolder } from "#test/support/test-core.ts";

const usual = "/home/ana/Chute";

/** A desktop host that records what it was asked to do. */
async function openDesktop(choice: string | null = null) {
  const did: string[] = [];
  let recent = ["/race", "/gone", "/other"];
  const dataFolders: DataFoldersPort = {
    list: () =>
      [...recent, usual].map((path) => ({
        path,
        isOpen: path === "/race",
        isUsual: path === usual,
        isThere: path !== "/gone",
      })),
    choose: async (path) => void did.push(`choose ${path}`),
    forget: async (path) => {
      recent = recent.filter((one) => one !== path);
    },
  };
  const restart: RestartPort = {
    inFolder: (path) => void did.push(`restart in ${path}`),
    fromBackup: (path) => void did.push(`restart from ${path}`),
    chooseBackup: async () => choice,
  };
  const desk = await openTestCore({
    host: "desktop",
    ports: { dataFolders, restart, chooseFolder: async () => choice },
  });
  const openFolder = (path?: string) =>
    desk.call("dataFolder.open", {
      commandId: newCommandId(),
      ...(path === undefined ? {} : { path }),
    });
  const goBack = (name?: string) =>
    desk.call("backup.restore", {
      commandId: newCommandId(),
      ...(name === undefined ? {} : { name }),
    });
  return { ...desk, did, openFolder, goBack };
}

describe("data folders", () => {
  test("one of the list, or one that a person chooses, is opened by a restart and remembered", async () => {
    const desk = await openDesktop("/new");
    expect(await desk.openFolder("/other")).toMatchObject({ ok: true, value: { path: "/other" } });
    expect(await desk.openFolder()).toMatchObject({ ok: true, value: { path: "/new" } });
    expect(desk.did).toEqual([
      "choose /other",
      "restart in /other",
      "choose /new",
      "restart in /new",
    ]);
  });

  test("nothing restarts for a folder that is open, gone, unknown, or was not chosen", async () => {
    const desk = await openDesktop();
    const refusals = [
      ["/race", "already-open"],
      ["/gone", "folder-missing"],
      ["/etc", "not-found"],
      [undefined, "cancelled"],
    ] as const;
    for (const [path, code] of refusals) {
      expect(await desk.openFolder(path), code).toMatchObject({ error: { code } });
    }
    expect(desk.did).toEqual([]);
  });

  test("a folder that is gone is shown so, and can be taken off the list", async () => {
    const desk = await openDesktop();
    const paths = async () =>
      (await desk.value("dataFolder.list", {})).folders.map(({ path, isThere }) => [path, isThere]);
    expect(await paths()).toContainEqual(["/gone", false]);
    const forget = (path: string) =>
      desk.call("dataFolder.forget", { commandId: newCommandId(), path });
    expect(await forget("/gone")).toMatchObject({ ok: true });
    expect(await paths()).toEqual([
      ["/race", true],
      ["/other", true],
      [usual, true],
    ]);
    expect(await forget("/race")).toMatchObject({ error: { code: "already-open" } });
    expect(await forget(usual)).toMatchObject({ error: { code: "usual-folder" } });
    expect(await forget("/etc")).toMatchObject({ error: { code: "not-found" } });
  });
});

describe("going back to a backup", () => {
  test("S4 to one of the ring by its name, and to a file that a person chooses", async () => {
    const stick = join(temporaryFolder(), "race.sqlite");
    const desk = await openDesktop(stick);
    const { name } = await desk.value("backup.make", { commandId: newCommandId() });
    const { folder } = await desk.value("backup.list", {});
    copyFileSync(join(folder, name), stick);
    expect(await desk.goBack(name)).toMatchObject({ ok: true });
    expect(await desk.goBack()).toMatchObject({ ok: true });
    expect(desk.did).toEqual([`restart from ${join(folder, name)}`, `restart from ${stick}`]);
  });

  test("S4 a name that is no backup, and a file that is none, change nothing", async () => {
    const words = join(temporaryFolder(), "words.sqlite");
    writeFileSync(words, "not a database ".repeat(20));
    const desk = await openDesktop(words);
    expect(await desk.goBack("../../secrets.json")).toMatchObject({ error: { code: "not-found" } });
    expect(await desk.goBack()).toMatchObject({ error: { code: "backup-not-ours" } });
    expect(await (await openDesktop()).goBack()).toMatchObject({ error: { code: "cancelled" } });
    expect(desk.did).toEqual([]);
  });
});
