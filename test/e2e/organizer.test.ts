import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  cutConnection,
  downloadEvent,
  restoreConnection,
  newCommandId,
  readSandbox,
  startRace,
} from "#test/support/browser/race.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import type { Host } from "#test/support/hosts/host.ts";

const windows = browserWindows();

/** The events of these tests pass the filter "From today" in every year. */
const nextYear = new Date().getFullYear() + 1;

const isInSight = (line: Locator): Promise<boolean> =>
  line.evaluate((button) => {
    const { left, top, bottom } = button.getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) =>
      button.contains(document.elementFromPoint(left + 20, y)),
    );
  });

const makeEvent = (host: Host, name: string) =>
  host.value("event.create", {
    commandId: newCommandId(),
    form: { name, type: "race", date: `${nextYear}-04-10` },
  });

const isEvent = (created: object): boolean => "event" in created;

test("W1 W3 O4 an event made without a connection is sent once, gets its own id and says what is still to do", async () => {
  const { sandbox, host } = await startRace();
  const page = await windows.open(host);
  const desk = deskPage(page);
  await cutConnection(sandbox);
  await desk.goTo("Events");
  // An earlier search text does not hide the new event.
  const search = page.getByRole("searchbox", { name: "Find an event" });
  await search.fill("harbour");
  await page.getByRole("button", { name: "New event" }).click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "New event" }));
  await expectSeen(page.getByText("Give it a name"));

  await page.getByRole("textbox", { name: "Name" }).fill("Tollan Parish Mile");
  await page.locator("label", { has: page.getByRole("radio", { name: "Race" }) }).click();
  await page.getByLabel("Date", { exact: true }).fill(`${nextYear}-03-06`);
  await page.getByLabel("Start", { exact: true }).fill("10:00");
  await page.getByLabel("City").fill("Tollan");
  await page.getByLabel("Country").fill("Atlantis");
  await page.getByLabel("City").focus();
  await expectSeen(
    page.getByText("An address needs its country: its name in English, or two letters such as PT."),
  );
  expect((await host.value("outbox.list", {})).total).toBe(0);
  await page.getByLabel("Country").fill("ie");
  await page.getByRole("button", { name: /^Save the event/ }).click();

  await expectSeen(page.getByText("Saved on this computer. Sync shows when it is sent."));
  await expectSeen(page.getByText("Add runs in the organizer’s portal before check-in."));
  const list = page.getByRole("region", { name: "Events of the organization" });
  await expectSeen(
    list.getByRole("button", { name: /Tollan Parish Mile/ }).getByText("Waits to be sent"),
  );
  expect(await search.inputValue()).toBe("");
  await desk.goTo("Sync");
  await expectSeen(page.getByText(/Event/).filter({ hasText: "Tollan Parish Mile" }));
  await page.reload();
  await expectSeen(page.getByText(/Event/).filter({ hasText: "Tollan Parish Mile" }));

  await restoreConnection(sandbox);
  await page.getByRole("button", { name: /^Try now/ }).click();
  await expect
    .poll(async () => (await host.value("sync.status", {})).waiting, { timeout: 20_000 })
    .toBe(0);
  await desk.goTo("Events");
  // The date filter that shows the new event is kept over the reload (N1).
  await expectSeen(list.getByRole("button", { name: /From today/ }));
  await list.getByRole("searchbox", { name: "Find an event" }).fill("parish");
  await expectSeen(page.getByText("The organizer’s system has it.", { exact: true }));
  await expectSeen(page.getByText("Add runs in the organizer’s portal before check-in."));
  expect(await list.getByRole("button", { name: /Tollan Parish Mile/ }).count()).toBe(1);

  const posted = (await readSandbox(sandbox)).created.filter(isEvent);
  expect(posted).toHaveLength(1);
  const { events } = await host.value("event.list", { text: "parish" });
  expect(events).toMatchObject([{ name: "Tollan Parish Mile", delivery: "confirmed" }]);
  expect(events[0]?.id).not.toMatch(/^e_/);
});

