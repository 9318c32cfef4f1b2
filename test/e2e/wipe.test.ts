import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

test("K4 a wipe says what stops it, and then erases everything and begins like a new computer", async () => {
  const { host, eventId } = await startRace({ runners: 30 });
  const { rows } = await host.value("roster.search", { eventId, text: "a" });
  await host.value("checkIn.perform", {
    commandId: newCommandId(),
    eventId,
    runnerId: rows[0]?.id ?? "",
  });
  const page = await windows.open(host);
  await deskPage(page).goTo("Settings");
  await page.getByRole("button", { name: "Erase everything…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expectSeen(dialog.getByText(/^Not all of the journal is exported: /));
  await expectSeen(dialog.getByText(/^30 runners, 1 entry of the journal/));
  expect(await dialog.getByLabel("Type ERASE").count()).toBe(0);

  // The journal is exported while the dialog is open, as at another desk.
  await host.value("export.make", {
    commandId: newCommandId(),
    eventId,
    what: "journal",
    format: "csv",
  });
  await expectGone(dialog.getByText(/^Not all of the journal is exported/));
  // The button shows why it does nothing yet.
  expect(await dialog.getByRole("button", { name: "Type ERASE first" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Type ERASE").fill("erase");
  await page.evaluate(() => sessionStorage.setItem("chute.walk-up-draft live", "Ana"));
  await dialog.getByRole("button", { name: "Erase everything" }).click();

  await expectSeen(page.getByRole("heading", { name: "Connect to your organization" }));
  await expectSeen(page.getByText(/^Erased .*30 runners, 1 entry of the journal/));
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toMatch(/Ana/);
  expect(await host.value("wipe.look", {})).toMatchObject({
    counts: { runners: 0, entries: 0 },
    exports: 1,
  });
});
