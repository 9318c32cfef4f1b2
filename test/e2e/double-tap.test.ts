import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { bibsOf, kept, openLog, pressEarlier } from "#test/support/browser/finish-log-page.ts";
import type { OpenLog } from "#test/support/browser/finish-log-page.ts";
import { goToScreen } from "#test/support/browser/go-to-screen.ts";
import { placeable, podiumPage } from "#test/support/browser/podium-page.ts";
import { enterSheet } from "#test/support/browser/podium-screens.ts";
import { startRace } from "#test/support/browser/race.ts";
import { clickTwice, tapTwice } from "#test/support/browser/taps.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();
const tablet = { viewport: { width: 820, height: 1180 }, isTouch: true } as const;

async function addBib({ page, log }: OpenLog, bib: string): Promise<void> {
  await log.bib.fill(bib);
  await page.getByRole("button", { name: "Add the bib" }).tap();
  await expect.poll(() => log.bib.inputValue()).toBe("");
  await page.waitForTimeout(600);
}

test("U1 a double tap that adds a bib adds no unreadable one behind it", async () => {
  const open = await openLog(windows, tablet);
  const { page, log } = open;
  await log.bib.fill("1042");
  await tapTwice(page, page.getByRole("button", { name: "Add the bib" }));
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042"]);
  await page.waitForTimeout(600);
  expect(bibsOf(await kept(open))).toEqual(["1042"]);
  // A tap that comes later is one of its own.
  await page.getByRole("button", { name: /^Unreadable/ }).tap();
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", null]);
});

test("U1 a double tap on the bin asks what to remove, and removes nothing yet", async () => {
  const open = await openLog(windows, tablet);
  const { page, log } = open;
  await pressEarlier(open, 2);
  await addBib(open, "1042");
  await addBib(open, "1187");
  await log.line(1).tap();
  await page.waitForTimeout(600);
  await tapTwice(page, page.getByRole("button", { name: /^Remove/ }), 150);
  await expectSeen(page.getByRole("button", { name: /^Time and bib/ }));
  await page.waitForTimeout(300);
  expect(await kept(open)).toMatchObject({ stamps: 2, bibs: 2 });
});

test("U1 a double click of the mouse on Pause pauses, and does not resume", async () => {
  const { host } = await startRace({ runners: 60 });
  const page = await windows.open(host);
  await goToScreen(page, "/sync");
  const pause = page.getByRole("button", { name: "Pause" });
  const resume = page.getByRole("button", { name: "Resume" });
  const isPaused = async () => (await host.value("sync.status", {})).paused;
  await clickTwice(page, pause);
  await expect.poll(isPaused).toBe(true);
  await page.waitForTimeout(600);
  expect(await isPaused()).toBe(true);
  // A click that comes later is one of its own.
  await resume.click();
  await expect.poll(isPaused).toBe(false);
});

test("U1 each tap on Stamp counts, however quick", async () => {
  const open = await openLog(windows, tablet);
  const { log } = open;
  for (let tap = 0; tap < 6; tap += 1) await log.stamp.tap();
  await expect.poll(async () => (await kept(open)).stamps).toBe(6);
});

/** A run whose segment Overall has three lines, at a tablet. */
async function openSheet(order = [0, 1, 2]) {
  const race = await startRace({ runners: 200 });
  const { host, eventId } = race;
  const { runs } = await host.value("roster.runCounts", { eventId });
  const runId = runs[0]?.runId ?? "";
  const overall = async () => {
    const { segments } = await host.value("podium.get", { eventId, runId });
    return segments.find(({ label }) => label === "Overall");
  };
  const all = await placeable(race, runId);
  const runners = order.flatMap((at) => all[at] ?? []);
  const bibs = runners.map(({ bib }) => bib ?? "");
  const segmentId = (await overall())?.segmentId ?? "";
  await enterSheet(
    race,
    runId,
    segmentId,
    bibs.map((bib) => ({ bib })),
  );
  const placed = async () => (await overall())?.slots.map(({ bib }) => bib);
  const page = await windows.open(host, tablet);
  return { ...race, page, podium: podiumPage(page), runId, runners, bibs, placed };
}

test("U1 P5 a double tap on the podium's bin takes away one line, and the Undo beside it brings the line back", async () => {
  const { page, podium, bibs, placed } = await openSheet();
  await goToScreen(page, "/podium");
  await podium.line("Overall", bibs[0] ?? "").tap();
  await page.waitForTimeout(600);
  await tapTwice(page, podium.button("Overall", "Remove"));
  await expect.poll(placed).toEqual(bibs.slice(1));
  await page.waitForTimeout(300);
  expect(await placed()).toEqual(bibs.slice(1));
  await podium.button("Overall", "Undo").tap();
  await expect.poll(placed).toEqual(bibs);
});

