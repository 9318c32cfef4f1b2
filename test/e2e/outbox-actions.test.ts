import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { coveredByToast } from "#test/support/browser/covered.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { Race } from "#test/support/browser/race.ts";
import { cutConnection, newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();

/** The run Half is full: a walk-up for it is refused. */
async function saveWalkUp(
  { host, eventId }: Race,
  run: "Half" | "10K",
  person = { name: "Mia Berg", email: "mia@berg.example" },
): Promise<string> {
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs.find(({ label }) => label === run)?.id ?? "";
  const { outboxId } = await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: { eventRunId, ...person, registrationType: "paid" },
    checkIn: false,
  });
  return outboxId;
}

const syncPage = (page: Page) => {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    setAside: page.getByRole("button", { name: /^Set aside: Walk-up of Mia Berg for / }),
    requeue: page.getByRole("button", { name: /^Put back: Walk-up of Mia Berg for / }),
    sendAgain: page.getByRole("button", { name: /^Send again as it is: Walk-up of Mia Berg for / }),
    setAsideNow: dialog.getByRole("button", { name: "Set aside", exact: true }),
  };
};

const openEntries = ({ host }: Race) => host.value("outbox.list", { show: "open" });
const reasons = async (race: Race) => (await openEntries(race)).entries.map((each) => each.reason);

async function setAside(page: Page, button: Locator): Promise<void> {
  const sync = syncPage(page);
  await button.click();
  await expectSeen(sync.dialog.getByText(/^Walk-up of Mia Berg for (Half|10K) stays/));
  await sync.setAsideNow.click();
  await expectGone(sync.dialog);
  await expectSeen(page.getByText(/^Walk-up of Mia Berg for (Half|10K) is set aside$/));
}

test("O13 a refused walk-up is set aside by name, put back from the toast and from its card, and sent again", async () => {
  const race = await startRace({ runners: 60 });
  const id = await saveWalkUp(race, "Half");
  await expect.poll(() => reasons(race)).toEqual(["refused"]);
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Sync");
  const sync = syncPage(page);

  await setAside(page, sync.setAside);
  expect(await reasons(race)).toEqual(["set-aside"]);
  await expectSeen(page.getByText(/Set aside by a person\. It stays here until/));
  await expectGone(sync.setAside);
  await page.getByRole("button", { name: "Put back", exact: true }).click();
  await expectSeen(page.getByText("Walk-up of Mia Berg for Half is put back"));
  await expect.poll(() => reasons(race)).toEqual(["refused"]);

  await setAside(page, sync.setAside);
  await sync.requeue.click();
  await expectSeen(sync.setAside);
  await expectSeen(page.getByText("Walk-up of Mia Berg for Half is put back"));
  await expectGone(page.getByText("Walk-up of Mia Berg for Half is set aside"));
  expect(await reasons(race)).toEqual(["refused"]);

  await sync.sendAgain.click();
  await expect
    .poll(async () => (await openEntries(race)).entries)
    .toMatchObject([{ reason: "refused", predecessorId: id }]);
  const [before, after] = await Promise.all(
    [id, (await openEntries(race)).entries[0]?.id ?? ""].map((outboxId) =>
      race.host.value("outbox.get", { outboxId }),
    ),
  );
  expect(after?.body).toBe(before?.body);
  expect(after?.idempotencyKey).not.toBe(before?.idempotencyKey);
  expect(before?.entry.state).toBe("cancelled");
});

test("W3 O13 one that waits for a connection is corrected and set aside from its own dialog, and put back", async () => {
  const race = await startRace({ runners: 60 });
  await cutConnection(race.sandbox);
  await saveWalkUp(race, "10K", { name: "Mia Borg", email: "mia@berg.example" });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Sync");
  const sync = syncPage(page);
  await page.getByRole("button", { name: "Look at Mia Borg" }).click();
  await sync.dialog.getByRole("button", { name: "Change…", exact: true }).click();
  await expectGone(sync.dialog);
  await page.getByRole("textbox", { name: "Name" }).fill("Mia Berg");
  await page.getByRole("button", { name: "Save the change" }).click();
  await page.getByRole("button", { name: "Look at Mia Berg" }).click();
  await setAside(page, sync.setAside);
  expect(await reasons(race)).toEqual(["set-aside"]);
  await sync.requeue.click();
  await expect.poll(() => reasons(race)).not.toEqual(["set-aside"]);
  await expectSeen(page.getByRole("button", { name: "Look at Mia Berg" }));
});

