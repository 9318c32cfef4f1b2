import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  downloadEvent,
  restoreConnection,
  newCommandId,
  startRace,
} from "#test/support/browser/race.ts";
import type { Race } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

/** Saves a walk-up for the full run Half without a connection. It is refused as soon as there is a connection. */
async function saveOffline(
  { host, eventId, sandbox }: Race,
  { email = "mia@berg.example", checkIn = true } = {},
) {
  await cutConnection(sandbox);
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs.find(({ label }) => label === "Half")?.id ?? "";
  const saved = await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: { eventRunId, email, name: "Mia Berg", registrationType: "paid" },
    checkIn,
    bib: "9001",
  });
  return { runnerId: saved.runner.id, entryId: saved.checkInEntryId ?? "" };
}

async function goOnline({ host, sandbox }: Race): Promise<void> {
  await restoreConnection(sandbox);
  await host.value("outbox.tryNow", { commandId: newCommandId() });
}

test("W6 a refusal changes the green card, the ticket, the row and the count in sight, and a toast leads there", async () => {
  const race = await startRace({ runners: 60 });
  const { runnerId, entryId } = await saveOffline(race);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/check-in?saved=${runnerId}&entry=${entryId}`);
  await expectSeen(desk.done.getByText("Hand over 9001 to"));
  await expectSeen(desk.tickets.getByText("Mia Berg"));
  const refused = page.getByText("The organizer’s system refused this walk-up");
  await expectGone(refused);

  await goOnline(race);
  await expectSeen(desk.done.getByText("The organizer’s system refused this walk-up"));
  await expectSeen(desk.done.getByText(/“.*(sold out|full|closed).*”/i));
  await expectSeen(
    desk.done.getByRole("heading", { name: "Walk-up refused, but already checked in" }),
  );
  await expectGone(desk.done.getByText("Hand over 9001 to"));
  await expectSeen(desk.tickets.getByText("Refused", { exact: true }));
  // The state is beside the bib, so that the name is not cut off.
  const isCut = await desk.tickets
    .getByText("Mia Berg")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(isCut).toBe(false);
  await expectSeen(desk.status.getByText(/1 needs you/));
  const toast = page.getByText(
    /^Walk-up of Mia Berg for Half was refused: .*(sold out|full|closed)/i,
  );
  await expectSeen(toast);
  // The toast stays while the pointer is over it.
  await toast.hover();

  await desk.find("9001");
  await expectSeen(desk.found.getByText("Refused", { exact: true }));
  await expectSeen(desk.card("Mia Berg").getByText("The organizer’s system refused this walk-up"));

  await page.keyboard.press("Escape");
  await desk.goTo("Podium");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expectSeen(desk.card("Mia Berg").getByText("The organizer’s system refused this walk-up"));
});

/** What the organizer's system did with the walk-up. */
const deliveryOf = async ({ host, eventId }: Race, runnerId: string) =>
  (await host.value("roster.get", { eventId, runnerId })).runner.delivery;

test("C3 a walk-up that was refused before its card is drawn is not handed a bib; whoever checks in from the card that says so hands it over", async () => {
  const race = await startRace({ runners: 60 });
  const { runnerId, entryId } = await saveOffline(race);
  await goOnline(race);
  await expect.poll(() => deliveryOf(race, runnerId)).toBe("refused");
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/check-in?saved=${runnerId}&entry=${entryId}`);
  await expectSeen(desk.done.getByText("The organizer’s system refused this walk-up"));
  await expectSeen(
    desk.done.getByRole("heading", { name: "Walk-up refused, but already checked in" }),
  );
  expect(await desk.done.getByText("Hand over 9001 to").count()).toBe(0);

  await desk.done.getByRole("button", { name: /^Undo/ }).click();
  await expectSeen(desk.card("Mia Berg").getByText("The organizer’s system refused this walk-up"));
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 9001 to"));
});

