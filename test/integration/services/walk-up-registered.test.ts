import { expect, test } from "vitest";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const form: WalkUpForm = {
  eventRunId: "run-10",
  email: "nova@example.org",
  name: "Nova Pessoa",
  registrationType: "paid",
};

async function openWithNova() {
  const desk = await openRace(harbourRun);
  const save = (change: Partial<WalkUpForm>, unlessRegistered = true) =>
    desk.call("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: { ...form, ...change },
      checkIn: false,
      unlessRegistered,
    });
  const first = await save({});
  if (!first.ok) throw new Error(first.error.message);
  // The first try to send it ends, because only then the walk-up may be retracted.
  for (let turn = 0; turn < 5; turn += 1) await desk.clock.advance(0);
  return { desk, save, nova: first.value.runner };
}

test.each([
  ["as typed before", {}],
  ["in capitals and with spaces", { name: " NOVA  pessoa", email: " Nova@Example.org " }],
  ["without the name", { name: "" }],
])("W1 a person of the run is not registered again unasked: %s", async (_, change) => {
  const { desk, save, nova } = await openWithNova();
  expect(await save(change)).toMatchObject({
    error: { code: "already-registered", details: { runner: { id: nova.id } } },
  });
  expect((await desk.value("outbox.list", { eventId })).entries).toHaveLength(1);
  expect(await save(change, false)).toMatchObject({ ok: true });
});

test.each([
  ["with another name", { name: "Rui Pessoa" }],
  ["in another run", { eventRunId: "run-5" }],
  ["with another e-mail", { email: "other@example.org" }],
])("W1 another person is registered as ever: %s", async (_, change) => {
  const { save } = await openWithNova();
  expect(await save(change)).toMatchObject({ ok: true });
});

test.each(["cancelled", "refunded"])(
  "W1 somebody whose registration is %s is registered anew",
  async (status) => {
    const desk = await openRace({
      ...harbourRun,
      registrations: [
        {
          _id: "nova",
          eventRunId: form.eventRunId,
          email: form.email,
          name: form.name ?? "",
          registrationStatus: status,
        },
      ],
    });
    const order = { commandId: newCommandId(), eventId, form, checkIn: false };
    const reply = await desk.call("walkUp.save", { ...order, unlessRegistered: true });
    expect(reply).toMatchObject({ ok: true });
  },
);

test("W1 after the walk-up was retracted the person is registered anew", async () => {
  const { desk, save, nova } = await openWithNova();
  await desk.value("walkUp.retract", { commandId: newCommandId(), eventId, runnerId: nova.id });
  expect(await save({})).toMatchObject({ ok: true });
});
