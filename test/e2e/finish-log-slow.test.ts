import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import {
  bibsOf,
  kept,
  leaveAndComeBack,
  openLog,
  openLogWith,
} from "#test/support/browser/finish-log-page.ts";
import { pressAfterLook, scan, typeByHand } from "#test/support/browser/keys.ts";
import { newCommandId } from "#test/support/browser/race.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { interceptCalls } from "#test/support/hosts/calls.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();

testWithInterception(
  "P9 Enter ends the change of a bib at once, and what is typed next is the next bib",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    const replies = await heldReplies(host, page, "finish.change");
    replies.hold(() => true);
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    await typeByHand(page, "2022");
    await page.keyboard.press("Enter");
    await replies.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["2021", "1187", "2022"]);
  },
);

testWithInterception(
  "P9 whoever types the next bib before the log has an answer gives up a half-typed change, and no later bib becomes its text",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "10");
    const replies = await heldReplies(host, page, "finish.page");
    replies.hold(() => true);
    await leaveAndComeBack(open);
    await typeByHand(page, "103");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "103"]);
    await replies.release();
    await expectSeen(log.line(1));
    await typeByHand(page, "104");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "103", "104"]);
  },
);

testWithInterception(
  "P9 a change that cannot be saved after another item was chosen is open again with its text",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    await interceptCalls(host, page, "finish.change", (call) => call.refuse("not-saved"));
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await log.line(2).click();
    const changed = page.getByRole("textbox", { name: "Bib of finisher 1" });
    await expect.poll(() => changed.inputValue()).toBe("2021");
    expect(bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  },
);

testWithInterception(
  "P9 a change that cannot be saved is open again also while a next bib stands in the field",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    await interceptCalls(host, page, "finish.change", (call) => call.refuse("not-saved"));
    await typeByHand(page, "888");
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    const changed = page.getByRole("textbox", { name: "Bib of finisher 1" });
    await expect.poll(() => changed.inputValue()).toBe("2021");
    await page.keyboard.press("Escape");
    await expect.poll(() => log.bib.inputValue()).toBe("888");
  },
);

testWithInterception(
  "J1 P9 a change that fails after the finish log was left is said, with what was typed",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await interceptCalls(host, page, "finish.change", async (call) => {
      asked.resolve();
      await left.promise;
      return call.refuse("not-saved");
    });
    await log.line(1).click();
    await page.keyboard.press("F2");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    await asked.promise;
    await page.getByRole("button", { name: "Podium", exact: true }).last().click();
    await expectGone(log.bib);
    left.resolve();
    await expectSeen(
      page.getByText("NOT SAVED in the finish log: change to bib 2021. Do it again."),
    );
    expect(bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  },
);

testWithInterception(
  "P9 J1 what is refused for good after the finish log was left is said with its reason, and nobody is told to do it again",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page, log } = open;
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await interceptCalls(host, page, "finish.remove", async (call) => {
      asked.resolve();
      await left.promise;
      return call.refuse("not-found");
    });
    await log.line(1).click();
    await page.keyboard.press("Delete");
    await asked.promise;
    await page.getByRole("button", { name: "Podium", exact: true }).last().click();
    await expectGone(log.bib);
    left.resolve();
    await expectSeen(
      page.getByText("Not done: removal of bib 1042. That is not in the log any more"),
    );
  },
);

test("P9 what was typed for an item that was removed meanwhile becomes no bib of its own: the message names it, and the field takes the next bib", async () => {
  const open = await openLogWith(windows, ["1042", "1187"]);
  const { host, page, log, eventId } = open;
  await log.line(1).click();
  await page.keyboard.press("F2");
  await typeByHand(page, "2021");
  const id = (await kept(open)).rows[0]?.line?.id ?? "";
  await host.value("finish.remove", { commandId: newCommandId(), eventId, list: "bibs", id });
  await expectSeen(log.line(1).getByText("1187"));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("alert").getByText("change to bib 2021"));
  expect(bibsOf(await kept(open))).toEqual(["1187"]);
  await expect.poll(() => log.bib.inputValue()).toBe("");
});

test("P9 who removes the bib that is being changed types the next bib at once", async () => {
  const open = await openLogWith(windows, ["1042"]);
  const { page, log } = open;
  await log.line(1).click();
  await page.keyboard.press("F2");
  await expectSeen(page.getByRole("textbox", { name: "Bib of finisher 1" }));
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect.poll(() => log.bib.inputValue()).toBe("");
  await log.bib.fill("107");
  await page.keyboard.press("Enter");
  await expect.poll(async () => bibsOf(await kept(open))).toEqual(["107"]);
});

test("P9 the bib of an item that was scrolled far away is corrected, and unchanged it is not sent", async () => {
  const open = await openLog(windows);
  const { host, page, log, eventId } = open;
  for (let at = 0; at < 420; at += 1) {
    const item = { id: `bib-item-${at}`, bib: `${2000 + at}`, before: null };
    await host.value("finish.bib", { commandId: newCommandId(), eventId, ...item });
  }
  const scrollTo = (row: "first" | "last") =>
    page.locator("[role=rowgroup]").evaluate((list, to) => {
      list.scrollTop = to === "first" ? 0 : list.scrollHeight;
    }, row);
  const firstBib = async () =>
    (await host.value("finish.page", { eventId, limit: 1, from: 0 })).rows[0]?.line?.bib;
  /** A row that is not fetched yet has no bib, and nothing happens at a click on it. */
  const expectFetched = (row: number) => expectSeen(log.line(row).getByText(/^\d{4}$/));
  const changeFirst = async () => {
    await scrollTo("first");
    await expectFetched(1);
    await log.line(1).click();
    await expectSeen(page.getByRole("toolbar", { name: /^Bib 1: / }));
    await page.keyboard.press("F2");
  };
  const lookAtLast = async () => {
    await scrollTo("last");
    await expectFetched(420);
    expect(await log.line(1).count()).toBe(0);
  };
  await expectSeen(log.line(420));
  await changeFirst();
  await typeByHand(page, "1042");
  await lookAtLast();
  await page.keyboard.press("Enter");
  await expect.poll(firstBib).toBe("1042");

  await changeFirst();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Bib of finisher 1" }).inputValue())
    .toBe("1042");
  // Somebody else corrects it meanwhile: whoever only passes by does not write the former bib again.
  await host.value("finish.change", {
    commandId: newCommandId(),
    eventId,
    id: "bib-item-0",
    bib: "1187",
  });
  await lookAtLast();
  await log.line(420).click();
  await expectSeen(page.getByRole("toolbar", { name: "Bib 420: 2419" }));
  await page.waitForTimeout(300);
  expect(await firstBib()).toBe("1187");
});

