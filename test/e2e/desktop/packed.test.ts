import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractAll } from "@electron/asar";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import type { Target } from "#test/support/packaging/fake-runtime.ts";
import { packFor } from "#test/support/packaging/pack.ts";
import {
  makeReleaseKey,
  offerVersion,
  signList,
  startUpdateServer,
} from "#test/support/packaging/update-server.ts";
import type { UpdateServer } from "#test/support/packaging/update-server.ts";
import { newCommandId, temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();
const key = makeReleaseKey();
const offer = offerVersion("9.0.0", key, Buffer.from("the next Chute"));

let folder: string;
let server: UpdateServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chute-packed-"));
  server = await startUpdateServer({ ...offer });
  const release = {
    CHUTE_UPDATE_URL: server.url,
    CHUTE_UPDATE_PUBLIC_KEY: key.publicKey,
    CHUTE_WINDOWS_PUBLISHER: "CN=Chute Timing",
  };
  const packed = await packFor(process.platform as Target, release, { afterPack: null });
  extractAll(packed.asar, join(folder, "app"));
  packed.remove();
});
beforeEach(() => {
  Object.assign(server.offer, offer);
  server.asked.length = 0;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the packed program as it runs from an AppImage. */
function startPacked(dataDir: string, flags: readonly string[] = []): Promise<Desktop> {
  const resources = join(folder, "resources");
  const appImage = join(folder, "chute.AppImage");
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, "app-update.yml"), "updaterCacheDirName: chute-updater\n");
  writeFileSync(appImage, "this Chute");
  return startDesktop(browser(), {
    dataDir,
    flags,
    program: join(folder, "app/out/main/index.js"),
    env: {
      CHUTE_DOUBLE_RESOURCES: resources,
      APPIMAGE: appImage,
      XDG_CACHE_HOME: join(dataDir, "cache"),
    },
  });
}

test("what is packed opens its window, and its worker works", async () => {
  const desktop = await startPacked(temporaryFolder());
  const page = await desktop.page();
  await page.getByRole("heading", { name: "Connect to your organization" }).waitFor();
  const backup = await desktop.value("backup.make", { commandId: newCommandId() });
  expect(backup.bytes).toBeGreaterThan(0);
});

/** On other systems the system's own updater takes part, which the double does not have. */
const systems = ["linux"].filter((system) => system === process.platform);

test.each(systems)(
  "a signed version is downloaded and offered, and later is later (%s)",
  async () => {
    const desktop = await startPacked(temporaryFolder());
    const asked = await desktop.dialog();
    expect(asked.options).toMatchObject({
      message: "Chute 9.0.0 is ready.",
      buttons: ["Later", "Install and restart"],
      defaultId: 0,
    });
    expect(server.asked.at(-1)).toMatch(/chute-9\.0\.0\.AppImage$/);
    await asked.answer({ response: 0, checkboxChecked: false });
    expect(await desktop.value("desk.get", {})).toMatchObject({ currentEventId: null });
  },
);

test.each(systems)("a version that somebody else signed is not even downloaded (%s)", async () => {
  server.offer.signature = signList(server.offer.list, makeReleaseKey());
  const desktop = await startPacked(temporaryFolder());
  await expect.poll(() => desktop.stderr()).toContain('"code":"not-signed"');
  expect(server.asked.filter((path) => path.endsWith(".AppImage"))).toEqual([]);
});

test.each(systems)(
  "race-day freeze: an event that is open keeps every look away (%s)",
  async () => {
    const dataDir = temporaryFolder();
    const desktop = await startPacked(dataDir, ["--practice"]);
    const log = join(dataDir, "logs/chute.log");
    const readLog = (): string => (existsSync(log) ? readFileSync(log, "utf8") : "");
    await expect.poll(readLog).toContain('"end":"event-open"');
    expect(server.asked).toEqual([]);
    await desktop.value("practice.leave", { commandId: newCommandId() });
    expect((await desktop.dialog()).options).toMatchObject({ message: "Chute 9.0.0 is ready." });
  },
);
