import type { Page } from "playwright";
import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { rest, sceneSizes, showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";

const windows = browserWindows();
const site = sceneSite();

/** The search box draws its own caret. */
const showsCaret = (page: Page): Promise<boolean> =>
  page
    .locator("[class*=caret]")
    .evaluate((caret) => getComputedStyle(caret).visibility === "visible");

test("L1 the search box has a caret only while it has the focus", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-bib");
  const bib = page.getByRole("textbox", { name: words.checkIn.bibLabel });
  await expect.poll(() => bib.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await showsCaret(page)).toBe(false);
  await page.getByRole("combobox", { name: words.checkIn.searchLabel }).focus();
  expect(await showsCaret(page)).toBe(true);
});

/** Cards with more than fits, at some size. */
const fullCards = [
  "check-in-bib-taken",
  "check-in-refused-long",
  "check-in-refused-here",
  "check-in-bib",
  "check-in-done-long",
  "check-in-done-no-bib-long",
  "check-in-done-family",
  "check-in-done-family-no-bib",
  "check-in-done-family-refused",
  "check-in-not-saved",
] as const;

/** In these sizes the card scrolls under its buttons; in smaller windows the page scrolls. */
const sizes = sceneSizes.filter(({ height }) => height >= 560);

/**
 * What is wrong with a card that is scrolled: no arrow says that more is below, the arrow lies on a button or a word, a
 * button of the bar is out of sight, or the buttons cover the last text at the end.
 */
const findHidden = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const card = document.querySelector("[class*=panel] > section");
    if (card === null) return ["no card"];
    const bar = card.querySelector("[data-bar]");
    const foot = document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight;
    const below = [...(bar?.querySelectorAll("button") ?? [])]
      .filter((button) => button.getBoundingClientRect().bottom > foot)
      .map((button) => `“${button.textContent}” is below the window`);
    if (card.scrollHeight <= card.clientHeight) return below;
    if (bar === null) return ["scrolls, and nothing says so"];
    const frames = async (): Promise<void> => {
      for (let at = 0; at < 3; at += 1) await new Promise((done) => requestAnimationFrame(done));
    };
    const found = below;
    card.scrollTop = 0;
    await frames();
    const arrow = getComputedStyle(bar, "::before");
    const { top, bottom } = bar.getBoundingClientRect();
    const arrowTop = top + parseFloat(arrow.top);
    const arrowEnd = arrowTop + parseFloat(arrow.height);
    if (arrow.opacity !== "1") found.push("no arrow");
    if (arrowTop < top || parseFloat(arrow.height) < 16)
      found.push("the arrow is small or on a word");
    for (const button of bar.querySelectorAll("button")) {
      const box = button.getBoundingClientRect();
      if (box.top < arrowEnd + 4) found.push(`the arrow touches “${button.textContent}”`);
      const edge = card.getBoundingClientRect().bottom;
      if (box.bottom > Math.min(edge, bottom))
        found.push(`“${button.textContent}” is out of sight`);
    }
    card.scrollTop = card.scrollHeight;
    await frames();
    const words = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const floor = bar.getBoundingClientRect().top;
    while (words.nextNode() !== null) {
      const { currentNode } = words;
      if (bar.contains(currentNode) || (currentNode.nodeValue ?? "").trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      const isHidden = currentNode.parentElement?.closest("[class*=lamp], [class*=aloud]") !== null;
      // The first line of the text: a long name is cut after two lines, and the others are measured all the same.
      const line = range.getClientRects().item(0);
      if (!isHidden && line !== null && line.top + line.height / 2 > floor) {
        found.push(`“${currentNode.nodeValue}” is under the buttons`);
      }
    }
    return found;
  });

test("L1 a card with more than fits says so, and its buttons cover neither the arrow nor the last text", async () => {
  const page = await windows.blank();
  const found: Record<string, string[]> = {};
  let scrolled = 0;
  for (const name of fullCards) {
    for (const hasBanners of [false, true]) {
      await showScene(page, site(), name, { hasBanners });
      for (const size of sizes) {
        await page.setViewportSize(size);
        await rest(page);
        const isScrolled = await page
          .locator("[class*=panel] > section")
          .evaluate((card) => card.scrollHeight > card.clientHeight);
        if (isScrolled) scrolled += 1;
        const hidden = await findHidden(page);
        const at = `${name} at ${size.width}×${size.height}${hasBanners ? " under banners" : ""}`;
        if (hidden.length > 0) found[at] = hidden;
      }
    }
  }
  expect(scrolled).toBeGreaterThan(10);
  expect(found).toEqual({});
});

