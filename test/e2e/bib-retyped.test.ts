import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { leaveEveryField, scan, typeByHand } from "#test/support/browser/keys.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

/** The question about a bib that is taken, of a runner without a bib. */
async function askAboutTakenBib() {
  const open = await openDesk();
  const { page, desk } = open;
  await desk.find("okasha");
  await expectSeen(desk.checkInButton);
  await page.getByRole("button", { name: "Give a bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await field.fill("1042");
  await expectSeen(page.getByText("Taken by Amara Okafor, 10K"));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByRole("button", { name: "Swap the two" }));
  return { ...open, field };
}

test("B2 what is typed after “Bib is taken” is the next try for the same runner, and Enter gives that bib", async () => {
  const { page, desk, host, eventId, field } = await askAboutTakenBib();
  await typeByHand(page, "5150");
  expect(await field.inputValue()).toBe("5150");
  expect(await desk.search.inputValue()).toBe("okasha");
  await expectSeen(page.getByText("Free", { exact: true }));
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/^Bib 5150/));
  const { holders } = await host.value("bib.holders", { eventId, bib: "5150" });
  expect(holders).toHaveLength(1);
  expect(holders.map(({ checkedIn }) => checkedIn)).toEqual([null]);
});

test("B2 Backspace after “Bib is taken” corrects the end of the bib that was typed", async () => {
  const { page, field } = await askAboutTakenBib();
  await page.keyboard.press("Backspace");
  expect(await field.inputValue()).toBe("104");
  await typeByHand(page, "9");
  expect(await field.inputValue()).toBe("1049");
});

test("B2 B4 a code that is scanned after “Bib is taken” is the next try too", async () => {
  const { page, desk, field } = await askAboutTakenBib();
  await scan(page, "5150");
  await expect.poll(() => field.inputValue()).toBe("5150");
  expect(await desk.search.inputValue()).toBe("okasha");
});

/** The field for another bib of Amara Okafor, and the keyboard beside it: somebody pressed into the empty page. */
async function pressBesideField() {
  const open = await openDesk();
  const { page, desk } = open;
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.getByRole("button", { name: "Change bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await expectSeen(field);
  await leaveEveryField(page);
  return { ...open, field };
}

test("B2 what is typed beside the field of a bib is typed into the field, and Enter gives that bib", async () => {
  const { page, desk, host, eventId, field } = await pressBesideField();
  await typeByHand(page, "51");
  await leaveEveryField(page);
  await typeByHand(page, "50");
  expect(await field.inputValue()).toBe("5150");
  expect(await desk.search.inputValue()).toBe("1042");
  await expectSeen(page.getByText("Free", { exact: true }));
  await leaveEveryField(page);
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText(/^Bib 5150/));
  const { holders } = await host.value("bib.holders", { eventId, bib: "5150" });
  expect(holders.map(({ name }) => name)).toEqual(["Amara Okafor"]);
});

test("B2 B4 a code that is scanned beside the field of a bib is the bib, and the runner stays on the card", async () => {
  const { page, desk, field } = await pressBesideField();
  await scan(page, "5150");
  await expect.poll(() => field.inputValue()).toBe("5150");
  expect(await desk.search.inputValue()).toBe("1042");
});

test("C8 Enter at the question about a taken bib does nothing, and the screen names the key that helps", async () => {
  const { page, host, eventId, field } = await askAboutTakenBib();
  await page.keyboard.press("Enter");
  const help = page.getByRole("status").filter({ hasText: "Instead of Enter press:" });
  await expectSeen(help.getByText("Keep no bib"));
  const { holders } = await host.value("bib.holders", { eventId, bib: "1042" });
  expect(holders.map(({ name }) => name)).toEqual(["Amara Okafor"]);
  await typeByHand(page, "5150");
  expect(await field.inputValue()).toBe("5150");
  await expectGone(help);
});

testWithInterception(
  "C8 the key that closes the question about a taken bib is named no longer once the swap was pressed",
  async () => {
    const { host, page } = await askAboutTakenBib();
    await page.keyboard.press("Enter");
    const help = page.getByRole("status").filter({ hasText: "Instead of Enter press:" });
    await expectSeen(help);
    const swaps = await heldReplies(host, page, "bib.swap");
    let isAsked = false;
    swaps.hold(() => (isAsked = true));
    await page.getByRole("button", { name: "Swap the two" }).click();
    await expect.poll(() => isAsked).toBe(true);
    await expectGone(help);
    await swaps.release();
    await expectSeen(page.getByText(/swapped/i).first());
  },
);

test("B1 U1 a text that is no bib, and the bib that the runner has, are named while they are typed", async () => {
  const { page, desk } = await openDesk();
  await desk.find("1042");
  await expectSeen(desk.checkInButton);
  await page.getByRole("button", { name: "Change bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  await field.fill("🏃12");
  await expectSeen(page.getByText("A bib has letters, digits and ordinary signs only."));
  await field.fill("1042");
  await expectSeen(page.getByText("That is the bib already"));
  expect(await page.getByText("Free", { exact: true }).count()).toBe(0);
});

/** Enter was pressed at a bib that another runner has, and the look-up of that runner is held. */
async function giveTakenBib() {
  const open = await openDesk();
  const { host, page, desk } = open;
  await desk.find("okasha");
  await expectSeen(desk.checkInButton);
  await page.getByRole("button", { name: "Give a bib" }).click();
  const field = page.getByRole("textbox", { name: "Bib" });
  const holders = await heldReplies(host, page, "bib.holders");
  let isAsked = false;
  holders.hold(() => (isAsked = true));
  await field.fill("1042");
  await expectSeen(page.getByText("Taken by Amara Okafor, 10K"));
  await page.keyboard.press("Enter");
  await expect.poll(() => isAsked).toBe(true);
  return { ...open, field, holders };
}

testWithInterception(
  "B2 the question about a taken bib comes to nobody who kept the bib meanwhile, and a message says that it was not changed",
  async () => {
    const { page, desk, field, holders } = await giveTakenBib();
    await page.keyboard.press("Escape");
    await expectGone(field);
    await holders.release();
    await expectSeen(page.getByText(/^The bib of .* was not changed/));
    expect(await page.getByRole("button", { name: "Swap the two" }).count()).toBe(0);
    await typeByHand(page, "1187");
    expect(await desk.search.inputValue()).toContain("1187");
  },
);

testWithInterception(
  "B2 what is typed while the holder of a taken bib is looked up stays in the field, and no question replaces it",
  async () => {
    const { host, page, field, holders, eventId } = await giveTakenBib();
    await field.fill("51");
    await holders.release();
    await expectSeen(page.getByText(/^The bib of .* was not changed/));
    expect(await page.getByRole("button", { name: "Swap the two" }).count()).toBe(0);
    await typeByHand(page, "50");
    expect(await field.inputValue()).toBe("5150");
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText(/^Bib 5150/));
    const given = await host.value("bib.holders", { eventId, bib: "5150" });
    expect(given.holders).toHaveLength(1);
  },
);
