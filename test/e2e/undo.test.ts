import type { Page } from "playwright";
import { expect, test } from "vitest";
import { coveredByToast } from "#test/support/browser/covered.ts";
import { scan } from "#test/support/browser/keys.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { DeskPage } from "#test/support/browser/desk-page.ts";
import { newCommandId, startRace, startStationRace } from "#test/support/browser/race.ts";
import type { Race } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { testOnStation } from "#test/support/hosts/test-on-station.ts";
import { pairWithCode, postJson } from "#test/support/processes/paired-device.ts";

const windows = browserWindows();

async function checkIn(page: Page, desk: DeskPage, bib: string): Promise<void> {
  await desk.find(bib);
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText(`Hand over ${bib} to`));
}

const arrivals = async ({ host, eventId }: Race): Promise<number> =>
  (await host.value("roster.runCounts", { eventId })).checkIns;

testOnStation(
  "two browsers",
  "C3 a green card whose check-in is undone in another window loses its Undo at once, and says who did it",
  async () => {
    const race = await startRace({ runners: 60 });
    const [page, other] = [await windows.open(race.host), await windows.open(race.host)];
    const [desk, otherDesk] = [deskPage(page), deskPage(other)];
    await checkIn(page, desk, "1042");
    const undo = desk.done.getByRole("button", { name: "Undo check-in of Amara Okafor" });
    await expectSeen(undo);
    await otherDesk.tickets.getByRole("button", { name: /^Undo check-in of Amara/ }).click();
    await expectGone(undo);
    await expectSeen(desk.done.getByText(/^Check-in undone at Desk 1/));
    await expectSeen(desk.done.getByRole("heading", { name: "Check-in undone" }));
    await expectGone(desk.done.getByRole("heading", { name: "Checked in" }));
    await expectGone(desk.tickets.getByText("Amara Okafor"));
    // Earlier actions stay.
    await page.keyboard.press("Control+z");
    await expectSeen(page.getByText("That was undone already"));
    expect(await arrivals(race)).toBe(0);
  },
);

test("C3 C10 Ctrl+Z and Ctrl+Shift+Z name whose check-in it was, one action at a time", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1038");
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Check-in of Amara Okafor undone"));
  await expectSeen(desk.tickets.getByText("Tuomas Okasalmi-Väänänen"));
  expect(await arrivals(race)).toBe(1);

  await page.keyboard.press("Control+Shift+z");
  await expectSeen(page.getByText("Amara Okafor is checked in again"));
  await expectSeen(desk.tickets.getByText("Amara Okafor"));
  await desk.tickets.getByRole("button", { name: /^Undo check-in of Tuomas/ }).click();
  await expectSeen(page.getByText("Check-in of Tuomas Okasalmi-Väänänen undone"));
  await page.getByRole("button", { name: /^Redo/ }).click();
  await expectSeen(page.getByText("Tuomas Okasalmi-Väänänen is checked in again"));
  expect(await arrivals(race)).toBe(2);
  const { rows } = await race.host.value("roster.search", {
    eventId: race.eventId,
    text: "1038",
  });
  const { history } = await race.host.value("roster.get", {
    eventId: race.eventId,
    runnerId: rows[0]?.id ?? "",
  });
  expect(history.map(({ kind }) => kind)).toEqual(["checked-in", "check-in-undone", "checked-in"]);
});

testOnStation(
  "another device",
  "C10 Ctrl+Y is refused with the name of who came in at another desk meanwhile",
  async () => {
    const race = await startStationRace({ runners: 60, flags: ["--host", "0.0.0.0"] });
    const { host, eventId } = race;
    await host.value("pairing.open", { commandId: newCommandId() });
    const { pairing } = await host.value("device.list", {});
    const tablet = await pairWithCode(host.url, pairing?.code ?? "", "Tablet");
    const page = await windows.open(host);
    const desk = deskPage(page);
    await checkIn(page, desk, "1042");
    await page.keyboard.press("Control+z");
    await expectSeen(page.getByText("Check-in of Amara Okafor undone"));
    const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
    const order = { commandId: newCommandId(), eventId, runnerId: holders[0]?.id ?? "" };
    const came = await postJson(`${host.url}/rpc/checkIn.perform`, order, tablet.session);
    expect(came.status).toBe(200);
    await page.keyboard.press("Control+y");
    await expectSeen(page.getByText("Amara Okafor came in meanwhile. Nothing was done again."));
    expect(await arrivals(race)).toBe(1);
  },
);

