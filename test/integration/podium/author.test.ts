import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
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