test("C2 a refused walk-up that is here has a title with both, at every size", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-refused-here");
  const title = page.getByRole("heading", { name: "Walk-up refused, but already checked in" });
  for (const size of sceneSizes) {
    await page.setViewportSize(size);
    const isWhole = await title.evaluate(
      (box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight + 4,
    );
    expect(isWhole, `${size.width}×${size.height}`).toBe(true);
  }
});

test("O8 W6 the card of a walk-up whose run the organizer does not know says what to do", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-refused-run-gone");
  await expectSeen(page.getByText("“Event run not found.”"));
  await expectSeen(
    page.getByText(/deleted the run: download the event again, then choose another/),
  );
});

test("W3 the card of a walk-up that waits and has no fault offers to change it, not to fix it", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-waiting");
  await expectSeen(page.getByRole("button", { name: "Change in Sync" }));
  expect(await page.getByRole("button", { name: "Fix in Sync" }).count()).toBe(0);
});

test("C2 the card of a runner who is checked in already shows the note of the registration", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-already");
  await expectSeen(page.getByText("Needs a shirt in size S"));
});

test("L1 the arrow of a card with more than fits is shown to a person who wants no motion, too", async () => {
  const page = await windows.blank();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await showScene(page, site(), "check-in-refused-long");
  const card = page.locator("[class*=panel] > section");
  expect(await card.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  expect(await findHidden(page)).toEqual([]);
});

test("L1 the buttons do not cover the bib field that has the focus, under the banners, too", async () => {
  const page = await windows.blank();
  for (const size of sizes) {
    await showScene(page, site(), "check-in-bib", { hasBanners: true, size });
    const field = page.getByRole("textbox", { name: words.checkIn.bibLabel });
    const [own, bar] = [await field.boundingBox(), await page.locator("[data-bar]").boundingBox()];
    const end = (own?.y ?? Infinity) + (own?.height ?? 0);
    expect(end, `${size.width}×${size.height}`).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

/** What a person must see on a card before anything is scrolled, and how it is found. */
const inSight = [
  ["check-in-card", (page: Page) => page.getByRole("button", { name: "Check in both" })],
  ["check-in-already-no-bib", (page: Page) => page.locator("ol").getByRole("button")],
  ["check-in-refused-here", (page: Page) => page.getByRole("button", { name: "Fix in Sync" })],
  ["check-in-refused-run-gone", (page: Page) => page.getByRole("button", { name: "Fix in Sync" })],
  ["check-in-swap", (page: Page) => page.locator("[class*=swapSide]").last()],
] as const;

/** The second is the first under the practice banner. */
const laptop = [
  { width: 1280, height: 800 },
  { width: 1280, height: 756 },
] as const;

test.each(inSight)(
  "L1 the first thing to do on the card %s is in sight on a laptop",
  async (name, find) => {
    const page = await windows.blank();
    await showScene(page, site(), name);
    const card = page.locator("[class*=panel] > section");
    for (const size of laptop) {
      await page.setViewportSize(size);
      await rest(page);
      await card.evaluate((section) => section.scrollTo({ top: 0 }));
      const [box, bar] = [
        await find(page).first().boundingBox(),
        await page.locator("[data-bar]").boundingBox(),
      ];
      const end = (box?.y ?? Infinity) + (box?.height ?? 0);
      expect(end, `${size.width}×${size.height}`).toBeLessThanOrEqual(bar?.y ?? 0);
    }
  },
);

test.each(["check-in-done", "check-in-done-both"])(
  "L1 the green card %s has no arrow on a laptop",
  async (name) => {
    const page = await windows.blank();
    await showScene(page, site(), name);
    const card = page.locator("[class*=panel] > section");
    for (const size of laptop) {
      await page.setViewportSize(size);
      await rest(page);
      const more = await card.evaluate((section) => section.scrollHeight - section.clientHeight);
      expect(more, `${size.width}×${size.height}`).toBeLessThanOrEqual(0);
    }
  },
);

test.each(["check-in-done-long", "check-in-done-family", "check-in-done-family-refused"])(
  "L1 Undo of a green card is within the padding of the card at every size: %s",
  async (scene) => {
    const page = await windows.blank();
    const outside: string[] = [];
    for (const hasBanners of [false, true]) {
      await showScene(page, site(), scene, { hasBanners });
      for (const { width, height } of sceneSizes) {
        await page.setViewportSize({ width, height });
        await rest(page);
        const beyond = await page
          .getByRole("status")
          .filter({ has: page.getByRole("heading", { level: 2 }) })
          .locator("header")
          .evaluate((head) => head.scrollWidth - head.clientWidth);
        if (beyond > 0) outside.push(`${width}×${height} banners: ${hasBanners}: ${beyond}`);
      }
    }
    expect(outside).toEqual([]);
  },
);