test("C3 C10 a scanned code is no typing: Ctrl+Z takes back the check-in before it, and the scanned runner stays", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  await scan(page, "1187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Check-in of Amara Okafor undone"));
  expect(await arrivals(race)).toBe(0);
  await page.keyboard.press("Control+Shift+z");
  await expectSeen(page.getByText("Amara Okafor is checked in again"));
  expect(await desk.search.inputValue()).toBe("1187");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  expect(await arrivals(race)).toBe(1);
});

test("C10 a redo of the check-in on the screen shows the green card again, with what to hand over", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Control+z");
  await expectSeen(desk.card("Amara Okafor"));
  await page.keyboard.press("Control+Shift+z");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  await expect.poll(() => page.locator('kbd[data-key="Ctrl Z"]').count()).toBe(1);
  expect(await arrivals(race)).toBe(1);
  // Within a second the key press would count as the same press.
  await page.waitForTimeout(1_100);
  await page.keyboard.press("Control+z");
  await expectSeen(desk.card("Amara Okafor"));
  expect(await arrivals(race)).toBe(0);
});

test("C10 after two undos and two redos the green card shows the runner of the second redo, as the message does", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1038");
  await checkIn(page, desk, "1042");
  const press = async (key: string, says: string): Promise<void> => {
    await page.keyboard.press(key);
    await expectSeen(page.getByText(says));
    // A press within a second of the last one counts as the same.
    await page.waitForTimeout(1_000);
  };
  await press("Control+z", "Check-in of Amara Okafor undone");
  await press("Control+z", "Check-in of Tuomas Okasalmi-Väänänen undone");
  await press("Control+Shift+z", "Tuomas Okasalmi-Väänänen is checked in again");
  await press("Control+Shift+z", "Amara Okafor is checked in again");
  await expectSeen(desk.done.getByText("Hand over 1042 to"));
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Check-in of Amara Okafor undone"));
});

test("C3 C10 after a toast redid an earlier check-in, one button has the keys Ctrl+Z, and they undo that one", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Control+z");
  const again = page.getByRole("status").getByRole("button", { name: /^Redo/ });
  await again.hover();
  await desk.search.fill("1038");
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done.getByText("Hand over 1038 to"));
  await again.click();
  await expectSeen(page.getByText("Amara Okafor is checked in again"));
  const keys = page.locator('kbd[data-key="Ctrl Z"], kbd:text-is("Ctrl Z")');
  await expect.poll(() => keys.count()).toBe(1);
  // A key that is pressed within the same second may be the press before, which was a click here.
  await page.waitForTimeout(1_100);
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Check-in of Amara Okafor undone"));
  await expect.poll(() => arrivals(race)).toBe(1);
});

test("C3 the message of an undone check-in goes when the runner is checked in again", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Control+z");
  const toast = page.getByText("Check-in of Amara Okafor undone");
  await expectSeen(toast);
  // The toast stays while the pointer is over it.
  await toast.hover();
  await checkIn(page, desk, "1042");
  expect(await toast.count()).toBe(0);
});

test("C3 a second Ctrl+Z that comes too soon says that it did nothing; a later one takes back the action before", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1038");
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expectSeen(
    page.getByText(
      "Check-in of Amara Okafor undone. Only this one: press Ctrl Z again for the one before",
    ),
  );
  await expectSeen(page.getByRole("button", { name: /^Redo/ }));
  expect(await arrivals(race)).toBe(1);
});

test("C3 each Ctrl+Z shows whose action it took back; what was done on a screen is told there alone", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1038");
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Escape");
  await checkIn(page, desk, "1187");
  await page.keyboard.press("Control+z");
  await expectSeen(desk.card("Élodie Vandenbroucke-Saïdi"));
  // Within a second the key press would count as the same press.
  await page.waitForTimeout(1_100);
  await page.keyboard.press("Control+z");
  await expectSeen(desk.card("Amara Okafor"));
  const toast = page.getByText("Check-in of Amara Okafor undone");
  await expectSeen(toast);
  await page.waitForTimeout(1_600);
  await desk.goTo("Events");
  await expectGone(toast);
});

