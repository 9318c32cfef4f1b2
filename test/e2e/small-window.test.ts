import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";
import { expectSeen } from "#test/support/browser/desk-page.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import {
  deviceSizes,
  openScene,
  rest,
  sceneSizes,
  showScene,
} from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";
import { steps } from "#test/support/screens/steps.ts";

const windows = browserWindows();
const site = sceneSite();

/** The smallest window of a laptop, under the banner of practice and the bar of a rehearsal. */
async function showRehearsing(name: string): Promise<Page> {
  const page = await windows.blank();
  await showScene(page, site(), name, { hasBanners: true });
  await page.setViewportSize({ width: 1024, height: 640 });
  await rest(page);
  return page;
}

/** The elements that are whole in the window and in every box around them that scrolls. */
const countWhole = (elements: Locator): Promise<number> =>
  elements.evaluateAll(
    (all) =>
      all.filter((each) => {
        const { top, bottom, height } = each.getBoundingClientRect();
        let [from, to] = [0, innerHeight];
        for (let box = each.parentElement; box !== null; box = box.parentElement) {
          if (getComputedStyle(box).overflowY === "visible") continue;
          const outer = box.getBoundingClientRect();
          from = Math.max(from, outer.top);
          to = Math.min(to, outer.bottom);
        }
        return height > 0 && top >= from - 1 && bottom <= to + 1;
      }).length,
  );

describe("a rehearsal in a window of 1024×640", () => {
  test("L1 the banners of practice and of a rehearsal share one line, with the tasks that are open", async () => {
    const page = await showRehearsing("finish-log");
    const practice = await page.getByRole("banner").boundingBox();
    const rehearsal = await page.getByRole("region", { name: "Rehearsal" }).boundingBox();
    expect(rehearsal?.y).toBe(practice?.y);
    expect(rehearsal?.height).toBeLessThanOrEqual(48);
    const shown = page.getByRole("region", { name: "Rehearsal" });
    expect(await shown.getByText("2 of 5 done").isVisible()).toBe(true);
    expect(await shown.getByText("Check in 20 runners").isVisible()).toBe(true);
    expect(await shown.getByText("Give a bib, or swap two").isVisible()).toBe(true);
  });

  test("L1 the finish log shows the Start now of four runs, and what is not saved beside two rows", async () => {
    const page = await showRehearsing("finish-log-empty");
    expect(await countWhole(page.getByRole("button", { name: /^Start now/ }))).toBe(4);
    const unsaved = await showRehearsing("finish-log-not-saved");
    expect(await countWhole(unsaved.getByRole("button", { name: "Try now" }))).toBe(1);
    const rows = unsaved.locator("[role=rowgroup] [role=row]");
    expect(await countWhole(rows)).toBeGreaterThanOrEqual(2);
  });
  test("L1 the card of a podium that was not saved shows its words and its buttons, and the open place, also at 1280×800", async () => {
    const page = await showRehearsing("podium-not-saved");
    const card = page.getByRole("alert");
    for (const size of [sceneSizes[1], sceneSizes[0]]) {
      await page.setViewportSize(size);
      await rest(page);
      const title = await card.getByText(/NOT SAVED/).boundingBox();
      const words = await card.getByText("The disk is full").boundingBox();
      expect(words?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0) - 1);
      expect(await countWhole(card.getByRole("button"))).toBe(2);
      expect(await countWhole(page.getByRole("textbox", { name: /^Bib of 4th in / }))).toBe(1);
    }
  });
});

