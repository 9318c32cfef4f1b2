import { describe, expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import type { OpenLog } from "#test/support/browser/finish-log-page.ts";
import {
  bibsOf,
  kept,
  leaveAndComeBack,
  logPage,
  openLog,
  showLog,
  typeBibs,
} from "#test/support/browser/finish-log-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { downloadEvent, newCommandId, startRace } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { venueDate } from "#shared/domain/basics/local-date.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";

const windows = browserWindows();

/** A second Enter within 400 ms is the same press. */
const samePressMs = 450;

/** Three finishers of the 10K and only two times, at 42:10.00 and 42:30.00 from its gun. */
async function missOne(): Promise<OpenLog & { readonly gunAtMs: number; readonly clock: string }> {
  const open = await openLog(windows);
  const { host, eventId, log } = open;
  const order = () => ({ commandId: newCommandId(), eventId });
  const { runs, timeZone } = await host.value("event.get", { eventId });
  const runId = runs.find(({ label }) => label === "10K")?.id ?? "";
  const gunAtMs = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
  await host.value("gun.set", { ...order(), runId, atMs: gunAtMs });
  const stamps = [2_530_000, 2_550_000].map((ms, at) => ({
    id: `stamp-000${at}`,
    atMs: gunAtMs + ms,
  }));
  await host.value("finish.stamp", { ...order(), stamps });
  await typeBibs(open, ["1042", "1187", "1038"]);
  await expectSeen(log.line(3).getByText("Tuomas Okasalmi-Väänänen"));
  return { ...open, gunAtMs, clock: showClockTime(gunAtMs + 2_537_000, timeZone) };
}

const timesOf = async (open: OpenLog, gunAtMs: number): Promise<(number | null)[]> =>
  (await kept(open)).rows.map(({ stamp }) =>
    stamp === null || stamp.atMs === null ? null : stamp.atMs - gunAtMs,
  );

describe("the time of a missed press", () => {
  test("P11 is typed as a time of day or from the gun, read before Enter, and asked about beside its neighbours", async () => {
    const open = await missOne();
    const { page, log, gunAtMs, clock } = open;
    const field = page.getByRole("textbox", { name: "Time of finisher 2" });
    await log.time(2).click();
    await page.getByRole("button", { name: "Missed press above" }).click();
    await expectSeen(log.time(2).getByText("not pressed"));
    await page.getByRole("button", { name: "Type its time" }).click();
    await expectSeen(field);
    await typeByHand(page, clock);
    await expectSeen(page.getByText(`${clock}, time of day`));
    // Space stamps a time here too.
    await page.keyboard.press("Space");
    expect(await field.inputValue()).toBe(clock);
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await timesOf(open, gunAtMs)).slice(0, 3))
      .toEqual([2_530_000, 2_537_000, 2_550_000]);
    await expectSeen(log.bib);
    await expect.poll(() => log.bib.evaluate((box) => box === document.activeElement)).toBe(true);

    // Types another time from the gun over the selected one. 41:00 is before the time above.
    await log.time(2).click();
    await page.keyboard.press("F2");
    await expectSeen(field);
    await typeByHand(page, "4100");
    await expectSeen(page.getByText(/^41:00(\.00)? from the gun of 10K/));
    await expectSeen(page.getByText(/^Before the time above, 42:10\.00/));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("button", { name: "Set it all the same" }));
    expect((await timesOf(open, gunAtMs))[1]).toBe(2_537_000);
    for (let at = 0; at < 4; at += 1) await page.keyboard.press("Backspace");
    await typeByHand(page, "4215");
    await expectSeen(page.getByText(/^42:15(\.00)? from the gun of 10K/));
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await timesOf(open, gunAtMs))[1]).toBe(2_535_000);
    await expectSeen(log.time(2).getByText("42:15"));

    // A time that contradicts its neighbours needs a second Enter. Its row stays, and an undo removes it.
    await log.time(2).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "43:00");
    await expectSeen(page.getByText(/^After the time below, 42:30\.00/));
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("button", { name: "Set it all the same" }));
    await page.waitForTimeout(samePressMs);
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await timesOf(open, gunAtMs)).slice(0, 3))
      .toEqual([2_530_000, 2_580_000, 2_550_000]);
    // While the time's field is open, Ctrl+Z edits its text.
    await expectSeen(log.bib);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await timesOf(open, gunAtMs))[1]).toBe(2_535_000);
  });

  test("P11 a worn Enter key that sends two presses sets no time that contradicts its neighbours", async () => {
    const open = await missOne();
    const { page, log, gunAtMs } = open;
    await log.time(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "43:00");
    await expectSeen(page.getByText(/^After the time below/));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expectSeen(page.getByRole("button", { name: "Set it all the same" }));
    await page.waitForTimeout(samePressMs);
    expect((await timesOf(open, gunAtMs))[0]).toBe(2_530_000);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await timesOf(open, gunAtMs))[0]).toBe(2_580_000);
  });

  test("P11 a time that contradicts its neighbours stays in its field when another item is chosen, until a person decides", async () => {
    const open = await missOne();
    const { page, log, gunAtMs } = open;
    const field = page.getByRole("textbox", { name: "Time of finisher 1" });
    const first = async () => (await timesOf(open, gunAtMs))[0];
    const typeLate = async () => {
      await log.time(1).click();
      await page.keyboard.press("F2");
      await typeByHand(page, "43:00");
      await expectSeen(page.getByText(/^After the time below/));
    };
    await typeLate();
    await log.line(2).click();
    await expectSeen(page.getByRole("button", { name: "Set it all the same" }));
    expect(await field.inputValue()).toBe("43:00");
    for (let press = 0; press < 2; press += 1) await page.keyboard.press("Escape");
    await expectSeen(log.bib);
    expect(await first()).toBe(2_530_000);
    await typeLate();
    await log.line(2).click();
    await log.line(2).click();
    await expect.poll(first).toBe(2_580_000);
    await expectSeen(log.bib);

    // A text that is no time stays too; an emptied field drops it.
    await log.time(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "soon");
    await log.line(2).click();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    expect(await field.inputValue()).toBe("soon");
    await field.fill("");
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await expectSeen(log.bib);
    expect(await first()).toBe(2_580_000);
  });

  test("P9 P11 who types a time, or puts one in above, keeps the correction that was open", async () => {
    const open = await missOne();
    const { page, log, gunAtMs } = open;
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await log.time(3).getByText("type its time").click();
    await expectSeen(page.getByRole("textbox", { name: "Time of finisher 3" }));
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["2021", "1187", "1038"]);

    // The time that is typed for the last row is kept as well.
    await typeByHand(page, "42:50.5");
    await log.time(2).click();
    await expect.poll(async () => (await timesOf(open, gunAtMs))[2]).toBe(2_570_500);
    await page.keyboard.press("F2");
    await typeByHand(page, "42:35");
    await page.getByRole("button", { name: "Missed press above" }).click();
    await expect
      .poll(() => timesOf(open, gunAtMs))
      .toEqual([2_530_000, null, 2_555_000, 2_570_500]);
  });

  test("P9 P11 a half-typed time, of an item or of the first row without one, is there again after another tab", async () => {
    const open = await missOne();
    const { page, log, gunAtMs } = open;
    await typeByHand(page, "103");
    await log.time(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "42:0");
    await leaveAndComeBack(open);
    const first = page.getByRole("textbox", { name: "Time of finisher 1" });
    expect(await first.inputValue()).toBe("42:0");
    // Typing goes on at the end of the text.
    await typeByHand(page, "5");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await timesOf(open, gunAtMs))[0]).toBe(2_525_000);
    expect(await log.bib.inputValue()).toBe("103");

    await log.time(3).getByText("type its time").click();
    await typeByHand(page, "42:50");
    await leaveAndComeBack(open);
    const last = page.getByRole("textbox", { name: "Time of finisher 3" });
    expect(await last.inputValue()).toBe("42:50");
    await page.keyboard.press("Escape");
    expect(await log.bib.inputValue()).toBe("103");
    await leaveAndComeBack(open);
    expect(await log.bib.inputValue()).toBe("103");
  });

  test("P11 a gun time in the future is asked about, and set by a second Enter", async () => {
    const { page, host, eventId } = await openLog(windows);
    const guns = async () => (await host.value("finish.page", { eventId })).guns;
    await page.getByRole("button", { name: "Set the gun time of 10K" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Date" }).fill("2099-10-03");
    const time = dialog.getByRole("textbox", { name: "Time of day" });
    await time.fill("09:00");
    await time.press("Enter");
    await page.keyboard.press("Enter");
    await expectSeen(dialog.getByText("This is in the future. Set it all the same?"));
    expect(await guns()).toEqual([]);
    await page.waitForTimeout(samePressMs);
    expect(await guns()).toEqual([]);
    await time.press("Enter");
    await expect.poll(async () => (await guns()).length).toBe(1);
    await expectSeen(page.getByRole("region", { name: "Gun times" }).getByText("in the future"));
  });

  test("P11 a gun time on a day that is neither the run's nor today is asked about, and set by a second Enter", async () => {
    const { page, host, eventId } = await openLog(windows);
    const guns = async () => (await host.value("finish.page", { eventId })).guns;
    await page.getByRole("button", { name: "Set the gun time of 10K" }).click();
    const dialog = page.getByRole("dialog");
    const date = dialog.getByRole("textbox", { name: "Date" });
    const dayOfRun = await date.inputValue();
    await date.fill("1999-10-03");
    const time = dialog.getByRole("textbox", { name: "Time of day" });
    await time.press("Enter");
    await page.keyboard.press("Enter");
    const question = `This is another day than the run’s, ${dayOfRun}. Set it all the same?`;
    await expectSeen(dialog.getByText(question));
    await page.waitForTimeout(samePressMs);
    expect(await guns()).toEqual([]);
    await time.press("Enter");
    await expect.poll(async () => (await guns()).length).toBe(1);
    await expectSeen(page.getByText(/^Gun 10-03 /));
  });

  test("P11 the question about the gun says while it is typed that a text is no time, and its button is not ready", async () => {
    const { page } = await openLog(windows);
    await page.getByRole("button", { name: "Set the gun time of 10K" }).click();
    const dialog = page.getByRole("dialog");
    const time = dialog.getByRole("textbox", { name: "Time of day" });
    const notYet = dialog.getByRole("button", { name: "Not a date and time yet" });
    for (const text of ["25:00", "abc"]) {
      await time.fill(text);
      await expectSeen(dialog.getByText("Not a time yet"));
      await expectSeen(notYet);
    }
    await time.fill("9:00");
    await expectSeen(dialog.getByText("Read as 09:00:00.0"));
    await expectGone(notYet);
    // The fault is said at the field that has it.
    await dialog.getByRole("textbox", { name: "Date" }).fill("2026-13-01");
    await expectSeen(notYet);
    await expectGone(dialog.getByText("Not a time yet"));
    await expectSeen(dialog.getByText("Not a date yet. Write it like 2026-10-03 or 3.10.2026."));
  });

  test("P11 the date of a gun is read with dots too, and the field says how", async () => {
    const { page, host, eventId } = await openLog(windows);
    await page.getByRole("button", { name: "Set the gun time of 10K" }).click();
    const date = page.getByRole("textbox", { name: "Date" });
    const day = await date.inputValue();
    await date.fill(day.split("-").toReversed().join("."));
    await expectSeen(page.getByText(`Read as ${day}`));
    await page.getByRole("textbox", { name: "Time of day" }).fill("0:00:01");
    await page.keyboard.press("Enter");
    await expectGone(date);
    const { guns } = await host.value("finish.page", { eventId });
    const { timeZone } = await host.value("event.get", { eventId });
    expect(guns.map(({ atMs }) => venueDate(atMs, timeZone))).toEqual([day]);
  });

  test("P11 the last press was missed: its row takes the time, by finger and by key", async () => {
    const open = await missOne();
    const { page, log, gunAtMs } = open;
    const field = page.getByRole("textbox", { name: "Time of finisher 3" });
    await log.time(3).getByText("type its time").click();
    await expectSeen(field);
    await page.keyboard.press("Escape");
    await expectSeen(log.bib);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => log.line(3).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await expectSeen(field);
    await typeByHand(page, "42:50.5");
    await expectSeen(page.getByText(/^42:50\.50 from the gun of 10K/));
    await page.keyboard.press("Enter");
    await expect.poll(() => timesOf(open, gunAtMs)).toEqual([2_530_000, 2_550_000, 2_570_500]);
    await expectSeen(log.time(3).getByText("42:50.50"));
    await expectSeen(log.bib);
    await page.keyboard.press("Control+z");
    await expect.poll(() => timesOf(open, gunAtMs)).toEqual([2_530_000, 2_550_000, null]);
  });
});