test("C3 one Undo at most names Ctrl+Z: that of what was done last", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  const undoOfBib = page.getByRole("status").getByRole("button", { name: /^Undo( Ctrl Z)?$/ });
  await desk.find("1038");
  await page.getByRole("button", { name: "Change bib" }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("5038");
  await page.keyboard.press("Enter");
  const toast = page.getByText("Bib 5038 given to Tuomas Okasalmi-Väänänen");
  await expectSeen(toast);
  // The toast stays while the pointer is over it.
  await toast.hover();
  await expect.poll(() => undoOfBib.textContent()).toContain("Ctrl Z");
  await page.keyboard.press("Escape");
  await checkIn(page, desk, "1042");
  await expectSeen(toast);
  await expectSeen(desk.done.locator('kbd[data-key="Ctrl Z"]'));
  await expect.poll(() => undoOfBib.textContent()).toBe("Undo");
});

test("C3 after an Undo on a card, and after a button in a toast, the focus is in the search box again", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  const hasFocus = (): Promise<boolean> =>
    desk.search.evaluate((box) => box === document.activeElement);
  await checkIn(page, desk, "1042");
  await desk.find("1042");
  await page.getByRole("list", { name: "History" }).getByRole("button", { name: /^Undo/ }).focus();
  await page.keyboard.press("Enter");
  await expectSeen(desk.checkInButton);
  await expect.poll(hasFocus).toBe(true);
  await page.getByRole("status").getByRole("button", { name: "Redo" }).focus();
  await page.keyboard.press("Enter");
  await expectGone(desk.checkInButton);
  await expect.poll(hasFocus).toBe(true);
});

test.each([
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])("L1 at $width×$height a toast covers nothing that can be pressed", async (viewport) => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host, { viewport });
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  await desk.tickets.getByRole("button", { name: /^Undo check-in of Amara/ }).click();
  const toast = page.getByRole("status").filter({ hasText: "Check-in of Amara Okafor undone" });
  await expectSeen(toast);
  await expectSeen(desk.checkInButton);
  expect(await coveredByToast(page, "Redo")).toEqual([]);
});

test("L1 a toast of check-in covers no row of a long list", async () => {
  const race = await startRace({ runners: 60 });
  const page = await windows.open(race.host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  await page.keyboard.press("Control+z");
  const toast = page.getByRole("status").filter({ hasText: "Check-in of Amara Okafor undone" });
  await expectSeen(toast);
  await toast.getByRole("button").hover();
  await desk.search.fill("a");
  await expectSeen(desk.found.getByRole("option").nth(5));
  for (const [width, height] of [
    [1280, 800],
    [1024, 640],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await coveredByToast(page, "Redo"), `${width}×${height}`).toEqual([]);
  }
});

test("C3 the green card shows the bib that the runner has now, says that it was changed, and offers no sibling who came meanwhile", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await checkIn(page, desk, "1042");
  const { rows } = await host.value("roster.search", { eventId, text: "1042" });
  const runnerId = rows[0]?.id ?? "";
  const { family } = await host.value("roster.get", { eventId, runnerId });
  const sibling = family.find(({ checkedIn }) => checkedIn === null);
  const tile = desk.done.getByRole("button", { name: sibling?.bib ?? "" }).first();
  await expectSeen(tile);
  await host.value("checkIn.perform", {
    commandId: newCommandId(),
    eventId,
    runnerId: sibling?.id ?? "",
  });
  await expectGone(tile);
  await host.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib: "9400" });
  await expectSeen(desk.done.getByText("The bib was changed meanwhile: it is 9400"));
  await expectSeen(desk.done.getByText("Hand over 9400 to"));
});

test("C3 the green card of a family shows the bibs of now, and asks nobody to hand over a bib once all is undone", async () => {
  const { host, eventId } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  const desk = deskPage(page);
  await checkIn(page, desk, "A12");
  await desk.find("1043");
  await page.getByRole("button", { name: "Check in both" }).click();
  await expectSeen(desk.done.getByRole("heading", { name: "2 checked in" }));
  const { rows } = await host.value("roster.search", { eventId, text: "1043" });
  const runnerId = rows[0]?.id ?? "";
  await host.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib: "9400" });
  await expectSeen(desk.done.getByText("The bib was changed meanwhile: it is 9400"));
  await expectGone(desk.done.getByText("1043", { exact: true }));

  await host.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId });
  await expectSeen(desk.done.getByRole("heading", { name: "1 checked in" }));
  await expectSeen(desk.done.getByText("Hand over"));
  const { family } = await host.value("roster.get", { eventId, runnerId });
  const sibling = family.find(({ bib }) => bib === "1042")?.id ?? "";
  await host.value("checkIn.undo", { commandId: newCommandId(), eventId, runnerId: sibling });
  await expectSeen(desk.done.getByRole("heading", { name: "Check-ins undone" }));
  await expectGone(desk.done.getByText("Hand over"));
});