testWithInterception(
  "P9 B4 a code that cannot be looked up is kept as read, and said",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page } = open;
    await interceptCalls(host, page, "roster.scan", (call) => call.refuse("internal"));
    await scan(page, "1187");
    await expectSeen(page.getByText(/^The code “1187” could not be looked up/));
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187"]);
  },
);

/** A log with one bib; a code is scanned and a bib typed behind it, while the answer to the code is held. */
async function typeBehindScan() {
  const open = await openLogWith(windows, ["1042"]);
  const { host, page } = open;
  const replies = await heldReplies(host, page, "roster.scan");
  let isAsked = false;
  replies.hold(() => (isAsked = true));
  await scan(page, "1187");
  await expect.poll(() => isAsked).toBe(true);
  await typeByHand(page, "1038");
  await pressAfterLook(page, "Enter");
  await expect.poll(() => open.log.bib.inputValue()).toBe("");
  return { open, page, replies };
}

testWithInterception(
  "P9 a bib that is typed while a scanned code is looked up stands behind the scanned one",
  async () => {
    const { open, page, replies } = await typeBehindScan();
    await replies.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
    await typeByHand(page, "417");
    await pressAfterLook(page, "Enter");
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1042", "1187", "1038", "417"]);
  },
);

testWithInterception(
  "P9 J8 a scanned code and what was typed behind it are kept if the page is loaded anew before the look-up has an answer",
  async () => {
    const { open, page } = await typeBehindScan();
    expect(bibsOf(await kept(open))).toEqual(["1042"]);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
  },
);

testWithInterception(
  "P9 each press moves the bib one line further, however late the answers are",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187", "1038", "417"]);
    const { host, page, log } = open;
    const replies = await heldReplies(host, page, "finish.move");
    replies.hold(() => true);
    await log.line(1).click();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Alt+ArrowDown");
    await replies.release();
    await expect
      .poll(async () => bibsOf(await kept(open)))
      .toEqual(["1187", "1038", "417", "1042"]);
  },
);

testWithInterception(
  "P11 Del pressed again before the answer removes one bib and reports no error",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187", "1038"]);
    const { host, page, log } = open;
    const replies = await heldReplies(host, page, "finish.remove");
    replies.hold(() => true);
    await log.line(2).click();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("Delete");
    await replies.release();
    await expectSeen(page.getByText(/^Bib 1187 removed/));
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038"]);
    expect(await page.getByText("That is not in the log any more").count()).toBe(0);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1187", "1038"]);
    await expectSeen(page.getByRole("toolbar", { name: "Bib 2: 1187" }));
    await page.keyboard.press("Delete");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038"]);
  },
);

testWithInterception(
  "P5 Ctrl+Z while a bib is being saved takes back that bib; after another bib it says “Not yet”",
  async () => {
    const open = await openLogWith(windows, ["1042"]);
    const { host, page } = open;
    const replies = await heldReplies(host, page, "finish.bib");
    replies.hold(() => true);
    await typeByHand(page, "1187");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+z");
    await replies.release();
    await expectSeen(page.getByText("Bib 1187 undone"));
    expect(bibsOf(await kept(open))).toEqual(["1042"]);

    replies.hold(() => true);
    await typeByHand(page, "1038");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+z");
    await typeByHand(page, "417");
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText("Not yet: the last one is still being saved"));
    await replies.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "1038", "417"]);
  },
);

testWithInterception(
  "P9 whoever changes another item while an insertion fails stays in that change",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    const free = Promise.withResolvers<void>();
    await interceptCalls(host, page, "finish.bib", async (call) => {
      await free.promise;
      return call.refuse("not-saved");
    });
    await log.line(2).click();
    await page.keyboard.press("Insert");
    await log.line(1).click();
    await page.keyboard.press("F2");
    const changed = page.getByRole("textbox", { name: "Bib of finisher 1" });
    await expect.poll(() => changed.inputValue()).toBe("1042");
    free.resolve();
    await expectSeen(page.getByText(/new line for a bib/).first());
    await page.waitForTimeout(300);
    expect(await changed.inputValue()).toBe("1042");
    await typeByHand(page, "2021");
    await page.keyboard.press("Enter");
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["2021", "1187"]);
  },
);

testWithInterception(
  "P9 a bib that is typed for a new line goes into that line also if the log answers late",
  async () => {
    const open = await openLogWith(windows, ["1042", "1187"]);
    const { host, page, log } = open;
    const pages = await heldReplies(host, page, "finish.page");
    pages.hold(() => true);
    await log.line(2).click();
    await page.keyboard.press("Insert");
    await page.waitForTimeout(2_600);
    await typeByHand(page, "777");
    await page.keyboard.press("Enter");
    await pages.release();
    await expect.poll(async () => bibsOf(await kept(open))).toEqual(["1042", "777", "1187"]);
  },
);
