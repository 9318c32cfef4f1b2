import { expect, test } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { countCheckIns, deskOpener } from "#test/support/browser/open-desk.ts";
import { downloadEvent } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const openDesk = deskOpener(browserWindows());

test("C8 a runner whom a download moves to another run while the card is shown needs a second look: Enter does nothing, Ctrl+Enter checks in", async () => {
  const open = await openDesk();
  const { host, eventId, page, desk, sandbox } = open;
  await desk.find("1038");
  const card = desk.card("Tuomas Okasalmi-Väänänen");
  await expectSeen(desk.checkInButton);
  const { rows } = await host.value("roster.search", { eventId, text: "1038" });
  const [runner] = rows;
  const { runs } = await host.value("event.get", { eventId });
  const other = runs.find(({ id, isRelay }) => id !== runner?.runId && !isRelay);
  const raw = {
    _id: runner?.id,
    eventId,
    eventRunId: other?.id,
    email: runner?.email,
    name: runner?.name,
    registrationType: "paid",
    registrationStatus: "confirmed",
    bibIdentifier: "1038",
  };
  await sandbox.control("/mutations", { kind: "send-raw", registrationId: runner?.id, raw });
  await downloadEvent(host, eventId);
  await expectSeen(card.getByText(`The run was changed meanwhile: it is ${other?.label}`));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Instead of Enter press:"));
  expect(await countCheckIns(open, "1038")).toBe(0);
  await page.keyboard.press("Control+Enter");
  await expectSeen(desk.done.getByText("Hand over 1038 to"));

  // A card that is opened afterwards shows the run of now, and nothing needs a look.
  await desk.done.getByRole("button", { name: /^Undo/ }).click();
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1038 to"));
});

test("C8 a runner whose bib a download changes while the card is shown needs a second look: Enter does nothing, Ctrl+Enter checks in", async () => {
  const { host, eventId, page, desk, sandbox } = await openDesk();
  const { rows } = await host.value("roster.search", { eventId, text: "1038" });
  await desk.find("tuomas");
  const card = desk.card("Tuomas Okasalmi-Väänänen");
  await expectSeen(desk.checkInButton);
  const registrationId = rows[0]?.id ?? "";
  await sandbox.control("/mutations", { kind: "set-bib", registrationId, bib: "9400" });
  await downloadEvent(host, eventId);
  await expectSeen(card.getByText("The bib was changed meanwhile: it is 9400"));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Instead of Enter press:"));
  await page.keyboard.press("Control+Enter");
  await expectSeen(desk.done.getByText("Hand over 9400 to"));
});
