import { expect, test } from "vitest";
import { startPractice } from "#station/start-up/practice-race.ts";
import { fillDisk, freeSpaceOn, smallDisk } from "#test/support/small-disk.ts";
import { memorySecrets } from "#core/workspace.ts";
import { newCommandId, openTestCore } from "#test/support/test-core.ts";

test("K3 J1 on a full disk neither live nor practice is closed for the other, because none might open then", async (context) => {
  const disk = smallDisk(192);
  if (disk === null) return context.skip("mounting a file system is not allowed");
  const desk = await openTestCore({
    dataDir: disk,
    ports: { startPractice, secrets: memorySecrets(), fetch },
  });
  const turn = (name: "practice.start" | "practice.leave") =>
    desk.call(name, { commandId: newCommandId() });
  const modeNow = async () => (await desk.value("connection.get", {})).mode;

  fillDisk(disk, 1024 * 1024);
  expect(await turn("practice.start")).toMatchObject({
    error: { code: "practice-unavailable", details: { why: "folder-full" } },
  });
  expect(await modeNow()).toBe("live");

  freeSpaceOn(disk);
  expect(await turn("practice.start")).toMatchObject({ ok: true });
  fillDisk(disk, 1024 * 1024);
  expect(await turn("practice.leave")).toMatchObject({
    error: { code: "live-unavailable", details: { why: "folder-full" } },
  });
  expect(await modeNow()).toBe("practice");
});
