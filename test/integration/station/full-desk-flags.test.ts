import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHub, openOrganizer } from "#test/support/desks/venue.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const commandId = (): string => crypto.randomUUID();

const linkOf = async (desk: StationProcess) => (await desk.value("desks.get", {})).link;

test("M3 K1 a full desk keeps its hub, whether it starts with a key's flags or without", async () => {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const keyFile = join(temporaryFolder(), "key");
  writeFileSync(keyFile, sandbox.keys.all, { mode: 0o600 });
  const keyFlags = ["--api-url", sandbox.url, "--api-key-file", keyFile];
  for (const [first, then] of [
    [keyFlags, []],
    [[], keyFlags],
  ] as const) {
    const dataDir = temporaryFolder();
    const desk = await startStationProcess(dataDir, first);
    const found = await desk.value("desk.look", {
      commandId: commandId(),
      address: hub.address(),
    });
    const name = first.length > 0 ? "Laptop 2" : "Laptop 3";
    await desk.value("desk.join", { commandId: commandId(), ...found, code, name });
    await expect.poll(async () => (await linkOf(desk)).state).toBe("up");
    await desk.stop();
    const again = await startStationProcess(dataDir, then);
    await expect.poll(async () => (await linkOf(again)).state).toBe("up");
    await expect
      .poll(async () => (await again.value("connection.get", {})).state, { timeout: 10_000 })
      .toBe("connected");
    expect(again.stderr().includes("uses no key")).toBe(then.length > 0);
    await again.stop();
  }
}, 60_000);
