import { expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk } from "./finish-desk.ts";
import { eventId, openPodium, runId } from "./podium-desk.ts";

test("P9 a start that was pressed without a gun on the screen never replaces a gun", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const start = { commandId: newCommandId(), eventId, runId, atMs: 10, isFirst: true };
  await desk.value("gun.set", start);
  // The same command again, after a lost reply, is performed once (J8).
  await desk.value("gun.set", start);
  const later = { ...start, commandId: newCommandId(), atMs: 20 };
  expect(await desk.call("gun.set", later)).toMatchObject({ error: { code: "gun-is-set" } });
  expect((await log.page()).guns).toEqual([{ runId, atMs: 10 }]);
});
