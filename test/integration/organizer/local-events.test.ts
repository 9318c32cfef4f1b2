import { describe, expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { nightRun, openEventDesk, untilState } from "./local-event-desk.ts";

const commandId = newCommandId;

describe("W3 an event made here", () => {
  test("W3 is in the list at once, goes through the queue, and gives way to the organizer's own", async () => {
    const desk = await openEventDesk();
    await desk.pause();
    const { event, outboxId } = await desk.create();
    expect(event).toMatchObject({
      name: "Lantern Night Run",
      place: "Pier 3, Tollan",
      delivery: "not-sent",
      download: { state: "absent" },
    });
    expect(event.id).toMatch(/^e_/);
    expect(await desk.named("Lantern Night Run")).toEqual([event]);
    expect(await desk.value("event.get", { eventId: event.id })).toMatchObject({
      delivery: "not-sent",
      runs: [],
      startTime: "19:30",
    });
    expect(await desk.entry(outboxId)).toMatchObject({
      kind: "event",
      name: "Lantern Night Run",
      certainty: "never-sent",
      eventForm: { name: "Lantern Night Run", address: { addressCountry: "IE" } },
      form: null,
    });
    await desk.resume();
    await desk.untilEntry(outboxId, "done");
    const [made] = desk.made();
    const eventId = (await desk.entry(outboxId)).remoteId ?? "";
    expect(made).toMatchObject({ event: { _id: eventId } });
    await desk.until(
      async () => (await desk.named("Lantern Night Run"))[0]?.id === eventId,
      "the event to be read back",
    );
    expect(await desk.named("Lantern Night Run")).toMatchObject([
      { id: eventId, delivery: "confirmed", date: "2099-12-24" },
    ]);
    for (const id of [eventId, event.id]) {
      expect(await desk.value("event.get", { eventId: id })).toMatchObject({
        id: eventId,
        delivery: "confirmed",
        runs: [],
      });
    }
    expect(await desk.download(eventId)).toMatchObject({ state: "complete", rows: 0 });
    await desk.sound();
  });

  test("J8 a command given twice makes one event", async () => {
    const desk = await openEventDesk();
    await desk.offline();
    const order = { commandId: commandId(), form: nightRun };
    const first = await desk.value("event.create", order);
    expect(await desk.value("event.create", order)).toEqual(first);
    expect((await desk.value("outbox.list", { show: "all" })).total).toBe(1);
  });

  test("O4 a lost reply: the same key again, and exactly one event at the organizer", async () => {
    const desk = await openEventDesk();
    await desk.sandbox.faults.set({
      rules: [{ kind: "lost-reply", method: "POST", path: "/events", times: 2 }],
    });
    const { outboxId } = await desk.create();
    await desk.untilEntry(outboxId, "done");
    expect(desk.made()).toHaveLength(1);
    const { attempts, idempotencyKey } = await desk.value("outbox.get", { outboxId });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(["broken", "broken", "success"]);
    expect(desk.made()[0]?.idempotencyKey).toBe(idempotencyKey);
    await desk.sound();
  });

  test("O4 a success without an id is looked for in the list and adopted", async () => {
    const desk = await openEventDesk();
    await desk.sandbox.faults.set({
      rules: [{ kind: "without-id", method: "POST", path: "/events" }],
    });
    const { outboxId } = await desk.create();
    await desk.untilEntry(outboxId, "done");
    const [made] = desk.made();
    expect(made).toMatchObject({ event: { _id: (await desk.entry(outboxId)).remoteId } });
    await desk.sound();
  });

  test("O3 an event saved before the program ended is sent once after the next start", async () => {
    const desk = await openEventDesk();
    await desk.value("outbox.pause", { commandId: commandId() });
    const { outboxId, event } = await desk.create();
    const again = await desk.reopenDesk();
    expect((await again.value("event.list", { text: "Lantern" })).events).toEqual([event]);
    expect(desk.made()).toHaveLength(0);
    await again.value("outbox.resume", { commandId: commandId() });
    await untilState(again, outboxId, "done");
    expect(desk.made()).toHaveLength(1);
  });

  test("confirmed but not read back before the program ended: read at the next start", async () => {
    const desk = await openEventDesk();
    await desk.sandbox.faults.set({
      rules: [{ kind: "status", status: 503, method: "GET", path: "/events/*" }],
    });
    const { outboxId, event } = await desk.create();
    await desk.untilEntry(outboxId, "done");
    expect(await desk.named("Lantern Night Run")).toMatchObject([
      { id: event.id, delivery: "confirmed" },
    ]);
    await desk.sandbox.faults.clear();
    const again = await desk.reopenDesk();
    await again.until(
      async () =>
        !(await again.value("event.list", { text: "Lantern" })).events[0]?.id.startsWith("e_"),
      "the event to be read",
    );
  });

  test("W3 retracted before it was ever sent: nothing arrives, and the list forgets it", async () => {
    const desk = await openEventDesk();
    await desk.pause();
    const { event, outboxId } = await desk.create();
    const taken = { commandId: commandId(), eventId: event.id };
    expect(await desk.value("event.retract", taken)).toEqual({ askOrganizer: false });
    expect(await desk.named("Lantern Night Run")).toEqual([]);
    expect(await desk.entry(outboxId)).toMatchObject({ state: "cancelled" });
    await desk.resume();
    const next = await desk.create({ ...nightRun, name: "The next one" });
    await desk.untilEntry(next.outboxId, "done");
    expect(desk.made()).toHaveLength(1);
    const again = { ...taken, commandId: commandId() };
    expect(await desk.call("event.retract", again)).toMatchObject({
      error: { code: "wrong-state" },
    });
    await desk.sound();
  });

  test("W3 retracted after the organizer has it: retracted here, and the organizer is to be asked", async () => {
    const desk = await openEventDesk();
    const { outboxId } = await desk.create();
    await desk.untilEntry(outboxId, "done");
    const eventId = (await desk.entry(outboxId)).remoteId ?? "";
    await desk.until(
      async () => (await desk.named("Lantern Night Run"))[0]?.id === eventId,
      "the event to be read back",
    );
    const taken = await desk.value("event.retract", { commandId: commandId(), eventId });
    expect(taken).toEqual({ askOrganizer: true });
    expect(await desk.named("Lantern Night Run")).toMatchObject([{ delivery: "taken-back" }]);
    await desk.sound();
  });

  test("W3 one that may have arrived is reconciled before it is retracted", async () => {
    const desk = await openEventDesk();
    await desk.sandbox.faults.set({
      rules: [
        { kind: "lost-reply", method: "POST", path: "/events" },
        { kind: "status", status: 503, method: "GET", path: "/events" },
      ],
    });
    const { outboxId, event } = await desk.create();
    await desk.until(async () => (await desk.entry(outboxId)).tries > 0, "a try");
    const order = () => ({ commandId: commandId(), eventId: event.id });
    expect(await desk.call("event.retract", order())).toMatchObject({
      error: { code: "must-reconcile" },
    });
    await desk.sandbox.faults.clear();
    expect(await desk.value("event.retract", order())).toEqual({ askOrganizer: true });
    expect(desk.made()).toHaveLength(1);
    await desk.sound();
  });
});

test("S10 a paired device does not see that the open event was made here, because it may not look at that entry", async () => {
  const desk = await openEventDesk();
  const { outboxId } = await desk.create();
  await desk.untilEntry(outboxId, "done");
  const eventId = (await desk.entry(outboxId)).remoteId ?? "";
  await desk.until(
    async () => (await desk.named("Lantern Night Run"))[0]?.id === eventId,
    "the event to be read back",
  );
  await desk.download(eventId);
  await desk.value("event.open", { commandId: commandId(), eventId });
  const tablet = { role: "desk", device: "Tablet", deviceId: "d1" } as const;
  const looked = await desk.call("outbox.get", { outboxId }, tablet);
  expect(looked.ok ? "seen" : looked.error.code).toBe("not-allowed");
  const listed = await desk.value("outbox.list", { show: "all", eventId }, tablet);
  expect(listed).toEqual({ entries: [], total: 0 });
  const totals = await desk.value("outbox.totals", {}, tablet);
  expect(totals).toMatchObject({ counts: { confirmed: 0 }, events: [] });
  // The owner sees it.
  expect(await desk.value("outbox.list", { show: "all", eventId })).toMatchObject({ total: 1 });
});
