import { expect, test } from "vitest";
import { findLayoutFaults } from "#test/support/browser/layout.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { groupMs } from "#test/support/screens/scene-faults.ts";
import type { Faults } from "#test/support/screens/scene-faults.ts";
import { deviceSizes, rest, showScene } from "#test/support/screens/scene-pages.ts";
import { sceneSite } from "#test/support/screens/scene-site.ts";
import { scenes } from "#test/support/screens/scenes.ts";

const windows = browserWindows();
const site = sceneSite();

const phone = { viewport: deviceSizes[0], isTouch: true };

test("L1 B2 on a phone both runners of a swap, with the bibs now and after it, are in sight above the buttons", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "check-in-swap", { size: deviceSizes[0] });
  const bar = await page.locator("[data-bar]").boundingBox();
  const sides = page.locator("[class*=swapSide]");
  for (const at of [0, 1, 2, 3]) {
    const side = await sides.nth(at).boundingBox();
    expect((side?.y ?? Infinity) + (side?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

test("L1 B2 on a phone the field of a bib, and what it says of the bib, are in sight above the buttons", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "check-in-bib", { size: deviceSizes[0] });
  const field = page.getByRole("textbox", { name: "Bib", exact: true });
  await field.fill("123456");
  const note = page.getByText("That is the bib already");
  const bar = await page.locator("[data-bar]").boundingBox();
  for (const each of [field, note]) {
    const box = await each.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

test("L1 on a phone a rehearsal leaves the search box in sight: its time, how much is done and its button in one line", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "check-in", { size: deviceSizes[0], hasBanners: true });
  const rehearsal = page.getByRole("region", { name: "Rehearsal" });
  const button = await rehearsal.getByRole("button", { name: "Stop and count" }).boundingBox();
  const done = await rehearsal.getByText("2 of 5 done").boundingBox();
  expect((done?.x ?? Infinity) + (done?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  expect((await rehearsal.boundingBox())?.height).toBeLessThanOrEqual(90);
  const box = await page.getByLabel("Find a runner").boundingBox();
  const bar = await page.getByRole("navigation", { name: "Screens" }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test("L1 J1 on a phone the name after a check-in, and what is safe when it was not saved, are in sight", async () => {
  const page = await windows.blank(phone);
  const texts = {
    "check-in-done": "Amara Okafor",
    "check-in-done-refused": /^Wolfeschlegel/,
    "check-in-run-cancelled": /^Wolfeschlegel.*gewis$/,
    "check-in-done-both": "Chidi Okafor",
    "check-in-not-saved": /earlier check-ins are safe/,
  };
  const unseen: string[] = [];
  for (const [name, words] of Object.entries(texts)) {
    await showScene(page, site(), name, { size: deviceSizes[0] });
    // In this race a team has the name of its runner; it stands below, among the facts.
    const isName = page.locator(":not(dd)");
    const text = page.locator("section").getByText(words).and(isName).last();
    const isSeen = await text.evaluate((element) => {
      const line = document.createRange();
      line.selectNodeContents(element);
      const first = line.getClientRects()[0];
      if (first === undefined) return false;
      return element.contains(document.elementFromPoint(first.left + 4, first.bottom - 2));
    });
    if (!isSeen) unseen.push(name);
  }
  expect(unseen).toEqual([]);
});

test("L1 on a phone the search box shows eight characters of what was typed", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "check-in-list", { size: deviceSizes[0] });
  const box = page.getByLabel("Find a runner");
  await box.fill("10420000");
  expect(await box.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
});

test("L1 on a phone the names and e-mails that tell two people apart are whole in the list", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "check-in-namesakes", { size: deviceSizes[0] });
  const cut = await page
    .getByRole("option")
    .evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll("[class*=name], [class*=email]")]
          .filter((text) => text.scrollWidth > text.clientWidth)
          .map((text) => text.textContent),
      ),
    );
  expect(await page.getByRole("option").count()).toBe(2);
  expect(cut).toEqual([]);
});

test("L1 C4 on a phone the title of the card after a family's check-in, or its undo, is in sight, although the button was below", async () => {
  const page = await windows.blank(phone);
  const titles = {
    "check-in-done-both": "2 checked in",
    "check-in-done-family-refused": /^3 checked in, but/,
    "check-in-done-family-undone": "Check-ins undone",
  };
  const above: string[] = [];
  for (const [name, words] of Object.entries(titles)) {
    await showScene(page, site(), name, { size: deviceSizes[0] });
    const title = await page.getByRole("heading", { name: words }).boundingBox();
    if ((title?.y ?? -1) < 0) above.push(name);
  }
  expect(above).toEqual([]);
});

test("L1 P9 on a phone the warnings of a finish log wrap, and are whole", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "finish-log", { size: deviceSizes[0] });
  const list = page.getByRole("rowgroup");
  await list.evaluate((rows) => rows.scrollTo({ top: 0 }));
  const warning = page.getByTitle("Twice in the log, refunded", { exact: true });
  await warning.waitFor();
  const { isCut, isOut } = await warning.evaluate((shown) => {
    const text = shown.querySelector("span");
    const row = shown.closest("[role=row]")?.getBoundingClientRect();
    const box = shown.getBoundingClientRect();
    return {
      isCut:
        text === null ||
        text.scrollWidth > text.clientWidth ||
        text.scrollHeight > text.clientHeight,
      isOut: row === undefined || box.top < row.top || box.bottom > row.bottom,
    };
  });
  expect({ isCut, isOut }).toEqual({ isCut: false, isOut: false });
});