test("W1 N1 the shown event is in sight: one that is new below the other events from today on, and an old one in a lower list", async () => {
  const { host } = await startRace();
  const page = await windows.open(host);
  const desk = deskPage(page);
  await desk.goTo("Events");
  const list = page.getByRole("region", { name: "Events of the organization" });
  const fourth = list.getByRole("button", { name: /20\d\d, / }).nth(3);
  await fourth.click();
  await desk.goTo("Sync");
  await page.setViewportSize({ width: 820, height: 1180 });
  await desk.goTo("Events");
  await expect.poll(() => isInSight(fourth)).toBe(true);

  await page.getByRole("button", { name: "New event" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Tollan Parish Mile");
  await page.locator("label", { has: page.getByRole("radio", { name: "Race" }) }).click();
  await page.getByLabel("Date", { exact: true }).fill(`${nextYear}-05-06`);
  await page.getByRole("button", { name: /^Save the event/ }).click();
  await expect
    .poll(() => isInSight(list.getByRole("button", { name: /Tollan Parish Mile/ })))
    .toBe(true);
  await expectSeen(list.getByRole("button", { name: /From today/ }));
});

test("O8 W3 a refused event waits with the server's words, is corrected in its form and sent as a new one", async () => {
  const { sandbox, host } = await startRace();
  const page = await windows.open(host);
  const desk = deskPage(page);
  await sandbox.control("/faults", {
    rules: [{ kind: "status", status: 422, code: "VALIDATION_ERROR", method: "POST", times: 1 }],
  });
  await makeEvent(host, "Tollan Twilight");
  await expect.poll(async () => (await host.value("sync.status", {})).needsAttention).toBe(1);
  await desk.goTo("Sync");
  await page.getByRole("button", { name: "Fix…" }).click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "Correct the event" }));
  await expectSeen(page.getByText(/^“.+”$/).first());
  // Esc leads back to where the form was opened.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Fix…" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  expect(await name.inputValue()).toBe("Tollan Twilight");
  await name.fill("Tollan Twilight Mile");
  await page.getByRole("button", { name: /^Fix and send/ }).click();
  await expectSeen(page.getByText("The organizer’s system has it.", { exact: true }));
  const posted = (await readSandbox(sandbox)).created.filter(isEvent);
  expect(posted).toHaveLength(1);
  expect((await host.value("sync.status", {})).needsAttention).toBe(0);

  await page.getByRole("button", { name: "Retract…" }).click();
  await expectSeen(
    page
      .getByRole("alertdialog")
      .getByText("only the organizer can cancel it there", { exact: false }),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New event" }).click();
  await page.getByRole("button", { name: "More fields" }).click();
  await expect
    .poll(() => page.getByLabel("Last day").evaluate((field) => field === document.activeElement))
    .toBe(true);
});

test("W3 an event with a wrong name that waits for a connection is corrected from its entry, and only the corrected one is sent", async () => {
  const { sandbox, host } = await startRace();
  const page = await windows.open(host);
  await cutConnection(sandbox);
  await makeEvent(host, "Tollan Twilihgt");
  await deskPage(page).goTo("Sync");
  await page.getByRole("button", { name: "Look at Tollan Twilihgt" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change…" }).click();
  await expectSeen(
    page.getByText("It was not sent yet. The corrected event is sent in its place."),
  );
  const name = page.getByRole("textbox", { name: "Name" });
  expect(await name.inputValue()).toBe("Tollan Twilihgt");
  await name.fill("Tollan Twilight");
  await page.getByRole("button", { name: /^Save the change/ }).click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "Tollan Twilight" }));
  await restoreConnection(sandbox);
  await expect
    .poll(async () => (await readSandbox(sandbox)).created.filter(isEvent))
    .toMatchObject([{ event: { name: "Tollan Twilight" } }]);
  await expect.poll(async () => (await host.value("sync.status", {})).waiting).toBe(0);
});