test("U1 P5 two quick taps on the podium's Undo take back two changes", async () => {
  // The lines that the undos bring back have short names, so that the button stays under the finger.
  const { page, podium, bibs, placed } = await openSheet([2, 0, 1]);
  await goToScreen(page, "/podium");
  await podium.line("Overall", bibs[0] ?? "").tap();
  for (const removed of [1, 2]) {
    await page.waitForTimeout(600);
    await podium.button("Overall", "Remove").tap();
    await expect.poll(placed).toEqual(bibs.slice(removed));
  }
  await page.waitForTimeout(600);
  await tapTwice(page, podium.button("Overall", "Undo"));
  await expect.poll(placed).toEqual(bibs);
});

test.each([
  ["double tap", tapTwice],
  ["double click of the mouse", clickTwice],
])(
  "U1 P7 a %s on Announce… asks and announces nothing; one in the question announces once",
  async (_, twice) => {
    const { host, page, podium, eventId, runId } = await openSheet();
    const overall = async () => {
      const { segments } = await host.value("podium.get", { eventId, runId });
      return segments.find(({ label }) => label === "Overall");
    };
    await goToScreen(page, "/podium");
    await twice(page, podium.button("Overall", "Announce…"));
    await page.waitForTimeout(600);
    await expectSeen(podium.dialog);
    expect(await overall()).toMatchObject({ state: "draft" });
    await twice(page, podium.dialog.getByRole("button", { name: /^Announce/ }));
    await expect.poll(overall).toMatchObject({ state: "announced" });
    await page.waitForTimeout(300);
    await expectGone(podium.dialog);
    // No place was opened under the second one.
    await expectGone(podium.bib.and(page.locator(":focus")));
  },
);

test("P5 at a tablet the open place shows a bib of five digits whole, and its buttons leave the focus in the field", async () => {
  const { page, podium, bibs } = await openSheet();
  await goToScreen(page, "/podium");
  await podium.line("Overall", bibs[1] ?? "").tap();
  await expect.poll(() => podium.bib.inputValue()).toBe(bibs[1]);
  await podium.bib.fill("12345");
  const widths = await podium.bib.evaluate((box) => [box.scrollWidth, box.clientWidth] as const);
  expect(widths[0]).toBeLessThanOrEqual(widths[1]);
  await podium.button("Overall", "Tie").tap();
  await expectSeen(podium.column("Overall").getByText("tie", { exact: true }));
  expect(await podium.bib.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.waitForTimeout(600);
  await podium.button("Overall", "Remove").tap();
  await expect.poll(() => podium.bib.inputValue()).toBe(bibs[2]);
  await page.waitForTimeout(300);
  expect(await podium.bib.evaluate((box) => box === document.activeElement)).toBe(true);
});

test("P5 at a tablet Undo takes back what is typed first, and the saved lines stay", async () => {
  const { page, podium, bibs, placed } = await openSheet();
  await goToScreen(page, "/podium");
  await podium.line("Overall", bibs[1] ?? "").tap();
  await expect.poll(() => podium.bib.inputValue()).toBe(bibs[1]);
  await podium.bib.fill("10");
  await podium.button("Overall", "Undo").tap();
  await expect.poll(() => podium.bib.inputValue()).toBe(bibs[1]);
  expect(await placed()).toEqual(bibs);
});

test("P7 in the announcer's window a name is hidden again by touch", async () => {
  const { page, eventId, runId, runners } = await openSheet();
  await goToScreen(page, `/announcer?event=${eventId}&run=${runId}`);
  await page.getByRole("button", { name: "Show drafts" }).tap();
  const hide = page.getByRole("button", { name: "Hide the last name" });
  await expectSeen(page.getByRole("heading", { level: 1, name: "Overall" }));
  await page.getByRole("button", { name: /next name/ }).tap();
  const third = page.getByText(runners[2]?.name ?? "");
  await expectSeen(third);
  await hide.tap();
  await expectGone(third);
});

test("P9 what was typed into a bib is saved when another item is chosen, and what was typed for the next bib comes back", async () => {
  const open = await openLog(windows, tablet);
  const { page, log } = open;
  await addBib(open, "1042");
  await addBib(open, "1187");
  await log.bib.fill("888");
  await log.line(1).tap();
  await page.getByRole("button", { name: /^Change$/ }).tap();
  const changed = page.getByRole("textbox", { name: "Bib of finisher 1" });
  await changed.fill("1043");
  await log.line(2).tap();
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1043", "1187"]);
  expect(await log.bib.inputValue()).toBe("888");
});

test("P11 the Undo of a removal's message goes away with the next action, and the message stays", async () => {
  const open = await openLog(windows, tablet);
  const { page, log } = open;
  for (const bib of ["1042", "1187", "1038"]) await addBib(open, bib);
  await log.line(1).tap();
  await page.waitForTimeout(600);
  await page.keyboard.press("Delete");
  const message = page.getByText(/^Bib 1042 removed/);
  await expectSeen(message);
  const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
  await expectSeen(undo);
  await addBib(open, "417");
  await expectGone(undo);
  await expectSeen(message);
});
