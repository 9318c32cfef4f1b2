import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { words } from "#main/data-folders/open-error-messages.ts";
import { settings } from "#renderer/i18n/en/settings/settings.ts";
import { sync } from "#renderer/i18n/en/sync/sync.ts";
import { createManualClock } from "#test/support/clock.ts";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { readRelaunch } from "#test/support/electron-double/relaunch.ts";
import type { Desktop, OpenDialog } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { openRace, temporaryFolder } from "#test/support/test-core.ts";
import { harbourRun } from "#test/integration/services/harbour-run.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";

const browser = desktopBrowser();
const start = (dataDir?: string, flags: readonly string[] = []): Promise<Desktop> =>
  startDesktop(browser(), { flags, ...(dataDir === undefined ? {} : { dataDir }) });

/** The screens are available once the desktop knows an organization. */
async function connect(desktop: Desktop): Promise<void> {
  const { url, keys } = await startSandboxProcess(["--runners", "30"]);
  const apiKey = keys["all"] ?? "";
  await desktop.value("connection.save", { commandId: randomUUID(), baseUrl: url, apiKey });
}

/** Goes to a screen, as its link does. */
async function enter(desktop: Desktop, screen: `/${string}`): Promise<Page> {
  const page = await desktop.page();
  await goToScreen(page, screen);
  return page;
}

type Desk = Pick<TestCore, "value">;

const setOperator = (desk: Desk, operator: string) =>
  desk.value("settings.save", { commandId: randomUUID(), operator });
const operatorOf = async (desktop: Desktop): Promise<string> =>
  (await desktop.value("desk.get", {})).settings.operator;
const makeBackup = (desk: Desk) => desk.value("backup.make", { commandId: randomUUID() });

/** A folder with a race. The operator is "Before" in the backup and "After" at the end. */
async function usedFolder(): Promise<{ readonly dataDir: string; readonly backup: string }> {
  const desk = await openRace(harbourRun, {
    host: "desktop",
    clock: createManualClock(Date.now()),
  });
  await setOperator(desk, "Before");
  const { name } = await makeBackup(desk);
  await setOperator(desk, "After");
  await desk.core.close();
  return { dataDir: desk.dataDir, backup: join(desk.dataDir, "live", "backups", name) };
}

const databaseOf = (dataDir: string): string => join(dataDir, "live", "chute.sqlite");

function damage(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(databaseOf(dataDir) + suffix, { force: true });
  writeFileSync(databaseOf(dataDir), "x".repeat(50_000));
}

/** The texts on the buttons of a question. */
const buttonsOf = (dialog: OpenDialog): string[] => dialog.options["buttons"] as string[];

async function choose(desktop: Desktop, answer: keyof typeof words.answers): Promise<void> {
  const dialog = await desktop.dialog();
  const response = buttonsOf(dialog).indexOf(words.answers[answer].label);
  expect(response, answer).toBeGreaterThanOrEqual(0);
  await dialog.answer({ response, checkboxChecked: false });
}

async function pick(desktop: Desktop, path: string): Promise<void> {
  const dialog = await desktop.dialog();
  expect(dialog.kind).toBe("open");
  await dialog.answer({ canceled: false, filePaths: [path] });
}

async function expectHeldAsBackup(desktop: Desktop): Promise<void> {
  const { copied } = await desktop.value("sync.status", {});
  expect(copied).toMatchObject({ why: "backup" });
  const page = await enter(desktop, "/sync");
  await page.getByText(sync.copied.title.backup).waitFor();
}