test("L1 a long name of the desk is shortened in the status bar, and the operator is whole, at every size", async () => {
  const page = await windows.blank();
  const operator = page.getByRole("contentinfo").getByText("Mei Tanaka", { exact: true });
  const cut: string[] = [];
  for (const hasBanners of [false, true]) {
    await showScene(page, site(), "check-in-long", { hasBanners });
    for (const { width, height } of sceneSizes) {
      await page.setViewportSize({ width, height });
      await rest(page);
      const isWhole = await operator.evaluate((text) => {
        const { top, bottom } = text.getBoundingClientRect();
        const line = text.parentElement?.getBoundingClientRect() ?? new DOMRect();
        return text.scrollWidth <= text.clientWidth && top >= line.top && bottom <= line.bottom;
      });
      if (!isWhole) cut.push(`${width}×${height} banners: ${hasBanners}`);
    }
  }
  expect(cut).toEqual([]);
});

test("L1 the status bar cuts the age of the copy, not the connection, beside a problem at 1024×640", async () => {
  const page = await showRehearsing("podium-not-saved");
  const online = page.getByRole("contentinfo").getByText("Online");
  expect(await online.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test("L1 however long the names of desk and operator are, the age of the copy stays whole", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "events-made");
  await page.setViewportSize({ width: 1280, height: 800 });
  const bar = page.getByRole("contentinfo");
  const write = (names: Locator) =>
    names.evaluateAll((all) => {
      for (const each of all) each.textContent = "Maximiliane von Hohenstein ".repeat(6);
    });
  await write(bar.locator("[data-place=end] bdi"));
  await rest(page);
  const copy = bar.locator("[data-place=spare] > span");
  expect(await copy.count()).toBe(1);
  expect(await copy.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test("L1 the name of an event is broken into lines, also without a space", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "events-made");
  const title = page.getByRole("main").getByRole("heading", { level: 2 }).first();
  const overflow = await title.evaluate((name) => {
    name.textContent = "x".repeat(90);
    const head = name.closest("header");
    return head === null ? null : head.scrollWidth - head.clientWidth;
  });
  expect(overflow).toBe(0);
});

test("L1 Fix in Sync is whole below the server's words at 1024×640, with and without banners", async () => {
  const page = await windows.blank();
  const cut: string[] = [];
  for (const hasBanners of [false, true]) {
    await showScene(page, site(), "check-in-refused-here", { hasBanners });
    await page.setViewportSize({ width: 1024, height: 640 });
    await rest(page);
    const fix = page.getByRole("button", { name: "Fix in Sync" });
    const lies = await fix.evaluate((button) => {
      const { left, right, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
    });
    if (!lies) cut.push(`banners: ${hasBanners}`);
  }
  expect(cut).toEqual([]);
});

test("L1 the buttons of a refused walk-up share one line at 1280×800, so that its runner is in sight", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-refused-here");
  // The bar that scrolls the card takes ten pixels; this browser shows none.
  await page.setViewportSize({ width: 1270, height: 800 });
  await rest(page);
  const buttons = page.getByRole("region", { name: words.sync.queue }).getByRole("button");
  const tops = await buttons.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  );
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
});

/** Whether the words of an element are whole in the window, and nothing lies over them. */
const seesWords = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => {
      const seen = document.elementFromPoint((left + right) / 2, y);
      return seen !== null && (each.contains(seen) || seen.contains(each));
    });
  });

test("L1 C4 the button that checks a family in says what it does beside the first names, however long they are", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "check-in-family");
  const button = page.getByRole("button", { name: /^Check in (both|all|\d)/ });
  for (const { width, height } of sceneSizes.slice(0, 2)) {
    await page.setViewportSize({ width, height });
    await rest(page);
    expect(await seesWords(button), `${width}×${height}`).toBe(true);
  }
});