describe("several have this bib", () => {
  test("B2 P9 a person says who came in, by keyboard, and leaves it open again", async () => {
    const race = await startRace({ runners: 60 });
    const { host, sandbox, eventId } = race;
    const { rows } = await host.value("roster.search", { eventId, text: "1187" });
    const elodie = rows[0]?.id ?? "";
    await sandbox.control("/mutations", { kind: "set-bib", registrationId: elodie, bib: "1042" });
    await downloadEvent(host, eventId);
    const page = await windows.open(race.host);
    await showLog(page);
    const open: OpenLog = { ...race, page, log: logPage(page) };
    const { log } = open;
    await typeBibs(open, ["1042"]);
    await expectSeen(log.line(1).getByText("Several have this bib"));

    await log.line(1).click();
    const who = page.getByRole("button", { name: "Who is it?" });
    await who.click();
    const dialog = page.getByRole("dialog", { name: "Who wore bib 1042?" });
    await expectSeen(dialog.getByRole("button", { name: /Amara Okafor/ }));
    // While the choice is open, Enter picks nobody and Space stamps nothing.
    await page.keyboard.press("Enter");
    await expectSeen(dialog);
    expect((await kept(open)).rows[0]?.runnerId).toBeNull();
    await dialog.getByRole("button", { name: /Élodie/ }).focus();
    await page.keyboard.press("Enter");
    await expectSeen(log.line(1).getByText("Élodie Vandenbroucke-Saïdi"));
    await expectSeen(log.line(1).getByText("chosen from 2"));
    expect((await kept(open)).rows[0]?.runnerId).toBe(elodie);

    await who.click();
    await dialog.getByRole("button", { name: "Leave it open" }).click();
    await expectSeen(log.line(1).getByText("Several have this bib"));
    await page.keyboard.press("Control+z");
    await expectSeen(log.line(1).getByText("Élodie Vandenbroucke-Saïdi"));
  });
});

