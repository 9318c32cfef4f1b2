import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  restoreConnection,
  newCommandId,
  startRace,
} from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { startHost } from "#test/support/hosts/start-host.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const windows = browserWindows();

test("the departure check says what is in the way, one act settles it, and then one can leave", async () => {
  const { host, sandbox, eventId } = await startRace({ runners: 60 });
  const { runs } = await host.value("event.get", { eventId });
  const runId = runs.find(({ registrationStatus }) => registrationStatus === "open")?.id ?? "";
  await cutConnection(sandbox);
  await host.value("outbox.pause", { commandId: newCommandId() });
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      eventRunId: runId,
      email: "late@mail.example",
      name: "Lou Late",
      registrationType: "free",
    },
    checkIn: false,
  });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await desk.goTo("Events");
  await expectSeen(page.getByText("Not ready to leave yet."));
  await expectSeen(page.getByText("1 waits, and sending is paused."));
  await page.getByRole("button", { name: "Open Sync" }).click();

  // The totals count the entry as never sent, and its body and key can be read.
  await page.getByRole("button", { name: "1 never sent" }).click();
  const totals = page.getByRole("region", { name: "All entries, sent and unsent" });
  await totals.getByRole("button", { name: "Look at Lou Late" }).click();
  await expectSeen(page.getByRole("dialog").getByText("late@mail.example"));
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await restoreConnection(sandbox);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Try now" }).click();
  await expectSeen(totals.getByRole("button", { name: "1 confirmed" }));
  await expectSeen(totals.getByText("None. Every entry was sent at least once."));
  await totals.getByRole("button", { name: "1 confirmed" }).click();
  await expectSeen(totals.getByRole("button", { name: "Look at Lou Late" }));

  await desk.goTo("Events");
  // A confirmed entry makes the last backup old. Chute may make the next automatic backup at this very moment.
  await page
    .getByRole("button", { name: "Make a backup now" })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expectSeen(page.getByText("Ready to leave."));
  await expectGone(page.getByText("Not ready to leave yet."));
  await expectSeen(page.getByText("All 10 checks are fine."));
});

test("K3 a rehearsal is started from the practice banner, asks, and is counted when it is stopped", async () => {
  const host = await startHost(temporaryFolder());
  const page = await windows.open(host);
  const desk = deskPage(page);
  await page.getByRole("button", { name: "Start practice" }).click();
  await expectSeen(desk.search);
  await page.getByRole("button", { name: "Rehearse with trouble" }).click();
  await page.getByRole("button", { name: "Start the rehearsal" }).click();
  const panel = page.getByRole("region", { name: "Rehearsal" });
  await expectSeen(panel.getByText("Check in 20 runners: 0"));
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  await expectSeen(panel.getByText("Check in 20 runners: 1"));
  await panel.getByRole("button", { name: "Stop and count" }).click();
  const dialog = page.getByRole("dialog", { name: "The rehearsal is over" });
  await expectSeen(dialog.getByText("Nothing was lost."));
  await expectSeen(dialog.getByText("1 runner checked in", { exact: false }));
  await dialog.getByRole("button", { name: "Close" }).click();
  await expectGone(panel);
  expect(await host.value("rehearsal.status", {})).toMatchObject({ state: "ended" });
});
