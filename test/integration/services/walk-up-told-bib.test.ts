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

test("W3 W6 a corrected walk-up tells the organizer the bib that the runner has now, and its card knows what was told", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("outbox.pause", { commandId: newCommandId() });
  const walkUp = await desk.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form,
    bib: "1631",
    checkIn: false,
  });
  const runnerId = walkUp.runner.id;
  const assign = (bib: string) =>
    desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib });
  const told = async () =>
    (await desk.value("roster.get", { eventId, runnerId })).warnings.find(
      ({ kind }) => kind === "bib-told",
    );
  const notesOf = async (outboxId: string) =>
    JSON.parse((await desk.value("outbox.get", { outboxId })).body).notes;
  await assign("2044");
  expect(await told()).toEqual({ kind: "bib-told", here: "2044", told: "1631" });
  const corrected = await desk.value("outbox.correct", {
    commandId: newCommandId(),
    outboxId: walkUp.outboxId,
    form: { ...form, notes: "Vegan" },
  });
  expect(await notesOf(corrected.id)).toBe("Vegan\nBib 2044");
  expect(await told()).toBeUndefined();
  await assign("2045");
  expect(await told()).toEqual({ kind: "bib-told", here: "2045", told: "2044" });
  const edited = await desk.value("outbox.correct", {
    commandId: newCommandId(),
    outboxId: corrected.id,
    form: { ...form, notes: "Vegan\nBib 2044" },
  });
  expect(await notesOf(edited.id)).toBe("Vegan\nBib 2045");
  expect(await told()).toBeUndefined();
});
