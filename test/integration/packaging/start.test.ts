import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractAll } from "@electron/asar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFeed } from "#main/update-feed.ts";
import { packFor } from "#test/support/packaging/pack.ts";
import type { Target } from "#test/support/packaging/fake-runtime.ts";
import { makeReleaseKey } from "#test/support/packaging/update-server.ts";
import { startChild } from "#test/support/processes/child.ts";
import { stationProgram } from "#test/support/processes/programs.ts";
import { connectStation } from "#test/support/processes/station-client.ts";

const { publicKey } = makeReleaseKey();
const release = {
  CHUTE_UPDATE_URL: "https://updates.example/chute",
  CHUTE_UPDATE_PUBLIC_KEY: publicKey,
  CHUTE_WINDOWS_PUBLISHER: "CN=Chute Timing",
};

let temporary: string;
let tree: string;

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), "chute-packed-"));
  tree = join(temporary, "app");
  // Without the fuses: on a Mac setting them signs the program, which one that is none does not survive.
  const packed = await packFor(process.platform as Target, release, { afterPack: null });
  extractAll(packed.asar, tree);
  packed.remove();
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

test("from what is packed alone a desk opens, its worker works and its screens are there", async () => {
  // The desktop's own entry needs Electron; the station's shares everything else with it.
  const program = join(tree, "out/main/station.js");
  cpSync(stationProgram, program);
  const dataDir = join(temporary, "data");
  const flags = ["--json", "--no-open", "--port", "0", "--data-dir", dataDir, "--practice"];
  const child = startChild(program, flags, { cwd: tree, env: { CHUTE_CHECK_OUTPUTS: "1" } });
  const station = await connectStation(child);
  try {
    expect((await station.value("desk.get", {})).currentEventId).not.toBeNull();
    const backup = await station.value("backup.make", { commandId: crypto.randomUUID() });
    expect(backup.bytes).toBeGreaterThan(0);
    const shell = await fetch(station.url);
    expect(await shell.text()).toContain("<script");
  } finally {
    await child.stop();
  }
});

test("a release's feed is in what is packed", () => {
  const { CHUTE_UPDATE_URL: url } = release;
  expect(readFeed(readFileSync(join(tree, "package.json"), "utf8"))).toEqual({ url, publicKey });
});