test("O13 “Send again as it is” asks before a change in the form is lost, and the form keeps it", async () => {
  const race = await startRace({ runners: 60 });
  await saveWalkUp(race, "Half");
  await expect.poll(() => reasons(race)).toEqual(["refused"]);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await desk.goTo("Sync");
  const sync = syncPage(page);
  await page.getByRole("button", { name: "All fields" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Mia Bergström");
  await sync.sendAgain.click();
  const question = page.getByRole("alertdialog", { name: "Send without your change?" });
  await expectSeen(question);
  expect((await openEntries(race)).entries).toMatchObject([{ predecessorId: null }]);
  await page.keyboard.press("Enter");
  await expectGone(question);
  expect(await name.inputValue()).toBe("Mia Bergström");
  // The runner's card asks the same question, and leads back to the form.
  await desk.goTo("Check-in");
  await desk.find("mia@berg.example");
  const card = desk.card("Mia Berg");
  await card.getByRole("button", { name: "Send again as it is" }).click();
  await expectSeen(question);
  expect((await openEntries(race)).entries).toMatchObject([{ predecessorId: null }]);
  await page.keyboard.press("Enter");
  await expectGone(question);
  await expect.poll(() => name.inputValue()).toBe("Mia Bergström");
  await sync.sendAgain.click();
  await question.getByRole("button", { name: "Send without the change" }).click();
  await expect
    .poll(async () => (await openEntries(race)).entries)
    .toMatchObject([{ name: "Mia Berg", predecessorId: expect.any(String) }]);
});

test("W3 O13 the form that somebody types into stays open when another walk-up comes before it, and keeps the text", async () => {
  const race = await startRace({ runners: 60 });
  await saveWalkUp(race, "Half");
  await saveWalkUp(race, "Half", { name: "Jan Kos", email: "jan@kos.example" });
  await expect.poll(() => reasons(race)).toEqual(["refused", "refused"]);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await desk.goTo("Sync");
  const sync = syncPage(page);
  await setAside(page, sync.setAside);
  await expectSeen(sync.requeue);
  await page.getByRole("button", { name: "All fields" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Jan Kosar");
  // Another desk puts the first one back.
  const { entries } = await openEntries(race);
  const first = entries.find(({ reason }) => reason === "set-aside");
  await race.host.value("outbox.requeue", {
    commandId: newCommandId(),
    outboxId: first?.id ?? "",
  });
  await expectSeen(page.getByRole("button", { name: "Fix…", exact: true }));
  await page.keyboard.type("ič");
  expect(await name.inputValue()).toBe("Jan Kosarič");

  await page.getByRole("button", { name: "Fix…", exact: true }).click();
  await desk.goTo("Check-in");
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Fix…", exact: true }).click();
  // A field that was changed is shown, although it was not refused.
  await expectSeen(name);
  expect(await name.inputValue()).toBe("Jan Kosarič");
});

test("O13 an entry that is set aside shows its reason, and needs nobody", async () => {
  const race = await startRace({ runners: 60 });
  await saveWalkUp(race, "Half");
  await expect.poll(() => reasons(race)).toEqual(["refused"]);
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await desk.goTo("Sync");
  const sync = syncPage(page);
  await expectSeen(desk.status.getByText("1 needs you"));
  await sync.setAside.click();
  await sync.dialog.getByRole("textbox", { name: "Why" }).fill("Runs as a guest");
  await sync.setAsideNow.click();
  await expectGone(sync.dialog);
  await expectSeen(page.getByText("Reason: “Runs as a guest”."));
  await expectSeen(page.getByRole("heading", { name: "1 set aside, nothing else waits" }));
  await expectSeen(desk.status.getByText("1 set aside"));
  await sync.requeue.click();
  await expectSeen(desk.status.getByText("1 needs you"));
  await expectGone(page.getByText("Reason: “Runs as a guest”."));
});

test("L1 O13 in a small window the toast of an entry that is set aside covers nothing that can be pressed", async () => {
  const race = await startRace({ runners: 60 });
  await saveWalkUp(race, "Half");
  await expect.poll(() => reasons(race)).toEqual(["refused"]);
  const page = await windows.open(race.host, { viewport: { width: 1024, height: 640 } });
  await deskPage(page).goTo("Sync");
  const toast = "is set aside";
  await setAside(page, syncPage(page).setAside);
  await page.getByText(toast).hover();
  for (const size of [
    { width: 1024, height: 640 },
    { width: 844, height: 390 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const message = `${size.width}×${size.height}`;
    await expect.poll(() => coveredByToast(page, toast), { message }).toEqual([]);
  }
});

test("O12 “Try now” says why nothing happens: nothing waits, or sending is paused", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Sync");
  await page.getByRole("button", { name: "Try now", exact: true }).click();
  await expectSeen(page.getByText("Nothing waits to be sent.", { exact: true }));
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expectSeen(page.getByRole("button", { name: "Resume", exact: true }));
  await page.getByRole("button", { name: "Try now", exact: true }).click();
  await expectSeen(page.getByText("Sending is paused, so nothing is tried. Press Resume first."));
});

test("O12 “Try now” of an entry is offered only while it can do something, and else says why not", async () => {
  const race = await startRace({ runners: 60 });
  await race.host.value("outbox.pause", { commandId: newCommandId() });
  await saveWalkUp(race, "10K");
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Sync");
  await page.getByRole("button", { name: "Look at Mia Berg" }).click();
  const { dialog } = syncPage(page);
  await expectSeen(dialog.getByRole("button", { name: "Sending is paused" }));
  await race.sandbox.control("/faults", { rules: [{ kind: "silence", method: "POST" }] });
  await race.host.value("outbox.resume", { commandId: newCommandId() });
  await expectSeen(dialog.getByRole("button", { name: "Being sent now" }));
  await expectSeen(dialog.getByText("On its way. No answer yet."));
});

test("U2 “Fix…” of a refusal that names no field leads to the first field", async () => {
  const race = await startRace({ runners: 60 });
  await saveWalkUp(race, "Half");
  await expect.poll(() => reasons(race)).toEqual(["refused"]);
  await race.sandbox.control("/faults", {
    rules: [{ kind: "status", status: 422, code: "VALIDATION_ERROR", method: "POST", times: 1 }],
  });
  await saveWalkUp(race, "10K", { name: "Ida Holm", email: "ida@holm.example" });
  await expect.poll(() => reasons(race)).toEqual(["refused", "refused"]);
  const page = await windows.open(race.host);
  await deskPage(page).goTo("Sync");
  await page.getByRole("button", { name: "Fix…" }).press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await expectSeen(name);
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
});
