import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  bibsOf,
  isInSight,
  kept,
  openLog,
  pressEarlier,
  typeBibs,
} from "#test/support/browser/finish-log-page.ts";
import { pressHeld, scan, typeByHand } from "#test/support/browser/keys.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

const hasFocus = (element: Element): boolean => element === document.activeElement;

test.each(["Control+z", "the button"])(
  "P9 the change of an inserted line that %s took back ends with the line: the field takes the next bib",
  async (way) => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
    await log.line(2).click();
    await page.keyboard.press("+");
    const change = page.getByRole("textbox", { name: "Bib of finisher 2" });
    await expectSeen(change);
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", null, "1187", "1038"]);
    await page.keyboard.press("Backspace");
    if (way === "Control+z") await page.keyboard.press(way);
    else await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
    await expectSeen(log.bib);
    await expectGone(change);
    await log.bib.focus();
    await typeByHand(page, "140");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1042", "1187", "1038", "140"]);
    expect(await page.getByText("Not done").count()).toBe(0);
  },
);

test("P9 F2 after a second touch of the same bib, which ends its selection, says what to touch", async () => {
  const open = await openLog(windows);
  const { page, log } = open;
  await typeBibs(open, ["1042", "1187"]);
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  await log.line(2).click();
  await expect.poll(() => log.line(2).getAttribute("aria-selected")).toBe("true");
  // A second press at the same place within half a second is a double tap.
  await page.waitForTimeout(600);
  await log.line(2).click();
  await expect.poll(() => log.line(2).getAttribute("aria-selected")).toBe("false");
  await page.keyboard.press("F2");
  await expectSeen(
    page.getByRole("alert").or(page.getByRole("status")).getByText("Touch a time or a bib"),
  );
  expect(await page.getByRole("textbox", { name: "Bib of finisher 2" }).count()).toBe(0);
});

test("P9 a change of a bib that was removed elsewhere ends, and Close of the message leads back to the bib field", async () => {
  const open = await openLog(windows);
  const { page, log, host, eventId } = open;
  await typeBibs(open, ["1042", "1187"]);
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  await log.line(2).click();
  await page.keyboard.press("F2");
  const change = page.getByRole("textbox", { name: "Bib of finisher 2" });
  await expectSeen(change);
  await page.keyboard.press("Control+a");
  await typeByHand(page, "140");
  const id = (await kept(open)).rows[1]?.line?.id ?? "";
  await host.value("finish.remove", { commandId: newCommandId(), eventId, list: "bibs", id });
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Not done: change to bib 140"));
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(() => log.bib.evaluate(hasFocus)).toBe(true);
  expect(await log.bib.inputValue()).toBe("");
  await typeBibs(open, ["150"]);
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "150"]);
});

test.each(["Delete", "Backspace"])(
  "P9 %s edits the text of a change and never removes its line, also held and in the empty field",
  async (key) => {
    const open = await openLog(windows);
    const { page, log } = open;
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
    await log.line(2).click();
    await page.keyboard.press("F2");
    const change = page.getByRole("textbox", { name: "Bib of finisher 2" });
    await expectSeen(change);
    await page.keyboard.press("Control+a");
    await page.keyboard.press(key);
    await page.keyboard.press(key);
    await page.keyboard.press(`Shift+${key}`);
    await pressHeld(page, key, 5);
    expect(await change.inputValue()).toBe("");
    await typeByHand(page, "140");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "140", "1038"]);
  },
);

test("P9 the bib field has the focus after Start now", async () => {
  const { page, log } = await openLog(windows);
  await page
    .getByRole("button", { name: /^Start now/ })
    .first()
    .click();
  await expect.poll(() => log.bib.evaluate(hasFocus)).toBe(true);
});

test("P9 Esc without anything typed leaves the list where the next bib is", async () => {
  const open = await openLog(windows);
  const { page, log } = open;
  await pressEarlier(open, 40);
  await expectSeen(log.row(40));
  await typeBibs(open, ["1042"]);
  await expectSeen(log.line(2).getByText("next bib"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  expect(await isInSight(page, log.row(2))).toBe(true);
});

testWithInterception(
  "P9 each press moves the bib one line further, also while the log itself is answered seconds later",
  async () => {
    const open = await openLog(windows);
    const { host, page, log } = open;
    await typeBibs(open, ["1042", "1187", "1038", "417"]);
    await expectSeen(log.line(4).getByText("417"));
    await log.line(4).click();
    const pages = await heldReplies(host, page, "finish.page");
    pages.hold(() => true);
    for (let press = 0; press < 2; press += 1) await page.keyboard.press("Alt+ArrowUp");
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1042", "417", "1187", "1038"]);
    await pages.release();
    await expectSeen(log.line(2).getByText("417"));
    // The next press goes on from there.
    await page.keyboard.press("Alt+ArrowUp");
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["417", "1042", "1187", "1038"]);
  },
);

test("B4 P9 during the change of a bib the field says that a scan is the next finisher's, and it is", async () => {
  const open = await openLog(windows);
  const { page, log } = open;
  await typeBibs(open, ["1042", "1187"]);
  await expectSeen(page.getByText("scans go in as bibs"));
  await log.line(1).click();
  await page.keyboard.press("F2");
  await expectSeen(page.getByText("a scan is the next finisher"));
  await expectGone(page.getByText("scans go in as bibs"));
  await scan(page, "1038");
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
  await expectSeen(page.getByRole("textbox", { name: "Bib of finisher 1" }));
});

test("P9 U1 Ctrl+Shift+Z says that the finish log has no redo", async () => {
  const open = await openLog(windows);
  const { page } = open;
  await typeBibs(open, ["1042"]);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => bibsOf(await kept(open))).toEqual([]);
  await page.keyboard.press("Control+Shift+Z");
  await expectSeen(page.getByText("The finish log has no redo."));
});

test("P9 an undo says which time or unreadable bib is gone, so that it can be put in again", async () => {
  const open = await openLog(windows);
  const { page, log } = open;
  await page.keyboard.press("Space");
  await expect.poll(async () => (await kept(open)).stamps).toBe(1);
  const time = /\d\d:\d\d:\d\d\.\d/.exec(await log.time(1).innerText())?.[0] ?? "";
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText(`Time ${time} undone`));
  await page.keyboard.press("?");
  await expectSeen(page.getByRole("button", { name: "Undo unreadable", exact: true }));
  await page.keyboard.press("Control+z");
  await expectSeen(page.getByText("Unreadable bib undone"));
});