test("C3 the green card of a family turns orange when its walk-up is refused, and asks nobody to hand over that bib", async () => {
  const race = await startRace({ runners: 60 });
  await saveOffline(race, { email: "a.okafor@posteo.net", checkIn: false });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await desk.find("1042");
  await page.getByRole("button", { name: "Check in all 4" }).click();
  await expectSeen(desk.done.getByRole("heading", { name: "4 checked in", exact: true }));
  const handOver = desk.done.getByRole("group", { name: "Hand over", exact: true });
  await expectSeen(handOver.getByText("9001", { exact: true }));

  await goOnline(race);
  await expectSeen(desk.done.getByText("The organizer’s system refused this walk-up"));
  await expectSeen(
    desk.done.getByRole("heading", { name: "4 checked in, but a walk-up was refused" }),
  );
  await expectSeen(handOver.getByText("1042", { exact: true }));
  await expectGone(handOver.getByText("9001", { exact: true }));
  expect(await desk.done.getAttribute("data-tone")).toBe("look");
});

testWithInterception(
  "C3 the card of a family is orange at once if its walk-up was refused before it was drawn",
  async () => {
    const race = await startRace({ runners: 60 });
    const { runnerId } = await saveOffline(race, { email: "a.okafor@posteo.net", checkIn: false });
    await goOnline(race);
    await expect.poll(() => deliveryOf(race, runnerId)).toBe("refused");
    const page = await windows.open(race.host);
    const replies = await heldReplies(race.host, page, "checkIn.standing");
    replies.hold(() => true);
    const desk = deskPage(page);
    await desk.find("1042");
    await page.getByRole("button", { name: "Check in all 4" }).click();
    await expectSeen(
      desk.done.getByRole("heading", { name: "4 checked in, but a walk-up was refused" }),
    );
    const handOver = desk.done.getByRole("group", { name: "Hand over", exact: true });
    await expectSeen(handOver.getByText("1042", { exact: true }));
    expect(await handOver.getByText("9001", { exact: true }).count()).toBe(0);
    await replies.release();
  },
);

test("C3 the green card of a family turns orange when another desk retracts one of its walk-ups, and asks nobody to hand over that bib", async () => {
  const race = await startRace({ runners: 60 });
  const { host, eventId } = race;
  const { runnerId } = await saveOffline(race, { email: "a.okafor@posteo.net", checkIn: false });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await desk.find("1042");
  await page.getByRole("button", { name: "Check in all 4" }).click();
  const handOver = desk.done.getByRole("group", { name: "Hand over", exact: true });
  await expectSeen(handOver.getByText("9001", { exact: true }));
  const reason = "Changed their mind";
  await host.value("walkUp.retract", { commandId: newCommandId(), eventId, runnerId, reason });
  await expectSeen(desk.done.getByText(words.checkIn.takenBackTitle, { exact: true }));
  await expectGone(handOver.getByText("9001", { exact: true }));
  await expectSeen(handOver.getByText("1042", { exact: true }));
  expect(await desk.done.getAttribute("data-tone")).toBe("look");
});

test("W3 a walk-up that was checked in and then retracted is marked among the last check-ins", async () => {
  const race = await startRace({ runners: 60 });
  const { host, eventId } = race;
  const { runnerId } = await saveOffline(race);
  const { tickets } = deskPage(await windows.open(host));
  const ticket = tickets.getByRole("listitem").filter({ hasText: "Mia Berg" });
  await expectSeen(ticket);
  await expectGone(ticket.getByText("Retracted", { exact: true }));
  await host.value("walkUp.retract", {
    commandId: newCommandId(),
    eventId,
    runnerId,
    reason: "Changed their mind",
  });
  await expectSeen(ticket.getByText("Retracted", { exact: true }));
});