test("L1 tools of an item that do not fit into one line end at the right edge in both lines", async () => {
  const open = await openLog(windows, { viewport: { width: 1200, height: 800 } });
  const { page, log } = open;
  await typeBibs(open, ["1042", "1042", "1042"]);
  await page.evaluate(() => document.documentElement.style.setProperty("--u", "1.2px"));
  await log.line(2).click();
  const tools = page.getByRole("toolbar", { name: /^Bib 2/ });
  await expectSeen(tools);
  const edges = await tools.evaluate((bar) => {
    const boxes = [...bar.querySelectorAll("button")].map((each) => each.getBoundingClientRect());
    const lines = new Map(boxes.map(({ top, right }) => [Math.round(top), Math.round(right)]));
    return { bar: Math.round(bar.getBoundingClientRect().right), lines: [...lines.values()] };
  });
  expect(edges.lines).toEqual([edges.bar, edges.bar]);
});

test("U1 what is typed first into the question about the gun replaces the time that is proposed", async () => {
  const { page } = await openLog(windows);
  await page.getByRole("button", { name: "Set the gun time of Half" }).click();
  const time = page.getByRole("dialog").getByRole("textbox", { name: "Time of day" });
  await expect.poll(() => time.inputValue()).toMatch(/^\d\d:\d\d/);
  await typeByHand(page, "07:03:00");
  expect(await time.inputValue()).toBe("07:03:00");
});

