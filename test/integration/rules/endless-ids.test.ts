import { expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";

const order = () => ({ commandId: newCommandId(), eventId });

test("D6 a run and a runner whose ids have no end are set aside and reported; every other one is of use everywhere", async () => {
  const endless = "r".repeat(201);
  const desk = await openRace({
    ...harbourRun,
    runs: [...harbourRun.runs, { _id: endless, distanceLabel: "Endless" }],
    registrations: [
      ...harbourRun.registrations,
      { _id: endless, eventRunId: "run-10", email: "no@example.org" },
      {
        _id: "of-the-endless",
        eventRunId: endless,
        email: "yes@example.org",
        bibIdentifier: "777",
      },
    ],
  });
  const { runs, download } = await desk.value("event.get", { eventId });
  expect(runs.map(({ label }) => label)).toEqual(harbourRun.runs.map((run) => run.distanceLabel));
  expect(download.notes).toContainEqual({ code: "malformed-rows", facts: { rows: 2 } });
  const podium = await desk.value("podium.get", { eventId });
  expect(podium.runs.map(({ id }) => id)).toEqual(harbourRun.runs.map((run) => run._id));

  // A runner of this run is on the list and can be checked in.
  const { rows } = await desk.value("roster.search", { eventId, text: "777" });
  expect(rows).toMatchObject([{ id: "of-the-endless", runPosition: -1 }]);
  await desk.value("checkIn.perform", {
    ...order(),
    runnerId: "of-the-endless",
    override: { reason: "They are here" },
  });
  for (const what of ["check-ins", "walk-ups", "podium", "finish-log", "journal"] as const) {
    await desk.value("export.make", { ...order(), what, format: "csv" });
  }
});
