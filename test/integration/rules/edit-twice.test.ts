import { expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

test("J8 an edit that looks first, given twice at once, is performed once and answers the same", async () => {
  const desk = await openRace({
    runs: [{ _id: "run", distanceLabel: "10 km" }],
    registrations: [],
  });
  const form = { eventRunId: "run", email: "typo@example.org", registrationType: "free" };
  const order = { commandId: newCommandId(), eventId, form, checkIn: false };
  const { outboxId } = await desk.value("walkUp.save", order);
  desk.partner.online = true;
  desk.partner.answerPost = () => new Response("", { status: 503 });
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  for (let turn = 0; desk.partner.posted.length === 0 && turn < 1_000; turn += 1) {
    await desk.clock.advance(50);
  }
  await desk.value("outbox.pause", { commandId: newCommandId() });

  const edited = {
    commandId: newCommandId(),
    outboxId,
    form: { ...form, email: "right@example.org" },
  };
  const replies = await Promise.all([
    desk.call("outbox.correct", edited),
    desk.call("outbox.correct", edited),
  ]);
  expect(replies[0].ok, JSON.stringify(replies[0])).toBe(true);
  expect(replies[1]).toEqual(replies[0]);
  expect(await desk.call("outbox.correct", edited)).toEqual(replies[0]);
  expect((await desk.value("outbox.list", { show: "all" })).total).toBe(2);
});