test("P11 a gun time is typed also without colons, its reading is shown before Enter, and an error goes when the text changes", async () => {
  const open = await openLog(windows);
  const { host, page, eventId } = open;
  const { timeZone } = await host.value("event.get", { eventId });
  await page
    .getByRole("button", { name: /^Set the gun time/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const time = dialog.getByRole("textbox", { name: "Time of day" });
  const date = dialog.getByRole("textbox", { name: "Date" });
  await date.fill("2026-01-17");
  await time.fill("7h");
  const top = async () =>
    ((await date.boundingBox())?.y ?? 0) - ((await time.boundingBox())?.y ?? 0);
  const before = await top();
  await page.keyboard.press("Enter");
  await expectSeen(dialog.getByText(/^Write a date like/));
  expect(await top()).toBe(before);
  await time.fill("745");
  await expectSeen(dialog.getByText("Read as 07:45:00.0"));
  await expectGone(dialog.getByText(/^Write a date like/));
  await time.fill("074530");
  await expectSeen(dialog.getByText("Read as 07:45:30.0"));
  await time.press("Enter");
  // No day of this race.
  await expectSeen(dialog.getByText(/another day than the run’s/));
  await page.waitForTimeout(samePressMs);
  await time.press("Enter");
  await expectGone(dialog);
  const [gun] = (await kept(open)).guns;
  expect(showClockTime(gun?.atMs ?? 0, timeZone)).toBe("07:45:30.0");
});
