import { expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { describeRun } from "#renderer/features/walk-ups/run-choice.ts";
import { harbourRun } from "./harbour-run.ts";

test("W1 the run says how many places are left as the form counts them, with unconfirmed walk-ups, but without refused ones", async () => {
  const desk = await openRace(harbourRun);
  const formOf = (name: string) => ({
    eventRunId: "run-10",
    email: `${name}@example.org`,
    registrationType: "free",
  });
  const look = async () => {
    const { runs } = await desk.value("event.get", { eventId });
    const run = runs.find(({ id }) => id === "run-10");
    if (run === undefined) throw new Error("No such run");
    const { warnings } = await desk.value("walkUp.check", { eventId, form: formOf("next") });
    return [describeRun(run).state, warnings];
  };
  const save = async (name: string) => {
    desk.invalidations.splice(0);
    const order = { commandId: newCommandId(), eventId, form: formOf(name), checkIn: false };
    await desk.value("walkUp.save", order);
    // The screen asks again after this.
    const topics = async () => {
      await desk.clock.advance(10);
      return desk.invalidations.map(({ topic }) => topic);
    };
    await expect.poll(topics).toContain("roster");
  };
  expect(await look()).toEqual(["1 place left", []]);
  await save("one");
  expect(await look()).toEqual(["Full", ["run-full"]]);

  desk.partner.answerPost = () =>
    Response.json({ error: { code: "RUN_FULL", message: "This run is full" } }, { status: 422 });
  desk.partner.online = true;
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  const refused = async () => {
    await desk.clock.advance(100);
    return (await desk.value("outbox.totals", {})).counts["refused"];
  };
  await expect.poll(refused, { timeout: 10_000, interval: 5 }).toBe(1);
  expect(await look()).toEqual(["1 place left", []]);
});
