import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { InputOf } from "#shared/contract/index.ts";
import { until } from "#test/support/clock.ts";
import { readTable } from "#test/support/read-csv.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { download, newCommandId, openRace } from "#test/support/test-core.ts";
import type { TinyRegistration } from "#test/support/tiny-partner.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const form = {
  eventRunId: "run-5",
  email: "rot@example.org",
  name: "Nina Rot",
  registrationType: "paid",
  notes: "Vegan",
};

const table = async (desk: TestCore, order: Partial<InputOf<"export.make">> = {}) => {
  const made = await desk.value("export.make", {
    commandId: newCommandId(),
    eventId,
    what: "walk-ups",
    format: "csv",
    ...order,
  });
  return readTable(readFileSync(made.path, "utf8"));
};

/** Opens the Harbour Run with a walk-up that arrived; `correct` changes its registration at the organizer. */
async function openWithWalkUp() {
  const desk = await openRace(harbourRun);
  const order = { commandId: newCommandId(), eventId, form, bib: "55", checkIn: true };
  const { runner } = await desk.value("walkUp.save", order);
  // The first attempt fails, because the partner cannot be reached.
  for (let turn = 0; turn < 5; turn += 1) await desk.clock.advance(0);
  desk.partner.online = true;
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  await until(() => desk.partner.posted.length === 1, "the POST");
  await download(desk);
  const correct = async (change: Partial<TinyRegistration>) => {
    const { registrations } = desk.partner;
    const at = registrations.findIndex(({ email }) => email === form.email);
    const [created] = registrations.slice(at);
    if (at < 0 || created === undefined) throw new Error("The walk-up did not arrive");
    registrations[at] = { ...created, ...change };
    await download(desk);
  };
  return { desk, correct, runnerId: runner.id };
}

test("W2 a walk-up is exported as it was typed until the organizer changes it", async () => {
  const { desk, runnerId } = await openWithWalkUp();
  expect(await table(desk)).toMatchObject([
    { bib: "55", name: "Nina Rot", run: "5 km", eventRunId: "run-5", notes: "Vegan", runnerId },
  ]);
});

test("W2 a walk-up is exported with the name, e-mail, run and status that the organizer corrected", async () => {
  const { desk, correct, runnerId } = await openWithWalkUp();
  await correct({
    name: "Nina Roth",
    email: "roth@example.org",
    eventRunId: "run-10",
    paceGroup: "Blue",
    registrationStatus: "cancelled",
  });
  const corrected = {
    bib: "55",
    name: "Nina Roth",
    email: "roth@example.org",
    run: "10 km",
    eventRunId: "run-10",
    status: "cancelled",
    paceGroup: "Blue",
    registrationType: "paid",
    notes: "Vegan",
    delivery: "confirmed",
    runnerId,
  };
  expect(await table(desk)).toMatchObject([corrected]);
  expect(await table(desk, { runId: "run-10" })).toMatchObject([corrected]);
  expect(await table(desk, { runId: "run-5" })).toEqual([]);
  expect(await table(desk, { layout: "race-result" })).toEqual([
    {
      Bib: "55",
      LastName: "Roth",
      FirstName: "Nina",
      Contest: "10 km",
      Email: "roth@example.org",
    },
  ]);
});

test("O8 O13 the export says what the server answered to a refused walk-up, and why a person set one aside", async () => {
  const desk = await openRace(harbourRun);
  await desk.value("outbox.pause", { commandId: newCommandId() });
  const order = { commandId: newCommandId(), eventId, form, bib: "55", checkIn: true };
  await desk.value("walkUp.save", order);
  desk.partner.answerPost = () => {
    const error = { code: "INVALID", message: "No such run", errors: { email: ["Unknown host"] } };
    return Response.json({ error }, { status: 422 });
  };
  desk.partner.online = true;
  await desk.value("outbox.resume", { commandId: newCommandId() });
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  const refusedEntry = async () => (await desk.value("outbox.list", {})).entries[0];
  await expect
    .poll(
      async () => {
        await desk.clock.advance(100);
        return (await refusedEntry())?.reason;
      },
      { timeout: 20_000 },
    )
    .toBe("refused");
  const serverMessage = "No such run\nemail: Unknown host";
  expect(await table(desk)).toMatchObject([
    { delivery: "refused", serverMessage, setAside: "no", setAsideReason: "" },
  ]);

  const outboxId = (await refusedEntry())?.id ?? "";
  const reason = "Went home";
  await desk.value("outbox.setAside", { commandId: newCommandId(), outboxId, reason });
  expect(await table(desk)).toMatchObject([
    { serverMessage, setAside: "yes", setAsideReason: reason },
  ]);
});
