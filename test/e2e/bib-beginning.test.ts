import { expect, test } from "vitest";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { typeByHand } from "#test/support/browser/keys.ts";
import { deskOpener } from "#test/support/browser/open-desk.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { heldReplies } from "#test/support/hosts/held-replies.ts";
import { testWithInterception } from "#test/support/hosts/test-with-interception.ts";

const windows = browserWindows();
const openDesk = deskOpener(windows);

test("C8 C6 who types a bib that nobody has reads so; after Enter went into the list, a digit begins the next runner", async () => {
  const { page, desk, host, eventId } = await openDesk();
  const { total, exactBibs } = await host.value("roster.search", { eventId, text: "105" });
  expect(exactBibs).toBe(0);
  await desk.find("105");
  const says = page.getByText(`Nobody has bib 105: ${total} begin with it`);
  await expectSeen(says);
  await expect.poll(() => says.count()).toBe(2);
  await page.keyboard.press("Enter");
  await expectSeen(desk.found.getByRole("option", { selected: true }));
  await expectSeen(says);
  await typeByHand(page, "1042");
  expect(await desk.search.inputValue()).toBe("1042");
  await expectSeen(desk.card("Amara Okafor"));
  await expectGone(says);
});

test("C8 after Enter went into the list of a single digit, a bib that begins with that digit stays whole", async () => {
  const { page, desk, host, eventId } = await openDesk();
  const answers = await Promise.all(
    [..."123456789"].map(async (text) => ({
      text,
      ...(await host.value("roster.search", { eventId, text })),
    })),
  );
  const digit = answers.find(({ total, exactBibs }) => total > 1 && exactBibs === 0)?.text ?? "";
  await desk.find(digit);
  await expectSeen(desk.found.getByRole("option").first());
  await page.keyboard.press("Enter");
  await expectSeen(desk.found.getByRole("option", { selected: true }));
  await typeByHand(page, `${digit}042`);
  expect(await desk.search.inputValue()).toBe(`${digit}042`);
});

testWithInterception(
  "C9 that nobody has a bib is said of the text that was answered, not of the one that is typed now",
  async () => {
    const { host, page, desk } = await openDesk();
    await desk.find("105");
    await expectSeen(page.getByText(/^Nobody has bib 105:/).first());
    const searches = await heldReplies(host, page, "roster.search");
    searches.hold(() => true);
    await page.keyboard.press("Backspace");
    await page.waitForTimeout(500);
    expect(await page.getByText(/^Nobody has bib 10:/).count()).toBe(0);
    await searches.release();
    await expectSeen(page.getByText(/^Nobody has bib 10:/).first());
  },
);
