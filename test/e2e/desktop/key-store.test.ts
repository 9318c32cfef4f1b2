import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import type { Desktop, DesktopOptions } from "#test/support/electron-double/start-desktop.ts";
import type { ScriptedServer } from "#test/support/scripted-server.ts";
import { startScriptedServer } from "#test/support/scripted-server.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";

const browser = desktopBrowser();
const apiKey = "rd_live_never-shown";
let server: ScriptedServer;

beforeEach(async () => {
  server = await startScriptedServer();
  onTestFinished(() => server.close());
});

const save = (desktop: Desktop) =>
  desktop.value("connection.save", { commandId: randomUUID(), baseUrl: server.url, apiKey });

/** The data folder of a desktop that was given a key and has ended. */
async function keepKey(env: DesktopOptions["env"] = {}): Promise<string> {
  const desktop = await startDesktop(browser(), { env });
  await save(desktop);
  await desktop.stop();
  return desktop.dataDir;
}

const secretsOf = (dataDir: string): string => readFileSync(join(dataDir, "secrets.json"), "utf8");

test("K1 the key is sealed by the system's key store and there after a new start", async () => {
  const dataDir = await keepKey();
  expect(secretsOf(dataDir)).not.toContain(apiKey);
  const again = await startDesktop(browser(), { dataDir });
  expect(await again.value("connection.get", {})).toMatchObject({
    state: "connected",
    keyStore: "system",
  });
});

test("K1 a key store that only hides is said", async () => {
  const desktop = await startDesktop(browser(), { env: { CHUTE_DOUBLE_KEY_STORE: "obfuscated" } });
  expect(await desktop.value("connection.get", {})).toMatchObject({ keyStore: "obfuscated" });
});

test("K1 without a key store the key is in a file that only this user may read, and that is said", async () => {
  const dataDir = await keepKey({ CHUTE_DOUBLE_KEY_STORE: "none" });
  expect(secretsOf(dataDir)).toContain(apiKey);
  // As soon as the system has a key store, the key is sealed.
  const again = await startDesktop(browser(), { dataDir });
  expect(await again.value("connection.get", {})).toMatchObject({
    state: "connected",
    keyStore: "system",
  });
  expect(secretsOf(dataDir)).not.toContain(apiKey);
});

test("K1 O9 a key that the system no longer opens is asked for anew, in words, and nothing is lost", async () => {
  const dataDir = await keepKey();
  const sealed = secretsOf(dataDir);
  writeFileSync(join(`${dataDir}-home`, "config", "chute", "double-key"), Buffer.alloc(32, 7));
  const other = await startDesktop(browser(), { dataDir });
  expect(await other.value("connection.get", {})).toMatchObject({
    state: "key-lost",
    baseUrl: server.url,
    organization: { name: "Harbour Runners" },
  });
  expect(secretsOf(dataDir)).toBe(sealed);
  const page = await other.page();
  await page.getByText("The key is missing").waitFor();
  await goToScreen(page, "/settings");
  await page.getByText("until you enter the key again").waitFor();
  await page.getByRole("button", { name: "Replace the key" }).click();
  await page.getByRole("textbox", { name: "New key" }).fill(apiKey);
  await page.getByRole("button", { name: "Check and keep" }).click();
  await expect.poll(async () => (await other.value("connection.get", {})).state).toBe("connected");
});