describe("a database that does not open", () => {
  test("S4 S5 damaged: the last backup is restored when a person says so, the damaged one kept whole", async () => {
    const { dataDir } = await usedFolder();
    damage(dataDir);
    const desktop = await start(dataDir);
    await choose(desktop, "restore-backup");
    expect(await operatorOf(desktop)).toBe("Before");
    await expectHeldAsBackup(desktop);
    const [place = ""] = readdirSync(join(dataDir, "live", "set-aside"));
    const kept = join(dataDir, "live", "set-aside", place, "chute.sqlite");
    expect(readFileSync(kept, "utf8")).toBe("x".repeat(50_000));
  });

  test("S4 who leaves is asked again at the next start; starting empty begins anew", async () => {
    const { dataDir } = await usedFolder();
    damage(dataDir);
    const first = await start(dataDir);
    await choose(first, "quit");
    expect(await first.ended()).toMatchObject({ code: 0 });
    expect(existsSync(databaseOf(dataDir))).toBe(false);
    const second = await start(dataDir);
    await choose(second, "start-empty");
    expect(await operatorOf(second)).toBe("");
  });

  test("S4 a file that is no backup changes nothing and the question comes again; a good one is taken", async () => {
    const { dataDir, backup } = await usedFolder();
    const stick = join(temporaryFolder(), "race.sqlite");
    copyFileSync(backup, stick);
    const letter = join(temporaryFolder(), "letter.sqlite");
    writeFileSync(letter, "Dear Ana");
    damage(dataDir);
    const desktop = await start(dataDir);
    await choose(desktop, "choose-backup");
    await pick(desktop, letter);
    const refusal = await desktop.dialog();
    expect(refusal.options["content"]).toBe(
      "This file is not a backup of Chute. Nothing was changed.",
    );
    await choose(desktop, "choose-backup");
    await pick(desktop, stick);
    expect(await operatorOf(desktop)).toBe("Before");
    await expectHeldAsBackup(desktop);
  });

  test("S4 a newer one is refused untouched, and another folder can be opened instead", async () => {
    const { dataDir } = await usedFolder();
    const raw = new Sqlite(databaseOf(dataDir));
    raw.pragma("journal_mode = DELETE");
    raw.exec("CREATE TABLE of_a_later_version (a)");
    raw.pragma("user_version = 9999");
    raw.close();
    const before = readFileSync(databaseOf(dataDir));
    const desktop = await start(dataDir);
    const other = temporaryFolder();
    await choose(desktop, "other-folder");
    await pick(desktop, other);
    const ended = await desktop.ended();
    expect(ended.code).toBe(0);
    expect(readFileSync(databaseOf(dataDir))).toEqual(before);
    const next = await start(dataDir, readRelaunch(ended.stdout) ?? []);
    expect((await next.value("desk.get", {})).about.dataDir).toBe(other);
  });

  test("S4 the answer can be given beforehand, as to the station", async () => {
    const { dataDir } = await usedFolder();
    damage(dataDir);
    const desktop = await start(dataDir, ["--restore-backup"]);
    expect(await operatorOf(desktop)).toBe("Before");
  });
});

describe("going back from Settings", () => {
  test("S4 S5 J9 Chute closes, puts the backup in place and starts again; what was there is set aside, and the journal mirror of a flag goes on", async () => {
    const { dataDir } = await usedFolder();
    const stick = temporaryFolder();
    const desktop = await start(dataDir, [`--journal-mirror=${stick}`]);
    const page = await enter(desktop, "/settings");
    await page
      .getByRole("button", { name: /^Go back to the backup of/ })
      .last()
      .click();
    await page.getByRole("button", { name: settings.goBack.now }).click();
    const ended = await desktop.ended();
    expect(ended.code).toBe(0);
    const next = await start(dataDir, readRelaunch(ended.stdout) ?? []);
    expect(await operatorOf(next)).toBe("Before");
    await expectHeldAsBackup(next);
    const journalMirror = { folder: stick, isSetAtStart: true, canChoose: false };
    expect(await next.value("journalMirror.get", {})).toMatchObject(journalMirror);
    expect(readdirSync(join(dataDir, "live", "set-aside"))).toHaveLength(1);
  });
});

describe("data folders", () => {
  test("another one is opened by starting again, and from then on; one that is gone asks", async () => {
    const desktop = await start();
    await connect(desktop);
    const other = join(temporaryFolder(), "race");
    const elsewhere = await start(desktop.dataDir, [`--data-dir=${other}`]);
    await setOperator(elsewhere, "Elsewhere");
    await elsewhere.stop();

    const page = await enter(desktop, "/settings");
    await page.getByRole("button", { name: settings.dataFolders.openLabel(other) }).click();
    const ended = await desktop.ended();
    expect(readRelaunch(ended.stdout)).toEqual([`--data-dir=${other}`]);
    const next = await start(desktop.dataDir);
    expect(await operatorOf(next)).toBe("Elsewhere");
    await next.stop();

    rmSync(other, { recursive: true });
    const asked = await start(desktop.dataDir);
    await choose(asked, "usual-folder");
    const left = await asked.ended();
    expect(existsSync(other)).toBe(false);
    const home = await start(desktop.dataDir, readRelaunch(left.stdout) ?? []);
    const { folders } = await home.value("dataFolder.list", {});
    expect(folders.map(({ path, isThere }) => [path, isThere])).toContainEqual([other, false]);
    const shown = await enter(home, "/settings");
    await shown.getByRole("button", { name: settings.dataFolders.forgetLabel(other) }).click();
    await expect
      .poll(async () => (await home.value("dataFolder.list", {})).folders.map(({ path }) => path))
      .not.toContain(other);
  });
});