test("W3 the link to the correction of an event that was sent meanwhile says so", async () => {
  const { host } = await startRace();
  const page = await windows.open(host);
  const { outboxId } = await makeEvent(host, "Tollan Twilight");
  await expect.poll(async () => (await host.value("sync.status", {})).waiting).toBe(0);
  await goToScreen(page, `/events?correct=${outboxId}`);
  await expectSeen(page.getByRole("heading", { level: 2, name: "Correct the event" }));
  await expectSeen(page.getByText("It has changed in the meantime and cannot be corrected here."));
  expect(await page.getByText("It was not sent yet").count()).toBe(0);
});

test("W3 an event that waits is corrected from its panel, and Esc leads back to the panel", async () => {
  const { sandbox, host } = await startRace();
  const page = await windows.open(host);
  await cutConnection(sandbox);
  await makeEvent(host, "Tollan Twilihgt");
  await deskPage(page).goTo("Events");
  await page.getByRole("button", { name: /Tollan Twilihgt/ }).click();
  const change = page.getByRole("button", { name: "Change…" });
  await change.click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "Correct the event" }));
  await page.keyboard.press("Escape");
  await change.click();
  await page.getByRole("textbox", { name: "Name" }).fill("Tollan Twilight");
  await page.getByRole("button", { name: /^Save the change/ }).click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "Tollan Twilight" }));
});

test("L1 a very long name of an event takes three lines in Events and one in Check-in, and is whole in its title", async () => {
  const { host } = await startRace();
  const page = await windows.open(host);
  const name = "The Grand Annual Memorial Run of the United Towns ".repeat(7).slice(0, 340).trim();
  await makeEvent(host, name);
  const opened = page.getByRole("heading", { level: 1 });
  await expectSeen(opened);
  expect(await opened.getAttribute("title")).toBe(await opened.textContent());
  await deskPage(page).goTo("Events");
  const line = page.getByRole("button", { name }).getByText(name, { exact: true });
  await line.click();
  const heading = page.getByRole("heading", { level: 2, name });
  await expectSeen(heading);
  expect(await heading.getAttribute("title")).toBe(name);
  expect(await line.getAttribute("title")).toBe(name);
  const tall: string[] = [];
  for (const [width, height] of [
    [1280, 800],
    [1024, 640],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const each of [line, heading]) {
      const lines = await each.evaluate(
        (box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight),
      );
      if (!(lines < 3.1)) tall.push(`${width}×${height}: ${lines}`);
    }
  }
  expect(tall).toEqual([]);
});

test("series and collections are listed in the organizer's order; one series is found by its slug", async () => {
  const { host } = await startRace();
  const page = await windows.open(host);
  const desk = deskPage(page);
  await desk.goTo("Events");
  const listing = (name: string) =>
    page.locator("label", { has: page.getByRole("radio", { name, exact: true }) });
  await listing("Series").click();
  await page.getByRole("textbox", { name: "Find a series by its slug" }).fill("no-such-series");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectSeen(page.getByText("The organizer has no series with the slug no-such-series."));
  await page.getByRole("textbox", { name: "Find a series by its slug" }).fill("monthly-mile");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "Monthly Mile" }));
  await expectSeen(page.getByText("every month on day 1 at 19:00"));

  await listing("Collections").click();
  await page.getByRole("button", { name: "Look for changes" }).click();
  await page.getByRole("button", { name: /This season/ }).click();
  const members = page.getByRole("region", { name: "This season" }).getByRole("button");
  await expect.poll(() => members.count()).toBe(4);
  const names = await members.allTextContents();
  const { events } = await host.value("collection.get", { slug: "this-season" });
  expect(names.map((text, at) => text.includes(events[at]?.name ?? "?"))).toEqual(
    names.map(() => true),
  );
  await page.getByRole("button", { name: /Coming later/ }).click();
  await expectSeen(page.getByRole("heading", { level: 2, name: "Coming later" }));
});