test("B2 L1 what is said of a typed bib, and both sides of a swap, are in sight at 1024×640 under the banner of practice", async () => {
  const page = await windows.blank();
  // The banner takes 44 px of the height.
  const small = { width: 1024, height: 596 };
  await showScene(page, site(), "check-in-swap");
  await page.setViewportSize(small);
  await rest(page);
  const card = page.getByRole("region", { name: "Bib 1038 is taken" });
  const names = card.getByText(/^(Amara Okafor|Mei Tanaka)$/);
  expect(await names.count()).toBe(4);
  for (const name of await names.all()) expect(await seesWords(name)).toBe(true);
  await card.getByRole("button", { name: "Keep 1042" }).click();
  await page.getByRole("button", { name: "Change bib" }).click();
  await page.getByRole("textbox", { name: "Bib" }).fill("1038");
  // The line below the field, which names the holder of a taken bib.
  const note = page.getByText("Free", { exact: true });
  await note.waitFor();
  await rest(page);
  expect(await seesWords(note)).toBe(true);
});

test("J1 L1 that a check-in was saved, or was not, is in sight at a zoom of 200 %", async () => {
  const page = await windows.blank();
  for (const [scene, title] of [
    ["check-in-done", "Checked in"],
    ["check-in-not-saved", "NOT SAVED"],
  ] as const) {
    await openScene(page, site(), scene);
    await page.setViewportSize(sceneSizes[3]);
    await steps[scene]?.(page);
    // A press of the button may have scrolled the page; Enter does not.
    await page.getByLabel("Find a runner").evaluate((box) => box.scrollIntoView());
    await rest(page);
    const heading = page.getByRole("heading", { name: title });
    expect(await seesWords(heading), title).toBe(true);
  }
});

test("L1 the announcer's window shows the name of a segment whole while drafts are shown", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "announcer-practice");
  const cut: string[] = [];
  for (const { width, height } of sceneSizes) {
    await page.setViewportSize({ width, height });
    await rest(page);
    const title = page.getByRole("heading", { level: 1 });
    const more = await title.evaluate((each) => each.scrollWidth - each.clientWidth);
    if (more > 0) cut.push(`${width}×${height}`);
  }
  expect(cut).toEqual([]);
});

test("M11 O12 the title of Sync, the number beside Sync in the rail and the status bar count the same", async () => {
  const page = await windows.blank();
  await showScene(page, site(), "sync-conflicts");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const rail = page.getByRole("navigation", { name: "Screens" });
  const badge = await rail.getByText(/need you|needs you/).textContent();
  const bar = await page
    .getByRole("contentinfo")
    .getByText(/need you|needs you/)
    .textContent();
  expect(title?.split(",")[0]).toBe(badge);
  expect(bar).toContain(badge);
});

test("M11 why a side was not kept stands at its conflict, in sight of whoever pressed the button", async () => {
  const page = await windows.blank();
  await page.setViewportSize({ width: 390, height: 844 });
  await showScene(page, site(), "sync-conflict-refused");
  await page.getByRole("button", { name: /^Keep bib 1024/ }).click();
  const why = page.getByText("Somebody else has this bib now");
  await expectSeen(why);
  expect(await why.evaluate((each) => each.getBoundingClientRect().top)).toBeGreaterThan(0);
  await expectSeen(
    page
      .getByRole("region", { name: "Two bibs were given" })
      .and(page.locator(":has([role=alert])")),
  );
});

test("L1 on a phone no name lies over its time in the question before the log fills the podium", async () => {
  const page = await windows.blank({ viewport: deviceSizes[0], isTouch: true });
  await openScene(page, site(), "finish-log-put");
  await page.setViewportSize(deviceSizes[0]);
  await steps["finish-log-put"]?.(page);
  const lines = page.getByRole("dialog").getByRole("listitem");
  await expectSeen(lines.filter({ hasText: "Þorvaldsson" }).first());
  const over = await lines.evaluateAll((all) =>
    all.flatMap((line) => {
      const time = line.lastElementChild;
      const name = time?.previousElementSibling;
      if (!time || !name) return [];
      const range = document.createRange();
      range.selectNodeContents(name);
      const [words, at] = [range.getBoundingClientRect(), time.getBoundingClientRect()];
      return words.right > at.left && words.bottom > at.top + 1 ? [line.textContent] : [];
    }),
  );
  expect(over).toEqual([]);
});
