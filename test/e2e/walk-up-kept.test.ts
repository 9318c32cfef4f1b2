import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

const nameField = (page: Page) => page.getByRole("textbox", { name: "Name" });
const emailField = (page: Page) => page.getByRole("textbox", { name: "E-mail" });
const choose = (page: Page, name: RegExp | string) =>
  page.locator("label", { has: page.getByRole("radio", { name }) }).click();

/** Fills the form in, opens check-in with Esc, and leaves the walk-up unsaved. */
async function keepForm(page: Page, name: string): Promise<void> {
  await page.keyboard.press("F2");
  await nameField(page).fill(name);
  await emailField(page).fill("alpha@one.example");
  await choose(page, /^10K/);
  await choose(page, "Paid");
  await page.keyboard.press("Escape");
}

test("W5 a form that comes back says whose it is, has the caret behind the name, and “New form” begins an empty one", async () => {
  const { page, desk } = await openDesk();
  await keepForm(page, "Alpha One");
  await expectSeen(desk.search);
  await page.keyboard.press("F2");
  const kept = page.getByText("Kept from before: the form of Alpha One");
  await expectSeen(kept);
  await expect
    .poll(() => nameField(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await typeByHand(page, " B");
  expect(await nameField(page).inputValue()).toBe("Alpha One B");
  await page.getByRole("button", { name: "New form" }).click();
  await expectGone(kept);
  await typeByHand(page, "Bea Kid");
  expect(await nameField(page).inputValue()).toBe("Bea Kid");
  expect(await emailField(page).inputValue()).toBe("");
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect.poll(() => nameField(page).inputValue()).toBe("Alpha One B");
});

test("B4 W5 Esc and F2 in one stroke leave the form and open it again: no key goes to the screen that was left", async () => {
  const { page } = await openDesk();
  await keepForm(page, "Alpha One");
  const kept = page.getByText(/^Kept from before/);
  for (let time = 0; time < 5; time += 1) {
    await Promise.all([page.keyboard.press("F2"), expectSeen(kept)]);
    await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("F2")]);
    await expectSeen(kept);
    await page.keyboard.press("Escape");
  }
});

test("W5 an empty form, and a form that begins with a search, say nothing of a kept one", async () => {
  const { page, desk } = await openDesk();
  await page.keyboard.press("F2");
  await expectSeen(nameField(page));
  await page.keyboard.press("Escape");
  await desk.find("Zoraida Quispe");
  await page.keyboard.press("F2");
  await expect.poll(() => nameField(page).inputValue()).toBe("Zoraida Quispe");
  await nameField(page).fill("Zoraida Quispe Mamani");
  expect(await page.getByText("Kept from before").count()).toBe(0);
});

test("W5 a form that holds only its search text does not come back for the next person", async () => {
  const { page, desk } = await openDesk();
  await desk.find("zoraida quispe");
  await page.keyboard.press("F2");
  await expect.poll(() => nameField(page).inputValue()).toBe("Zoraida Quispe");
  await page.keyboard.press("Escape");
  await expectSeen(desk.search);
  await desk.search.fill("");
  await page.keyboard.press("F2");
  await expectSeen(nameField(page));
  expect(await nameField(page).inputValue()).toBe("");
  expect(await nameField(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

test("W5 who checks in the runner whom the form found is asked nothing by that form again; it can be put back", async () => {
  const { page, desk } = await openDesk();
  await page.keyboard.press("F2");
  await nameField(page).fill("Amara Okafor");
  const alike = page.getByRole("region", { name: "Is it one of these?" });
  const amara = alike.getByRole("button", { name: /Amara Okafor.*same name.*not here yet/ });
  await amara.click();
  await expectSeen(desk.card("Amara Okafor"));
  // Nobody was checked in: the form stays.
  await page.keyboard.press("F2");
  await expect.poll(() => nameField(page).inputValue()).toBe("Amara Okafor");
  await amara.click();
  await expectSeen(desk.checkInButton);
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
  await page.keyboard.press("F2");
  await expectSeen(page.getByText("The form of Amara Okafor was emptied"));
  expect(await nameField(page).inputValue()).toBe("");
  await typeByHand(page, "Bea");
  expect(await nameField(page).inputValue()).toBe("Bea");
});

testWithInterception(
  "W5 a form that comes back takes what is typed also while it is not known whether its runner was checked in",
  async () => {
    const { host, page, desk } = await openDesk();
    await page.keyboard.press("F2");
    await nameField(page).fill("Amara Okafor");
    const alike = page.getByRole("region", { name: "Is it one of these?" });
    await alike.getByRole("button", { name: /Amara Okafor.*not here yet/ }).click();
    await expectSeen(desk.checkInButton);
    await page.keyboard.press("Enter");
    await expectSeen(desk.done);
    const cards = await heldReplies(host, page, "roster.get");
    cards.hold(() => true);
    await page.keyboard.press("F2");
    await nameField(page).waitFor({ timeout: 3_000 });
    // The first needed field that is empty.
    await typeByHand(page, "ade@one.example");
    await cards.release();
    await page.waitForTimeout(300);
    expect(await emailField(page).inputValue()).toBe("ade@one.example");
    expect(await nameField(page).inputValue()).toBe("Amara Okafor");
  },
);

testWithInterception(
  "W5 a form that comes back while it is saved is nobody's once it is saved, and the next one is not called a kept one",
  async () => {
    const { host, page, desk } = await openDesk();
    await keepForm(page, "Alpha One");
    await page.keyboard.press("F2");
    await expectSeen(nameField(page));
    const saves = await heldReplies(host, page, "walkUp.save");
    let isAsked = false;
    saves.hold(() => (isAsked = true));
    await page.keyboard.press("Enter");
    await expect.poll(() => isAsked).toBe(true);
    await desk.goTo("Check-in");
    await page.keyboard.press("F2");
    const kept = page.getByText(/^Kept from before/);
    await expectSeen(kept);
    await saves.release();
    await expect.poll(() => nameField(page).inputValue()).toBe("");
    await nameField(page).fill("Bea Kid");
    await expectSeen(page.getByRole("button", { name: "Start over" }));
    expect(await kept.count()).toBe(0);
  },
);
