import { expect } from "vitest";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { bibsOf, kept, openLogWith, typeBibs } from "#test/support/browser/finish-log-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

testWithInterception(
  "P9 a bib that is still being saved is corrected like any other, by mouse and by arrow key",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page, log } = open;
    const replies = await heldReplies(host, page, "finish.bib");
    replies.hold(() => true);
    await typeBibs(open, ["1187"]);
    await log.line(2).getByText("1187").click();
    await expectSeen(page.getByRole("toolbar", { name: "Bib 2: 1187" }));
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    await replies.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "2021"]);

    replies.hold(() => true);
    await typeBibs(open, ["1038"]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("F2");
    await typeByHand(page, "417");
    await page.keyboard.press("Enter");
    await replies.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "2021", "417"]);
  },
);

testWithInterception(
  "P9 a bib that is being saved is corrected also while a gun cannot be saved",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page, log } = open;
    await interceptCalls(host, page, "gun.set", (call) => call.refuse("not-saved"));
    await page
      .getByRole("button", { name: /^Start now/ })
      .first()
      .click();
    await expectSeen(log.notSaved);
    const replies = await heldReplies(host, page, "finish.bib");
    replies.hold(() => true);
    await typeBibs(open, ["1187"]);
    await log.line(2).getByText("1187").click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    await replies.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "2021"]);
  },
);

testWithInterception(
  "P9 P11 while a bib cannot be saved, its correction is not done, says why, and stays in the field; so is its removal",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page, log } = open;
    await interceptCalls(host, page, "finish.bib", (call) => call.refuse("not-saved"));
    await typeBibs(open, ["1187"]);
    await expectSeen(log.notSaved);
    await log.line(2).getByText("1187").click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await expectSeen(alert.getByText("Not done: change to bib 2021"));
    await expectSeen(alert.getByText(/^It is not saved itself yet/));
    const changed = page.getByRole("textbox", { name: "Bib of finisher 2" });
    await expect.poll(() => changed.inputValue()).toBe("2021");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Delete");
    await expectSeen(alert.getByText("Not done: removal of bib 1187"));
    await expectSeen(log.line(2).getByText("1187"));
  },
);

testWithInterception(
  "J1 what a screen reader is told about bibs that are not saved counts those that come later too",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page } = open;
    await interceptCalls(host, page, "finish.bib", (call) => call.refuse("not-saved"));
    const told = page.getByRole("status").filter({ hasText: "NOT SAVED: " });
    await typeBibs(open, ["1187"]);
    await expectSeen(told.getByText("1 bib is only in this window."));
    await typeBibs(open, ["2001"]);
    await expectSeen(told.getByText("2 bibs are only in this window."));
  },
);
