import { expect, test } from "vitest";
import { practiceBibs } from "#renderer/features/first-start/practice-bibs.ts";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

test("K3 practice opens with one press, and has the runners its door promises", async () => {
  const station = await startStationProcess(temporaryFolder());
  const page = await windows.open(station);
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(page.getByText("Made-up runners. Nothing here can reach a real race."));

  const { currentEventId } = await station.value("desk.get", {});
  const eventId = currentEventId ?? "";
  await expect
    .poll(
      async () => {
        const event = await station.value("event.get", { eventId });
        return { runs: event.runs.length, state: event.download.state, rows: event.download.rows };
      },
      { timeout: 30_000 },
    )
    .toEqual({ runs: 4, state: "complete", rows: 3_000 });
  for (const { bib, run } of practiceBibs) {
    const found = await station.value("roster.search", { eventId, text: bib });
    expect(found.exactBibs, bib).toBe(1);
    expect(found.rows[0], bib).toMatchObject({
      bib,
      runLabel: run.name,
      runPosition: run.order - 1,
    });
  }
});
