import { expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

test("C1 a confirmed registration checks in at once, with who, where and when (J3)", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("settings.save", { commandId: newCommandId(), desk: "Tent", operator: "Maria" });
  const done = await desk.value("checkIn.perform", {
    commandId: newCommandId(),
    eventId,
    runnerId: "ana",
  });
  const actor = { operator: "Maria", desk: "Tent", atMs: desk.clock.now() };
  expect(done.runner.checkedIn).toEqual(actor);
  const card = await desk.value("roster.get", { eventId, runnerId: "ana" });
  expect(card.history).toMatchObject([{ kind: "checked-in", actor, undoable: true }]);
});
