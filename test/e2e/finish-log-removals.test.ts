import { describe, expect, test } from "vitest";
import { coveredByToast } from "#test/support/browser/covered.ts";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  bibsOf,
  isInSight,
  kept,
  openLog,
  pressEarlier,
  typeBibs,
} from "#test/support/browser/finish-log-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

describe("what is taken out of the log", () => {
  test("P11 what moves up behind a removed bib is said; a whole line goes with Shift, and the lines below stay", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Space");
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expectSeen(page.getByText("3 finishers: as many bibs as times."));
    await expectSeen(log.line(3).getByText("Tuomas"));
    await log.line(2).click();
    await page.keyboard.press("Delete");
    await expectSeen(
      page.getByText("Bib 1187 removed: the bib below it moved up to the time above"),
    );
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038", undefined]);
    const tools = page.getByRole("toolbar", { name: "Bib 2: 1187" });
    // The screen may show the removal later than the answer. Before that, these tools are those of the removed bib.
    await expectGone(tools);
    await page.keyboard.press("Control+z");
    // The line is chosen again and has its former bib.
    await expectSeen(tools);
    await page.keyboard.press("Shift+Delete");
    await expectSeen(page.getByText("Line 2 removed: its time and its bib"));
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038"]);
    expect((await kept(open)).stamps).toBe(2);
    await expectGone(log.row(3));
    await page.keyboard.press("Control+z");
    await expectSeen(log.line(2).getByText("1187"));
    await log.time(2).click();
    const remove = page.getByRole("button", { name: "Remove", exact: true });
    expect(await remove.getAttribute("aria-keyshortcuts")).toBe("Delete");
    await remove.click();
    await page.keyboard.press("Space");
    await expectSeen(log.row(4));
    await page.getByRole("button", { name: "Time and bib" }).click();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038", undefined]);
  });

  test("P11 an undo that brings an item back closes the question about its removal", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Space");
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expectSeen(log.line(3).getByText("Tuomas"));
    await log.line(2).click();
    const question = page.getByRole("button", { name: "Time and bib" });
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expectSeen(question);
    await page.keyboard.press("Delete");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038", undefined]);
    const tools = page.getByRole("toolbar", { name: "Bib 2: 1187" });
    await expectGone(tools);
    await page.keyboard.press("Control+z");
    await expectSeen(tools.getByRole("button", { name: "Remove", exact: true }));
    await expectGone(question);
  });

  test("P9 Del shows a chosen item that is out of sight first, and removes it when it is pressed again", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    await pressEarlier(open, 40);
    await expectSeen(log.time(40));
    await log.time(40).click();
    await expectSeen(page.getByRole("toolbar", { name: /^Time 40/ }));
    await page.getByRole("rowgroup").evaluate((list) => list.scrollTo(0, 0));
    await expectSeen(log.time(1));
    await log.bib.focus();
    await page.keyboard.press("Delete");
    await expectSeen(page.getByText("Time 40 is chosen and was out of sight"));
    await expect.poll(() => isInSight(page, log.row(40))).toBe(true);
    expect((await kept(open)).stamps).toBe(40);
    await page.keyboard.press("Delete");
    await expect.poll(async () => (await kept(open)).stamps).toBe(39);
  });

  test("L1 a toast covers no line of the log and nothing that can be pressed", async () => {
    const open = await openLog(windows);
    const { page, log } = open;
    for (let at = 0; at < 14; at += 1) await page.keyboard.press("Space");
    await expect.poll(async () => (await kept(open)).stamps).toBe(14);
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1024, height: 640 },
    ]) {
      await page.setViewportSize(size);
      await log.time(14).click();
      await page.keyboard.press("Delete");
      await expectSeen(page.getByText("Time removed from the log"));
      await expectGone(page.getByRole("toolbar", { name: /^Time 14/ }));
      // The list scrolls to its new end after the line is gone.
      await expect.poll(() => coveredByToast(page, "Time removed from the log")).toEqual([]);
      await page.keyboard.press("Control+z");
      await expectSeen(page.getByRole("toolbar", { name: /^Time 14/ }));
      await page.keyboard.press("Escape");
    }
  });
});

testWithInterception(
  "P11 an item that an undo brought back is removed by the next press, also while the log shows neither change yet",
  async () => {
    const open = await openLog(windows);
    const { host, page, log } = open;
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expectSeen(log.line(3).getByText("1038"));
    await log.line(2).click();
    const replies = await heldReplies(host, page, "finish.page");
    replies.hold(() => true);
    await page.keyboard.press("Delete");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038"]);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
    await page.keyboard.press("Delete");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038"]);
    await replies.release();
    await expectGone(log.line(3).getByText("1038"));
  },
);

testWithInterception(
  "P11 an undo brings the last removed item back only: Del on the one before it, while the log still shows it, says nothing",
  async () => {
    const open = await openLog(windows);
    const { host, page, log } = open;
    await typeBibs(open, ["1042", "1187", "1038"]);
    await expectSeen(log.line(3).getByText("1038"));
    const replies = await heldReplies(host, page, "finish.page");
    replies.hold(() => true);
    await log.line(1).click();
    await page.keyboard.press("Delete");
    await log.line(3).click();
    await page.keyboard.press("Delete");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1187"]);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1187", "1038"]);
    await log.line(1).click();
    await page.keyboard.press("Delete");
    await page.waitForTimeout(300);
    await replies.release();
    await expectGone(log.line(3).getByText("1038"));
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(bibsOf(await kept(open))).toEqual(["1187", "1038"]);
  },
);
