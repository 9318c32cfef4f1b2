import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { rest, sceneSizes, showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";

const windows = browserWindows();
const site = sceneSite();

test("L1 a name of three words is whole in the last check-ins, at every size", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-done-long");
  const name = page
    .getByRole("list", { name: words.checkIn.tickets })
    .getByText("Siobhán Ní Bhriain", { exact: true });
  const cut: string[] = [];
  for (const { width, height } of sceneSizes) {
    await page.setViewportSize({ width, height });
    const isWhole = await name.evaluate(
      (box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight,
    );
    if (!isWhole) cut.push(`${width}×${height}`);
  }
  expect(cut).toEqual([]);
});

/** Whether a person sees the whole element: it is inside the window, and nothing lies on it. */
const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => {
      const seen = document.elementFromPoint((left + right) / 2, y);
      return seen !== null && each.contains(seen);
    });
  });

/** In lower windows the page scrolls as one. */
const wholeSizes = sceneSizes.filter(({ height }) => height >= 560);

test.each(["podium-not-saved", "podium-meanwhile"])(
  "L1 J1 the title of a card about lines that are not saved is in sight: %s",
  async (scene) => {
    const page = await windows.blank();
    const title = page.getByRole("alert").first().locator("p").first();
    const hidden: string[] = [];
    for (const hasBanners of [false, true]) {
      await showScene(page, site(), scene, { hasBanners });
      for (const { width, height } of wholeSizes) {
        await page.setViewportSize({ width, height });
        await rest(page);
        if (!(await isSeen(title))) hidden.push(`${width}×${height} banners: ${hasBanners}`);
      }
    }
    expect(hidden).toEqual([]);
  },
);

test("L1 every run can be started without scrolling while nobody has started", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "finish-log-empty");
  const hidden: string[] = [];
  // The last one leaves the height that a tablet held upright has below the banner of practice.
  for (const { width, height } of [...wholeSizes, { width: 820, height: 1_136 }]) {
    await page.setViewportSize({ width, height });
    await rest(page);
    const starts = await page.getByRole("button", { name: /^Start now/ }).all();
    expect(starts).toHaveLength(4);
    for (const start of starts) {
      if (!(await isSeen(start))) hidden.push(`${width}×${height} ${await start.innerText()}`);
    }
  }
  expect(hidden).toEqual([]);
});

/** A tablet held upright, also in a window that is not as high as its display. */
const uprightSizes = [940, 1_060, 1_100].map((height) => ({ width: 820, height }));

test.each([false, true])(
  "L1 P9 nothing lies over Undo and the last tool of a chosen line, with and without banners; touch: %s",
  async (isTouch) => {
    const page = await windows.blank({ isTouch });
    const hidden: string[] = [];
    for (const scene of ["finish-log", "finish-log-chosen"]) {
      for (const hasBanners of [false, true]) {
        await showScene(page, site(), scene, { hasBanners });
        for (const { width, height } of [...wholeSizes, ...uprightSizes]) {
          await page.setViewportSize({ width, height });
          await rest(page);
          const undo = page.getByRole("complementary").getByRole("button", { name: /^Undo/ });
          const close = page.getByRole("button", { name: "Done", exact: true });
          const buttons = { undo, ...(scene === "finish-log" ? {} : { close }) };
          for (const [name, button] of Object.entries(buttons)) {
            const isThere = (await button.count()) > 0 && (await button.isVisible());
            if (!isThere || !(await isSeen(button))) {
              hidden.push(`${scene} ${width}×${height} banners: ${hasBanners} ${name} ${isThere}`);
            }
          }
        }
      }
    }
    expect(hidden).toEqual([]);
  },
);

test("L1 the name of the run on the bib of a card is whole; where there is no space beside it, the start is left out", async () => {
  const page = await windows.blank();
  const cut: string[] = [];
  for (const hasBanners of [false, true]) {
    await showScene(page, site(), "check-in-family", { hasBanners });
    const card = page.getByRole("img", { name: /not checked in/ }).first();
    for (const { width, height } of sceneSizes) {
      await page.setViewportSize({ width, height });
      await rest(page);
      const isWhole = await card.evaluate((bib) => {
        const name = bib.querySelector("[class*=run]");
        const start = bib.querySelector("[class*=start]");
        if (name === null || start === null) return false;
        name.textContent = "Marathon";
        const range = document.createRange();
        range.selectNodeContents(start);
        const { top, bottom } = range.getBoundingClientRect();
        const band = name.parentElement?.getBoundingClientRect() ?? new DOMRect();
        const isHalf = top < band.bottom && bottom > band.bottom;
        return name.scrollWidth <= name.clientWidth && !isHalf;
      });
      if (!isWhole) cut.push(`${width}×${height} banners: ${hasBanners}`);
    }
  }
  expect(cut).toEqual([]);
});
