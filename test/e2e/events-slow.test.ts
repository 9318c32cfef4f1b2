import type { Page } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { downloadEvent, newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

/** The screen Events of a race that is open, with a second event that is downloaded too. */
async function openEvents() {
  const race = await startRace({ runners: 60 });
  const { host } = race;
  const { events } = await host.value("event.list", {});
  await downloadEvent(host, events.find(({ name }) => name === "Quay to Quay Relay")?.id ?? "");
  const page = await windows.open(host);
  await deskPage(page).goTo("Events");
  const list = page.getByRole("region", { name: "Events of the organization" });
  const choose = (name: RegExp) => list.getByRole("button", { name }).first().click();
  return { ...race, page, choose };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

testWithInterception(
  "U2 who chooses another event while a new one is being saved stays at the chosen one",
  async () => {
    const { host, page, choose } = await openEvents();
    const replies = await heldReplies(host, page, "event.create");
    replies.hold(() => true);
    await page.getByRole("button", { name: "New event" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Harbour Night Mile");
    await page.locator("label", { has: page.getByRole("radio", { name: "Race" }) }).click();
    await page.getByLabel("Date", { exact: true }).fill("2027-04-03");
    await page.getByRole("button", { name: /^Save the event/ }).click();
    await choose(/Harbour Hills Run/);
    await expectSeen(heading(page, "Harbour Hills Run"));
    await replies.release();
    await expectSeen(page.getByText(/^Saved on this computer/).last());
    await expectSeen(heading(page, "Harbour Hills Run"));
    await page.getByRole("button", { name: "New event" }).click();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
  },
);

testWithInterception(
  "U2 who chooses another event while one is being opened stays at the chosen one",
  async () => {
    const { host, page, choose, eventId } = await openEvents();
    const replies = await heldReplies(host, page, "event.open");
    replies.hold(() => true);
    await choose(/Quay to Quay Relay/);
    await page.getByRole("button", { name: "Open for check-in" }).click();
    await choose(/Harbour Hills Run/);
    await replies.release();
    await expect
      .poll(async () => (await host.value("desk.get", {})).currentEventId)
      .not.toBe(eventId);
    // The answer is on the page; what would follow it needs no other one.
    await page.waitForTimeout(300);
    await expectSeen(heading(page, "Harbour Hills Run"));
  },
);

testWithInterception(
  "O8 W3 the correction of a refused event is kept over other screens, also when it could not be saved meanwhile",
  async () => {
    const { host, page, sandbox } = await openEvents();
    await sandbox.control("/faults", {
      rules: [{ kind: "status", status: 422, code: "VALIDATION_ERROR", method: "POST", times: 1 }],
    });
    await host.value("event.create", {
      commandId: newCommandId(),
      form: { name: "Tollan Twilight", type: "race", date: "2027-04-10" },
    });
    await expect.poll(async () => (await host.value("sync.status", {})).needsAttention).toBe(1);
    const desk = deskPage(page);
    const name = page.getByRole("textbox", { name: "Name" });
    const openCorrection = async () => {
      await desk.goTo("Sync");
      await page.getByRole("button", { name: "Fix…" }).click();
    };
    await openCorrection();
    expect(await name.inputValue()).toBe("Tollan Twilight");
    await name.fill("Tollan Twilight Mile");
    await openCorrection();
    expect(await name.inputValue()).toBe("Tollan Twilight Mile");

    const held = Promise.withResolvers<void>();
    const stop = await interceptCalls(host, page, "outbox.correctEvent", async (call) => {
      await held.promise;
      await call.refuse("not-saved");
    });
    await page.getByRole("button", { name: /^Fix and send/ }).click();
    await desk.goTo("Check-in");
    held.resolve();
    await expectSeen(page.getByText(/^The event is NOT SAVED/));
    await stop();
    await openCorrection();
    expect(await name.inputValue()).toBe("Tollan Twilight Mile");
    await page.getByRole("button", { name: /^Fix and send/ }).click();
    await expect
      .poll(async () => (await host.value("event.list", { text: "twilight" })).events)
      .toMatchObject([{ name: "Tollan Twilight Mile", delivery: "confirmed" }]);
  },
);

test.each([
  ["Events", "Download again"],
  ["Sync", "Look for changes"],
] as const)(
  "D7 who cancels on %s a download whose last page is on its way sees that it stopped, not that it was complete",
  async (screen, again) => {
    const { page, host, sandbox, eventId } = await openEvents();
    await deskPage(page).goTo(screen);
    await sandbox.control("/faults", {
      rules: [
        { kind: "trickle", chunkBytes: 1_500, everyMs: 250, path: "/registration", times: 1 },
      ],
    });
    await page.getByRole("button", { name: again }).click();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expectGone(page.getByRole("button", { name: /^(Cancel|Stopping…)$/ }));
    const { downloads } = await host.value("download.status", { eventId });
    expect(downloads).toMatchObject([{ state: "paused", notes: [{ code: "cancelled" }] }]);
    expect(await page.getByText("Nothing was cancelled.").count()).toBe(0);
  },
);

testWithInterception(
  "U1 a focused event that leaves the list hands the focus to the one in its place, so Enter stays in the list",
  async () => {
    const { host, page, eventId } = await openEvents();
    const list = page.getByRole("region", { name: "Events of the organization" });
    const replies = await heldReplies(host, page, "event.list");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await list.getByRole("searchbox").fill("harbour");
    await expect.poll(() => isAsked).toBe(true);
    const leaving = list.getByRole("button", { name: /Quay to Quay Relay/ });
    await leaving.focus();
    await replies.release();
    await expectGone(leaving);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await expect.poll(focused).toMatch(/Harbour/);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    expect((await host.value("desk.get", {})).currentEventId).toBe(eventId);
  },
);

test("D7 a download that lost its connection says so, promises no end, and a cancelled one stops", async () => {
  const { page, sandbox, choose } = await openEvents();
  await choose(/Nordgrat Night Ultra/);
  await sandbox.control("/faults", {
    delayMs: 200,
    rules: [{ kind: "reset", path: "/registration" }],
  });
  await page.getByRole("button", { name: /^Download to this computer/ }).click();
  await expectSeen(page.getByText("The connection broke. What came stays."));
  await expectGone(page.getByText(/then you can go/));
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expectSeen(page.getByText("It was stopped by hand. What came stays."));
  expect(await page.getByText("What came stays", { exact: false }).count()).toBe(1);
});

test("O12 that nobody answers is said above the events only until somebody does", async () => {
  const { page, sandbox } = await openEvents();
  await sandbox.control("/faults", { offline: true });
  await page.getByRole("button", { name: "Look for changes" }).click();
  const said = page.getByText("No connection to the internet");
  await expectSeen(said);
  await expectSeen(page.getByText(/^Offline since/));
  await sandbox.control("/faults", { offline: false });
  await expectGone(said);
});

test("U1 Enter in the filters and in the boxes of the events never opens the event that is shown", async () => {
  const { page, host, choose, eventId } = await openEvents();
  await choose(/Quay to Quay Relay/);
  await expectSeen(page.getByRole("button", { name: "Open for check-in" }));
  const list = page.getByRole("region", { name: "Events of the organization" });
  await list.getByRole("searchbox", { name: "Find an event" }).fill("quay to");
  await page.keyboard.press("Enter");
  // A box that goes away with its row would leave the focus, and the key, to the screen.
  await expectGone(list.getByRole("button", { name: /Harbour Hills Run/ }));
  await list.getByRole("checkbox").first().focus();
  await page.keyboard.press("Enter");
  await list.getByRole("button", { name: /All types/ }).focus();
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("listbox"));
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  expect((await host.value("desk.get", {})).currentEventId).toBe(eventId);
});
