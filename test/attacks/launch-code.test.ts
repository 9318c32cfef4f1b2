import { expect, onTestFinished, test } from "vitest";
import { startChild } from "#test/support/processes/child.ts";
import { postJson } from "#test/support/processes/paired-device.ts";
import { stationProgram } from "#test/support/processes/programs.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

test("S7 what stands in the arguments of the browser is worth nothing once the browser has it", async () => {
  const station = startChild(stationProgram, [
    "--port",
    "0",
    "--no-open",
    "--data-dir",
    temporaryFolder(),
  ]);
  onTestFinished(async () => void (await station.stop()));
  await station.firstLine();
  await expect.poll(() => station.stdout()).toContain("#launch=");
  const [, url = "", launchCode = ""] =
    /(http:\S+)\/#launch=([\w-]{43})/.exec(station.stdout()) ?? [];
  expect((await postJson(`${url}/rpc/pairing.open`, {}, launchCode)).status).toBe(401);
  expect((await postJson(`${url}/session`, { launchCode })).status).toBe(200);
  expect((await postJson(`${url}/session`, { launchCode })).status).toBe(401);
});
