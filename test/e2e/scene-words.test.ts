import type { Page } from "playwright";
import { test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";

const windows = browserWindows();
const site = sceneSite();

async function openLeave(scene: string): Promise<Page> {
  const page = await windows.blank();
  await showScene(page, site(), scene);
  await page.getByRole("button", { name: "Leave the hub…" }).click();
  return page;
}

test("M4 until the hub has answered, the list of the desks says that the other ones are unknown", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "desks-full-looking");
  await expectSeen(page.getByText("The other desks are unknown until the hub answers."));
  await expectGone(page.getByText("No other desk is paired."));
});

test("M4 where no number is known, the leave dialog names none, and says to leave only if the hub is lost", async () => {
  const page = await openLeave("desks-full-looking");
  const dialog = page.getByRole("alertdialog");
  await expectSeen(dialog.getByText("It is unknown what the hub has of this laptop"));
  await expectSeen(dialog.getByText("Leave only if the hub is lost."));
  await expectSeen(dialog.getByRole("button", { name: "Leave all the same" }));
});

test("M3 a desk that must leave and join again is not told to leave only if the hub is lost", async () => {
  for (const scene of ["desks-full-no-access", "desks-full-not-paired"]) {
    const page = await openLeave(scene);
    const dialog = page.getByRole("alertdialog");
    await expectSeen(dialog.getByText("After this laptop has joined again"));
    await expectGone(dialog.getByText("Leave only if the hub is lost."));
    await expectGone(dialog.getByText("It does not answer."));
  }
});

test("D7 while a look for changes is stopped, every button that goes on with it says the same", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "events-stopped");
  await expectSeen(page.getByRole("button", { name: "Go on downloading" }));
  await expectGone(page.getByRole("button", { name: "Download again" }));
});

test("S10 whoever may not open an event is not sent to Events, but told who opens one", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "walk-up-no-event-device");
  await expectSeen(
    page.getByText("The computer that this device is paired with has not opened one"),
  );
  await expectGone(page.getByRole("button", { name: "Open Events" }));
});
