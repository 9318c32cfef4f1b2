import type { Page } from "playwright";
import { expect, test } from "vitest";
import { walkUp } from "#renderer/i18n/en/walk-up.ts";
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
const bibField = (page: Page) => page.getByRole("textbox", { name: "Bib" });
const choose = (page: Page, name: RegExp | string) =>
  page.locator("label", { has: page.getByRole("radio", { name }) }).click();

async function openForm() {
  const open = await openDesk();
  await open.page.keyboard.press("F2");
  await expectSeen(nameField(open.page));
  return open;
}

/** The next free bib of the chosen run, from the label of the field. */
async function nextFree(page: Page, other?: string): Promise<string> {
  const hint = page.getByText(/^Next free: /);
  const read = async (): Promise<string> =>
    ((await hint.textContent()) ?? "").replace("Next free: ", "");
  await expect.poll(read).not.toBe(other ?? "");
  return read();
}

test("W5 B5 a bib that was taken from the suggestion follows the run", async () => {
  const { page } = await openForm();
  await choose(page, /^5K/);
  const ofFiveK = await nextFree(page);
  await page.getByRole("button", { name: `Use ${ofFiveK}` }).click();
  await choose(page, /^10K/);
  const ofTenK = await nextFree(page, ofFiveK);
  await expect.poll(() => bibField(page).inputValue()).toBe(ofTenK);
  await bibField(page).fill("");
  await choose(page, /^5K/);
  await expectSeen(page.getByRole("button", { name: `Use ${ofFiveK}` }));
  expect(await bibField(page).inputValue()).toBe("");
});

test("W5 B5 a typed bib stays when another run is chosen, and says for which run it was typed", async () => {
  const { page } = await openForm();
  await choose(page, /^5K/);
  const ofFiveK = await nextFree(page);
  await bibField(page).fill(ofFiveK);
  await expectSeen(page.getByText("Free", { exact: true }));
  await choose(page, /^10K/);
  const ofTenK = await nextFree(page, ofFiveK);
  await expectSeen(
    page.getByText(`Free, but it was typed for 5K. Next free for 10K: ${ofTenK}`, { exact: true }),
  );
  expect(await bibField(page).inputValue()).toBe(ofFiveK);
  await choose(page, /^5K/);
  await expectSeen(page.getByText("Free", { exact: true }));
});

test("W1 L1 why nothing was saved is in sight above the buttons, also in a small window", async () => {
  const { page, host, eventId } = await openForm();
  const { rows } = await host.value("roster.search", { eventId, text: "1042" });
  const runner = rows[0];
  await page.setViewportSize({ width: 1024, height: 640 });
  await nameField(page).fill(runner?.name ?? "");
  await emailField(page).fill(runner?.email ?? "");
  await choose(page, new RegExp(`^${runner?.runLabel ?? ""}`));
  await choose(page, "Paid");
  await bibField(page).fill("5150");
  await expectSeen(page.getByText("Free", { exact: true }));
  await page.keyboard.press("Enter");
  const why = page.getByText(/is registered for this run with this e-mail\. Nothing was saved/);
  await expectSeen(why);
  const bottomOfWhy = async (): Promise<number> => {
    const box = await why.boundingBox();
    return box === null ? Infinity : box.y + box.height;
  };
  const back = await page.getByRole("button", { name: /^Back/ }).boundingBox();
  expect(await bottomOfWhy()).toBeLessThanOrEqual(back?.y ?? 0);
  const isOnTop = await why.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return element === seen || element.contains(seen);
  });
  expect(isOnTop).toBe(true);
});

test("W1 a provider that is misspelled by one letter is asked back at the field, one press corrects it, and nothing is refused", async () => {
  const { page, desk } = await openForm();
  await typeByHand(page, "Nina Tavares");
  await page.keyboard.press("Tab");
  await typeByHand(page, "nina.tavares@gmial.com");
  const doubt = page.getByText(/: is it gmail\.com\?$/);
  await expectSeen(page.getByText("gmial.com: is it gmail.com?"));
  await page.getByRole("button", { name: "Use gmail.com" }).click();
  expect(await emailField(page).inputValue()).toBe("nina.tavares@gmail.com");
  await expect
    .poll(() => emailField(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await expectGone(doubt);
  await emailField(page).fill("nina.tavares@gmail.con");
  await expectSeen(doubt);
  await choose(page, /^10K/);
  await choose(page, "Paid");
  await page.keyboard.press("Enter");
  await expectSeen(desk.done);
});

test("W1 the warning of an unusual e-mail address stands at its field", async () => {
  const { page } = await openForm();
  await emailField(page).fill("amara@x");
  const warning = page.getByText("This e-mail address looks unusual. Check it letter by letter.");
  await expectSeen(warning);
  const describedBy = await emailField(page).getAttribute("aria-describedby");
  const texts = await page.evaluate(
    (ids) => ids.split(" ").map((id) => document.querySelector(`[id="${id}"]`)?.textContent),
    describedBy ?? "",
  );
  expect(texts.join(" ")).toContain("This e-mail address looks unusual.");
  expect(await warning.count()).toBe(1);
});

testWithInterception(
  "W5 B5 while the next free bib of another run is asked for, the one of the former run is not offered",
  async () => {
    const { host, page } = await openForm();
    await choose(page, /^5K/);
    const ofFiveK = await nextFree(page);
    const offer = page.getByRole("button", { name: /^Use / });
    await expectSeen(offer);
    const replies = await heldReplies(host, page, "bib.nextFree");
    let isAsked = false;
    replies.hold(() => (isAsked = true));
    await choose(page, /^10K/);
    await expect.poll(() => isAsked).toBe(true);
    expect(await page.getByText(`Next free: ${ofFiveK}`).count()).toBe(0);
    expect(await offer.count()).toBe(0);
    await replies.release();
    const ofTenK = await nextFree(page, ofFiveK);
    await expectSeen(page.getByRole("button", { name: `Use ${ofTenK}` }));
  },
);

testWithInterception(
  "W5 B5 a walk-up that is saved before the next free bib of its run arrived gets that bib",
  async () => {
    const { host, eventId, page } = await openForm();
    await nameField(page).fill("Nina Tavares");
    await emailField(page).fill("nina@tavares.example");
    await choose(page, "Free");
    await choose(page, /^5K/);
    const ofFiveK = await nextFree(page);
    await page.getByRole("button", { name: `Use ${ofFiveK}` }).click();
    const replies = await heldReplies(host, page, "bib.nextFree");
    let asked = "";
    replies.hold((inputJson) => (asked = inputJson) !== "");
    await choose(page, /^10K/);
    await expect.poll(() => asked).not.toBe("");
    const { runId } = JSON.parse(asked) as { readonly runId: string };
    const { bib } = await host.value("bib.nextFree", { eventId, runId });
    await page.keyboard.press("Enter");
    await expectSeen(page.getByText(walkUp.saving));
    await replies.release();
    await expectGone(nameField(page));
    const { rows } = await host.value("roster.search", { eventId, text: "nina@tavares.example" });
    expect(rows.map((row) => row.bib)).toEqual([bib]);
    expect(bib).not.toBe(ofFiveK);
  },
);
