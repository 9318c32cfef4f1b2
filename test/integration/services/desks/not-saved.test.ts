import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openVenueDesk } from "#test/support/desks/venue.ts";

test("M1 J1 a disk that refuses the hub's entry is told as such, and nothing changes", async () => {
  const desk = await openVenueDesk({ name: "Laptop 1" });
  const file = join(desk.dataDir, "live", "chute.sqlite");
  copyFileSync(file, `${file}.tmp`);
  renameSync(`${file}.tmp`, file);
  const refused = await desk.call("hub.open", {});
  expect(refused.ok ? "opened" : refused.error.code).toBe("not-saved");
  expect((await desk.value("desks.get", {})).role).toBe("alone");
});