test("a key that may not read collections says so, and everything else goes on", async () => {
  const { sandbox, host, eventId } = await startRace();
  const page = await windows.open(host);
  await host.value("connection.save", {
    commandId: newCommandId(),
    baseUrl: sandbox.url,
    apiKey: sandbox.keys["noCollections"] ?? "",
  });
  await deskPage(page).goTo("Events");
  await page
    .locator("label", { has: page.getByRole("radio", { name: "Collections", exact: true }) })
    .click();
  await page.getByRole("button", { name: "Look for changes" }).click();
  await expectSeen(page.getByText("This key may not read collections"));
  await downloadEvent(host, eventId);
  await expectGone(page.getByText("could not be fetched"));
});

test("a relay shows its teams, an event its picture", async () => {
  const { host } = await startRace();
  const page = await windows.open(host);
  const { events } = await host.value("event.list", { text: "relay" });
  const relay = events[0]?.id ?? "";
  await downloadEvent(host, relay);
  await deskPage(page).goTo("Events");
  const list = page.getByRole("region", { name: "Events of the organization" });
  await list.getByRole("button", { name: /Quay to Quay Relay/ }).click();
  await expectSeen(page.getByRole("img", { name: "Picture of Quay to Quay Relay" }));
  await page.getByRole("button", { name: /^Teams of/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Teams/ });
  await expectSeen(dialog.getByText(/teams here, .* registered at the organizer/));
  await expectSeen(dialog.getByRole("heading", { name: /^Team / }));
});

test("U1 Enter on the chosen line of the list presses the yellow button, not the line again", async () => {
  const { host, eventId } = await startRace();
  const page = await windows.open(host);
  await deskPage(page).goTo("Events");
  const list = page.getByRole("region", { name: "Events of the organization" });
  await list.getByRole("button", { name: /Any date|From today/ }).click();
  await page.getByRole("option", { name: "Any date" }).click();
  const { events } = await host.value("event.list", {});
  const other = events.find(({ id }) => id !== eventId);
  const line = list.getByRole("button", { name: other?.name ?? "" }).first();
  await line.focus();
  // The first Enter chooses the row, and the next Enter presses the button that is yellow then.
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("heading", { level: 2, name: other?.name ?? "" }));
  await expectSeen(page.getByRole("button", { name: /^Download/ }));
  expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const copy = { eventId: other?.id ?? "" };
  await expect
    .poll(async () => (await host.value("download.status", copy)).downloads[0]?.state, {
      timeout: 20_000,
    })
    .toBe("complete");
});

test("D3 “Look for changes” notices that the organizer deleted an event, whatever the filters are", async () => {
  const { sandbox, host } = await startRace();
  const { events } = await host.value("event.list", { dateFrom: `${nextYear - 1}-01-01` });
  const today = new Date().toISOString().slice(0, 10);
  const deleted = events.find(({ date, download }) => date > today && download.state === "absent");
  if (deleted === undefined) throw new Error("No event to delete");
  const page = await windows.open(host);
  await deskPage(page).goTo("Events");
  const list = page.getByRole("region", { name: "Events of the organization" });
  await expectSeen(list.getByRole("button", { name: /From today/ }));
  await expectSeen(list.getByRole("button", { name: deleted.name }));
  await sandbox.control("/mutations", { kind: "remove-event", eventId: deleted.id });
  await list.getByRole("button", { name: "Look for changes" }).click();
  await expectGone(list.getByRole("button", { name: deleted.name }));
});

test("W3 the question whether an event is retracted stays open when the event gets the organizer’s id", async () => {
  const { sandbox, host } = await startRace();
  await cutConnection(sandbox);
  await makeEvent(host, "Tollan Dawn Mile");
  const page = await windows.open(host);
  await deskPage(page).goTo("Events");
  await page
    .getByRole("region", { name: "Events of the organization" })
    .getByRole("button", { name: /Tollan Dawn Mile/ })
    .click();
  await page.getByRole("button", { name: "Retract…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expectSeen(dialog);
  const opened = await dialog.elementHandle();
  await restoreConnection(sandbox);
  await host.value("outbox.tryNow", { commandId: newCommandId() });
  await expectSeen(dialog.getByText("only the organizer can cancel it there", { exact: false }));
  expect(await opened?.evaluate((element) => element.isConnected)).toBe(true);
});