test("W6 O13 from its own card a refused walk-up is set aside and put back, and retracted with a way back", async () => {
  const race = await startRace({ runners: 60 });
  const { runnerId } = await saveOffline(race);
  await goOnline(race);
  const delivery = () => deliveryOf(race, runnerId);
  await expect.poll(delivery).toBe("refused");
  const page = await windows.open(race.host, { viewport: { width: 1024, height: 560 } });
  const desk = deskPage(page);
  await desk.find("9001");
  const card = desk.card("Mia Berg");
  await expectSeen(card.getByText("Half, walk-up, refused"));
  await card.getByRole("button", { name: "Set aside" }).click();
  await expectSeen(card.getByText("This walk-up is set aside"));
  await card.getByRole("button", { name: "Put back" }).click();
  await expectSeen(card.getByText("The organizer’s system refused this walk-up"));

  const dialog = page.getByRole("alertdialog");
  await card.getByRole("button", { name: "Retract…" }).click();
  await expectSeen(dialog.getByText(/^Mia Berg is taken out of Half/));
  await dialog.getByRole("button", { name: "Keep the walk-up" }).click();
  expect(await delivery()).toBe("refused");
  await card.evaluate((section) => section.scrollTo({ top: section.scrollHeight }));
  expect(await card.evaluate((section) => section.scrollTop)).toBeGreaterThan(0);
  await card.getByRole("button", { name: "Retract…" }).click();
  await dialog.getByRole("textbox", { name: "Why" }).fill("Runs the 10K instead");
  await dialog.getByRole("button", { name: "Retract", exact: true }).click();
  await expectGone(dialog);
  await expect.poll(() => card.evaluate((section) => section.scrollTop)).toBe(0);
  await expectSeen(page.getByText("Walk-up of Mia Berg retracted"));
  await expectSeen(card.getByText("Half, walk-up, retracted"));
  expect(await delivery()).toBe("taken-back");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectSeen(page.getByText("Walk-up of Mia Berg is back"));
  expect(await delivery()).toBe("refused");
});

test("C3 the green card turns orange when the organizer cancels the registration meanwhile, for a family too, and asks nobody to hand over that bib", async () => {
  const { host, eventId, sandbox } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  const idOf = async (bib: string): Promise<string> =>
    (await host.value("roster.search", { eventId, text: bib })).rows[0]?.id ?? "";
  const cancel = async (bib: string): Promise<void> => {
    const registrationId = await idOf(bib);
    await sandbox.control("/mutations", {
      kind: "set-status",
      registrationId,
      status: "cancelled",
    });
    await downloadEvent(host, eventId);
  };
  await desk.find("1038");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1038 to"));
  await cancel("1038");
  await expectSeen(
    desk.done.getByRole("heading", { name: "Registration cancelled, but already checked in" }),
  );
  await expectGone(desk.done.getByText("Hand over 1038 to"));
  expect(await desk.done.getAttribute("data-tone")).toBe("look");
  // A person who checks in from a card that says so hands over the bib.
  await desk.done.getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("button", { name: /^Check in, with a reason/ }).click();
  await page.getByRole("textbox", { name: "Why" }).fill("Paid at the desk");
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1038 to"));

  await desk.find("1043");
  await page.getByRole("button", { name: /^Check in (both|all)/ }).click();
  const handOver = desk.done.getByRole("group", { name: "Hand over", exact: true });
  await expectSeen(handOver.getByText("1042", { exact: true }));
  await cancel("1042");
  await expectSeen(desk.done.getByText("Registration cancelled", { exact: true }));
  await expectSeen(
    desk.done.getByRole("heading", { name: /checked in, but one has no place in the run$/ }),
  );
  await expectSeen(handOver.getByText("1043", { exact: true }));
  await expectGone(handOver.getByText("1042", { exact: true }));
});

test("C3 the green card of a family turns orange when a registration is gone from the organizer's list, and when the run is cancelled", async () => {
  const { host, eventId, sandbox } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  const rowOf = async (bib: string) =>
    (await host.value("roster.search", { eventId, text: bib })).rows[0];
  await desk.find("1043");
  await page.getByRole("button", { name: /^Check in (both|all)/ }).click();
  const handOver = desk.done.getByRole("group", { name: "Hand over", exact: true });
  await expectSeen(handOver.getByText("1042", { exact: true }));
  const registrationId = (await rowOf("1042"))?.id ?? "";
  await sandbox.control("/mutations", { kind: "remove-registration", registrationId });
  await downloadEvent(host, eventId);
  await expectSeen(desk.done.getByText("Gone from the organizer’s list", { exact: true }));
  await expectGone(handOver.getByText("1042", { exact: true }));
  const { runId: eventRunId = "", runLabel } = (await rowOf("1043")) ?? {};
  await sandbox.control("/mutations", { kind: "set-run", eventRunId, eventStatus: "cancelled" });
  await downloadEvent(host, eventId);
  await expectSeen(
    desk.done.getByText(words.checkIn.runCancelledTitle(runLabel ?? ""), { exact: true }).first(),
  );
  await expectGone(handOver.getByText("1043", { exact: true }));
  expect(await desk.done.getAttribute("data-tone")).toBe("look");
});