test("L1 on a phone the words of a notice with a button have its whole width", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "finish-log-held", { size: deviceSizes[0] });
  const words = await page
    .getByText("Finish tent holds the finish log", { exact: true })
    .boundingBox();
  const take = page.getByRole("button", { name: "Take it over", exact: true });
  const button = await take.boundingBox();
  expect(words?.width).toBeGreaterThan(200);
  expect(button?.y).toBeGreaterThan((words?.y ?? Infinity) + (words?.height ?? 0));
});

test("L1 W3 on a phone the e-mail of a refused walk-up is whole in the field that corrects it", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "sync-many", { size: deviceSizes[0] });
  const email = page.getByRole("textbox", { name: "E-mail" }).first();
  const [shown, needed] = await email.evaluate((field) => [field.clientWidth, field.scrollWidth]);
  expect(shown).toBeGreaterThanOrEqual(needed ?? Infinity);
});

test("L1 on a phone the clock of the Sync screen is whole", async () => {
  const page = await windows.blank(phone);
  await showScene(page, site(), "sync-many", { size: deviceSizes[0] });
  const clock = await page.getByRole("timer").first().boundingBox();
  expect((clock?.x ?? Infinity) + (clock?.width ?? 0)).toBeLessThanOrEqual(deviceSizes[0].width);
});

const desksOfPhones = {
  "check-in": /^check-in/,
  "the walk-up form, pairing and the first start": /^(walk-up|pairing|first-start)/,
  "the podium": /^podium/,
  "the finish log": /^finish-log/,
  "official results": /^official/,
};
for (const [group, names] of Object.entries(desksOfPhones)) {
  test(
    `M14 L1 ${group}: on a phone and a tablet, upright and on the side, nothing is cut off, covered or too small`,
    async () => {
      const page = await windows.blank({ viewport: deviceSizes[0], isTouch: true });
      const layout: Faults = {};
      const shown = Object.keys(scenes).filter((name) => names.test(name));
      expect(shown).not.toEqual([]);
      for (const name of shown) {
        await showScene(page, site(), name);
        for (const size of deviceSizes) {
          await page.setViewportSize(size);
          await rest(page);
          const found = Object.values(await findLayoutFaults(page)).flat();
          if (found.length > 0) layout[`${name} at ${size.width}×${size.height}`] = found;
        }
      }
      expect(layout).toEqual({});
    },
    groupMs,
  );
}
