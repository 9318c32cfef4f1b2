import { expect, test } from "vitest";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { download, newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const form: WalkUpForm = {
  eventRunId: "run-10",
  email: "nova@example.org",
  name: "Nova Pessoa",
  registrationType: "paid",
};

/** Saves a walk-up with bib 3310. */
const save = (desk: TestCore) => {
  const order = { commandId: newCommandId(), eventId, form, bib: "3310", checkIn: false };
  return desk.value("walkUp.save", order);
};

const giveBib = (desk: TestCore, runnerId: string, bib: string) =>
  desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib });

const warningsOf = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).warnings;

test("B3 W3 the card tells a bib that is changed after the walk-up was saved, because its note names the former one", async () => {
  const desk = await openRace(harbourRun);
  const { runner, outboxId } = await save(desk);
  expect(await warningsOf(desk, runner.id)).toEqual([]);
  await giveBib(desk, runner.id, "3311");
  const told = { kind: "bib-told", here: "3311", told: "3310" };
  expect(await warningsOf(desk, runner.id)).toEqual([told]);
  const { body } = await desk.value("outbox.get", { outboxId });
  expect(JSON.parse(body)).toMatchObject({ notes: "Bib 3310" });
  await giveBib(desk, runner.id, "3310");
  expect(await warningsOf(desk, runner.id)).toEqual([]);
});

test("W3 a walk-up that the organizer has and that is retracted here says so, until the organizer's list has it cancelled", async () => {
  const desk = await openRace(harbourRun);
  const { runner, outboxId } = await save(desk);
  const order = () => ({ commandId: newCommandId(), eventId, runnerId: runner.id });
  const entry = async () => (await desk.value("outbox.get", { outboxId })).entry;
  /** What the entry and the card say. */
  const asks = async () => {
    const warnings = await warningsOf(desk, runner.id);
    return [
      (await entry()).askOrganizer !== null,
      warnings.some(({ kind }) => kind === "ask-organizer"),
    ];
  };
  desk.partner.online = true;
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  for (let turn = 0; turn < 200 && (await entry()).state !== "done"; turn += 1) {
    await desk.clock.advance(10);
  }
  expect(await asks()).toEqual([false, false]);
  await desk.value("walkUp.retract", order());
  expect(await asks()).toEqual([true, true]);
  await desk.value("walkUp.restore", order());
  expect(await asks()).toEqual([false, false]);
  await desk.value("walkUp.retract", order());
  await download(desk);
  expect(await asks()).toEqual([true, true]);
  const row = desk.partner.registrations.find(({ _id }) => _id === "created-1");
  Object.assign(row ?? {}, { registrationStatus: "cancelled" });
  await download(desk);
  expect(await asks()).toEqual([false, false]);
});

test.each([
  [{ email: ["This address is blocked"] }, "This address is blocked"],
  [undefined, "Invalid request"],
])(
  "W6 the history of a refused walk-up says what the server said of the fields, else its message: %j",
  async (errors, reason) => {
    const desk = await openRace(harbourRun);
    const { runner, outboxId } = await save(desk);
    const error = { code: "VALIDATION_ERROR", message: "Invalid request", errors };
    desk.partner.answerPost = () => Response.json({ error }, { status: 422 });
    desk.partner.online = true;
    await desk.value("outbox.tryNow", { commandId: newCommandId() });
    const state = async () => (await desk.value("outbox.get", { outboxId })).entry.state;
    for (let turn = 0; turn < 200 && (await state()) !== "needs-attention"; turn += 1)
      await desk.clock.advance(10);
    const { history } = await desk.value("roster.get", { eventId, runnerId: runner.id });
    expect(history.find(({ kind }) => kind === "walk-up-refused")).toMatchObject({ reason });
  },
);
