import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  downloadEvent,
  newCommandId,
  startRace,
} from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

testWithInterception(
  "the button that looks for changes is where it stays from the moment it is there, whatever is answered late",
  async () => {
    const { host } = await startRace({ runners: 60 });
    const page = await windows.open(host);
    await expectSeen(deskPage(page).search);
    const button = page.getByRole("button", { name: "Look for changes" });
    const places = new Set<number>();
    const top = async (): Promise<number> => {
      const box = await button.boundingBox();
      if (box === null) throw new Error("The button is not on the screen");
      return box.y;
    };
    for (const late of ["digest.get", "event.list", "event.get"]) {
      const answered = Promise.withResolvers<void>();
      const restore = await interceptCalls(host, page, late, async (call) => {
        await answered.promise;
        await call.reply();
      });
      await deskPage(page).goTo("Sync");
      await page.waitForTimeout(300);
      if (await button.isVisible()) places.add(await top());
      answered.resolve();
      await expectSeen(page.getByText("Nothing to compare yet."));
      await expectSeen(page.getByText("Registrations, 60"));
      places.add(await top());
      await restore();
      await deskPage(page).goTo("Check-in");
    }
    expect([...places]).toEqual([expect.any(Number)]);
  },
);

test("D3 a list that broke off takes nobody away: the names are shown, and a person decides", async () => {
  const { host, sandbox, eventId } = await startRace({ runners: 150 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await expectSeen(desk.search);
  const before = await host.value("roster.runCounts", { eventId });
  await sandbox.control("/faults", {
    omitCounts: true,
    rules: [{ kind: "list-cut-short", path: "/registration", method: "GET" }],
  });
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Look for changes" }).click();
  const card = page.getByRole("region", { name: "50 runners are missing" });
  await expectSeen(card);
  const badge = page.getByRole("navigation", { name: "Screens" }).getByText("1 needs you");
  await expectSeen(badge);
  expect(await card.getByRole("button", { name: "Take 50 off the list" }).count()).toBe(0);
  await card.getByRole("button", { name: "Show the names" }).click();
  const names = card.getByRole("list", { name: "Runners missing from the last list" });
  await expectSeen(names);
  expect(await names.getByRole("listitem").count()).toBe(50);
  // A click at once, at the place of the pressed button, would be the second one of a double click (U1).
  await page.waitForTimeout(600);
  await names.getByRole("button").first().click();
  await expectSeen(page.getByText("Missing from the organizer’s last list."));
  await expectSeen(desk.checkInButton);

  await desk.goTo("Sync");
  await card.getByRole("button", { name: "Show the names" }).click();
  await card.getByRole("button", { name: "Keep all 50" }).click();
  await card.waitFor({ state: "detached" });
  expect(await host.value("roster.runCounts", { eventId })).toMatchObject({ runs: before.runs });
  await expectGone(badge);
});

test("O12 “Try now” without a connection says so", async () => {
  const { host, sandbox, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await cutConnection(sandbox);
  const { runs } = await host.value("event.get", { eventId });
  const eventRunId = runs[0]?.id ?? "";
  await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: { name: "Mia Berg", email: "mia@berg.example", eventRunId, registrationType: "paid" },
    checkIn: false,
  });
  await expect
    .poll(async () => (await host.value("sync.status", {})).connectivity.state)
    .toBe("offline");
  await deskPage(page).goTo("Sync");
  await expectSeen(page.getByText(/^Offline since/));
  await expectSeen(page.getByText("Mia Berg"));
  await page.getByRole("button", { name: /^Try now/ }).click();
  await expectSeen(page.getByText(/^No connection right now/));
});

test("U1 O8 Enter in the choice of an event opens it, and never sends the refused walk-up above", async () => {
  const { host, sandbox, eventId } = await startRace({ runners: 60 });
  const { events } = await host.value("event.list", {});
  const other = events.find(({ name }) => name === "Quay to Quay Relay")?.id ?? "";
  await downloadEvent(host, other);
  await sandbox.control("/faults", {
    rules: [{ kind: "status", status: 422, code: "VALIDATION_ERROR", method: "POST", times: 1 }],
  });
  for (const [id, name] of [
    [eventId, "Mia Berg"],
    [other, "Jonas Falk"],
  ] as const) {
    const { runs } = await host.value("event.get", { eventId: id });
    await host.value("walkUp.save", {
      commandId: newCommandId(),
      eventId: id,
      form: {
        name,
        email: "somebody@berg.example",
        eventRunId: runs[0]?.id ?? "",
        registrationType: "paid",
      },
      checkIn: false,
    });
    await expect.poll(async () => (await host.value("sync.status", {})).needsAttention).toBe(1);
  }
  const page = await windows.open(host);
  const sync = deskPage(page);
  await sync.goTo("Sync");
  await page.getByRole("textbox", { name: "E-mail" }).fill("mia@berg.example");
  await expectSeen(page.getByRole("button", { name: /^Fix and send/ }));
  await page.getByRole("button", { name: /All events/ }).focus();
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("listbox"));
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  expect((await host.value("sync.status", {})).needsAttention).toBe(1);
});

test("D5 the number at Sync counts who was cancelled after the check-in, until a person has seen it", async () => {
  const { host, sandbox, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  const badge = page.getByRole("navigation", { name: "Screens" }).getByText("1 needs you");
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
  expect(await badge.count()).toBe(0);
  const { rows } = await host.value("roster.search", { eventId, text: "1042" });
  const registrationId = rows[0]?.id ?? "";
  await sandbox.control("/mutations", { kind: "set-status", registrationId, status: "cancelled" });
  await downloadEvent(host, eventId);
  await expectSeen(badge);
  await host.value("digest.acknowledge", {
    commandId: newCommandId(),
    eventId,
    runnerId: registrationId,
  });
  await expectGone(badge);
});

test("W3 a walk-up that was retracted after the organizer got it stands in Sync with what needs a person, until somebody says that the organizer was told, and again after an undo", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const { runs } = await host.value("event.get", { eventId });
  const { runner } = await host.value("walkUp.save", {
    commandId: newCommandId(),
    eventId,
    form: {
      name: "Mia Berg",
      email: "mia@berg.example",
      eventRunId: runs.find(({ label }) => label === "10K")?.id ?? "",
      registrationType: "paid",
    },
    checkIn: false,
  });
  const asked = async () => (await host.value("sync.status", {})).askOrganizer;
  await expect.poll(async () => (await host.value("sync.status", {})).sentToday).toBe(1);
  await host.value("walkUp.retract", { commandId: newCommandId(), eventId, runnerId: runner.id });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await expectSeen(desk.status.getByText("1 needs you"));
  await expectSeen(page.getByRole("navigation", { name: "Screens" }).getByText("1 needs you"));
  await desk.goTo("Sync");
  await expectSeen(page.getByRole("heading", { level: 1, name: "1 needs you" }));
  const queue = page.getByRole("region", { name: "The queue" });
  const words = queue.getByText("the organizer has it: ask the organizer to cancel it");
  await expectSeen(words);
  const told = queue.getByRole("button", { name: /^Told the organizer/ });
  await told.click();
  await expectGone(words);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectSeen(words);
  await expectSeen(page.getByText("The organizer was not told: Walk-up of Mia Berg for 10K"));
  expect(await asked()).toBe(1);
  await told.click();
  await expectGone(words);
  await expectSeen(page.getByRole("heading", { level: 1, name: "Nothing waits to be sent" }));
  expect(await asked()).toBe(0);
  expect(await page.getByText("1 needs you").count()).toBe(0);
});
