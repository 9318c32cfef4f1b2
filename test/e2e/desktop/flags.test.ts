import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();

test("help, version and a wrong flag are answered before the lock and before any window", async () => {
  const first = await startDesktop(browser());
  await first.page();
  const say = async (flag: string) => {
    const second = await startDesktop(browser(), { dataDir: first.dataDir, flags: [flag] });
    return second.ended();
  };
  const help = await say("--help");
  expect(help.code).toBe(0);
  for (const flag of ["--data-dir", "--practice", "--restore-backup", "--start-empty"]) {
    expect(help.stdout).toContain(flag);
  }
  expect(await say("--version")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+/),
  });
  expect(await say("--nonsense")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("error: unknown option '--nonsense'"),
  });
  expect(await first.control("control.notes", undefined)).not.toContain(
    "happened app “second-instance”",
  );
});

test("--data-dir opens another folder, also beside the usual one; the same folder twice is one window", async () => {
  const usual = await startDesktop(browser());
  await usual.page();
  const race = temporaryFolder();
  const flags = [`--data-dir=${race}`];
  const other = await startDesktop(browser(), { dataDir: usual.dataDir, flags });
  await other.value("settings.save", { commandId: randomUUID(), operator: "Rui" });
  expect((await other.value("desk.get", {})).about.dataDir).toBe(race);
  expect((await usual.value("desk.get", {})).settings.operator).toBe("");
  expect(existsSync(join(race, "live", "chute.sqlite"))).toBe(true);

  const again = await startDesktop(browser(), { dataDir: usual.dataDir, flags });
  expect(await again.ended()).toMatchObject({ code: 0 });
  const happened = "happened app “second-instance”";
  expect(await other.control("control.notes", undefined)).toContain(happened);
  expect(await usual.control("control.notes", undefined)).not.toContain(happened);
});

test("K3 --practice starts in practice; the runtime's own switches do not get in the way", async () => {
  const flags = ["--no-sandbox", "--enable-logging", "--practice", "--lang=de"];
  const desktop = await startDesktop(browser(), { flags });
  expect(await desktop.value("connection.get", {})).toMatchObject({ mode: "practice" });
});

test("K1 address and key of the command line are for this run", async () => {
  const sandbox = await startSandboxProcess(["--runners", "30"]);
  const keyFile = join(temporaryFolder(), "key");
  writeFileSync(keyFile, sandbox.keys["all"] ?? "", { mode: 0o600 });
  const flags = ["--api-url", sandbox.url, "--api-key-file", keyFile];
  const desktop = await startDesktop(browser(), { flags });
  expect(await desktop.value("connection.get", {})).toMatchObject({
    state: "connected",
    keyStore: "memory",
  });
  expect(existsSync(join(desktop.dataDir, "secrets.json"))).toBe(false);
});

test("K1 a key that is refused stops the start, in words", async () => {
  const sandbox = await startSandboxProcess(["--runners", "30"]);
  const desktop = await startDesktop(browser(), {
    flags: ["--api-url", sandbox.url],
    env: { CHUTE_API_KEY: "a-key-that-nobody-gave" },
  });
  const box = await desktop.dialog();
  expect(box).toMatchObject({ kind: "error" });
  expect(String(box.options["content"])).toContain("Check the key");
  expect(await desktop.ended()).toMatchObject({ code: 1 });
});
