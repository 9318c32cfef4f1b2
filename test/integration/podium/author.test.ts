import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { lines, openPodium, tablet } from "./podium-desk.ts";

test("S10 a sheet names the paired device that wrote it, and no device for this computer's own screen", async () => {
  const desk = await openPodium();
  await desk.enter(lines("7"));
  await desk.enter(lines("A12"), {}, { ...tablet, deviceId: "d1" });
  await desk.core.close();
  const raw = new Sqlite(join(desk.dataDir, "live", "chute.sqlite"), { readonly: true });
  const authors = raw
    .prepare(
      "SELECT payload ->> '$.byDevice' FROM journal WHERE kind = 'podium.entered' ORDER BY hlc",
    )
    .pluck()
    .all();
  raw.close();
  expect(authors).toEqual([null, "d1"]);
});

test("J4 S10 the refusal of a sheet says whether another window of the same desk wrote the sheet in force", async () => {
  const desk = await openPodium();
  const device = { ...tablet, deviceId: "d1" };
  const own = await desk.order(lines("7"));
  const ofDevice = await desk.order(lines("7"));
  const refusal = (isSameDesk: boolean) => ({
    error: { code: "changed-meanwhile", details: { isSameDesk } },
  });
  await desk.enter(lines("A12"));
  expect(await desk.call("podium.enter", own)).toMatchObject(refusal(true));
  expect(await desk.call("podium.enter", ofDevice, device)).toMatchObject(refusal(false));

  await desk.enter(lines("7", "A12"), {}, device);
  const again = { ...own, commandId: newCommandId() };
  const ofDeviceAgain = { ...ofDevice, commandId: newCommandId() };
  const ofOther = { ...ofDevice, commandId: newCommandId() };
  expect(await desk.call("podium.enter", again)).toMatchObject(refusal(false));
  expect(await desk.call("podium.enter", ofDeviceAgain, device)).toMatchObject(refusal(true));
  expect(await desk.call("podium.enter", ofOther, { ...device, deviceId: "d2" })).toMatchObject(
    refusal(false),
  );
});
