import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { coveredByToast, coveredControls } from "#test/support/browser/covered.ts";
import { expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { kept, openLog, pressEarlier, typeBibs } from "#test/support/browser/finish-log-page.ts";
import { findLayoutFaults } from "#test/support/browser/layout.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const windows = browserWindows();
const removed = "Time removed from the log";

test.each([
  { width: 1280, height: 800, isTouch: false },
  { width: 1024, height: 640, isTouch: false },
  { width: 820, height: 1180, isTouch: true },
  { width: 390, height: 844, isTouch: true },
])(
  "L1 at $width×$height a toast covers no button of the finish log, also of a chosen item",
  async ({ isTouch, ...viewport }) => {
    const open = await openLog(windows, { viewport, isTouch });
    const { page, log } = open;
    await pressEarlier(open, 14);
    await expectSeen(log.time(14));
    await log.time(14).click();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expectSeen(page.getByText(removed));
    await log.time(13).click();
    await expectSeen(page.getByRole("toolbar", { name: /^Time 13/ }));
    // The toast rises to its place.
    await expect.poll(() => coveredByToast(page, removed)).toEqual([]);
    // The toast stays, and the button below it gets the tap.
    await page.getByRole("button", { name: /^Undo/ }).last().click();
    await expect.poll(async () => (await kept(open)).stamps).toBe(14);
  },
);

/** How many rows of the log a person sees as a whole, and whether the chosen item's buttons are in sight. */
const seen = (page: Page): Promise<{ rows: number; hasTools: boolean }> =>
  page.evaluate(() => {
    const foot = Math.min(
      ...[...document.querySelectorAll("footer, nav[aria-label=Screens]")].map(
        (each) => each.getBoundingClientRect().top,
      ),
    );
    const isWhole = (each: Element | null, within: Element | null): boolean => {
      if (each === null) return false;
      const { top, bottom } = each.getBoundingClientRect();
      const box = within?.getBoundingClientRect() ?? { top: 0, bottom: foot };
      return top >= Math.max(0, box.top) - 1 && bottom <= Math.min(foot, box.bottom) + 1;
    };
    const list = document.querySelector("[role=rowgroup]");
    const rows = [...(list?.querySelectorAll("[role=row]") ?? [])];
    return {
      rows: rows.filter((row) => isWhole(row, list)).length,
      hasTools: isWhole(document.querySelector("main [role=toolbar]"), null),
    };
  });

test("L1 on a phone a toast covers no word of the status bar, and a tap takes it away", async () => {
  const viewport = { width: 390, height: 844 };
  const open = await openLog(windows, { viewport, isTouch: true });
  const { page, log } = open;
  await pressEarlier(open, 3);
  await log.time(3).click();
  await page.getByRole("button", { name: /^Remove/ }).click();
  const toast = page.getByRole("status").filter({ hasText: removed }).locator("> *");
  await expectSeen(toast);
  const isBelowStatus = async (): Promise<boolean> => {
    const [upper, lower] = await Promise.all([
      page.locator("footer").boundingBox(),
      toast.boundingBox(),
    ]);
    return upper !== null && lower !== null && upper.y + upper.height <= lower.y;
  };
  await expect.poll(isBelowStatus).toBe(true);
  await page.getByText(removed).tap();
  await expectGone(toast);
});

test("L1 in a low window the log shows two rows and the buttons of an item, and nothing covers anything", async () => {
  const open = await openLog(windows);
  const { page, log } = open;
  await pressEarlier(open, 14);
  await typeBibs(open, ["1042", "1187", "9999"]);
  await expectSeen(log.time(14));
  for (const viewport of [
    { width: 820, height: 700 },
    { width: 820, height: 560 },
    { width: 1180, height: 420 },
    { width: 820, height: 960 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(viewport);
    const at = `${viewport.width}×${viewport.height}`;
    await log.line(3).click();
    await expectSeen(page.getByRole("toolbar", { name: /^Bib 3/ }));
    await log.bib.focus();
    await expect
      .poll(async () => (await seen(page)).rows, { message: at })
      .toBeGreaterThanOrEqual(2);
    expect((await seen(page)).hasTools, at).toBe(true);
    expect(await coveredControls(page), at).toEqual([]);
    await page.keyboard.press("Escape");
    await expectGone(page.getByRole("toolbar", { name: /^Bib 3/ }));
    expect(await coveredControls(page), at).toEqual([]);
    expect(Object.values(await findLayoutFaults(page)).flat(), at).toEqual([]);
  }
});

async function isAboveStamp(control: Locator, stamp: Locator): Promise<boolean> {
  const [upper, lower] = await Promise.all([control.boundingBox(), stamp.boundingBox()]);
  return upper !== null && lower !== null && upper.y >= 0 && upper.y + upper.height <= lower.y;
}

test("L1 on a phone the field of a correction is above the button for a finish, and so is what is asked about a time", async () => {
  const viewport = { width: 390, height: 760 };
  const open = await openLog(windows, { viewport, isTouch: true });
  const { page, log } = open;
  await pressEarlier(open, 14);
  await typeBibs(open, ["1042", "1187", "9999"]);
  await log.line(3).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const bib = page.getByRole("textbox", { name: "Bib of finisher 3" });
  await expectSeen(bib);
  await expect.poll(() => isAboveStamp(bib, log.stamp)).toBe(true);
  await page.keyboard.press("Escape");
  await log.time(3).click();
  await page.getByRole("button", { name: "Change the time" }).click();
  const field = page.getByRole("textbox", { name: "Time of finisher 3" });
  await field.fill("0:10:00");
  await field.press("Enter");
  const anyway = page.getByRole("button", { name: "Set it all the same" });
  await expectSeen(anyway);
  await expect.poll(() => isAboveStamp(anyway, log.stamp)).toBe(true);
});

test("L1 on a phone the warning of a bib is read as a whole", async () => {
  const viewport = { width: 390, height: 844 };
  const open = await openLog(windows, { viewport, isTouch: true });
  const { page, log } = open;
  await pressEarlier(open, 3);
  await typeBibs(open, ["1042", "1187", "9999"]);
  for (const [line, says] of [
    [2, "Not checked in"],
    [3, "Nobody has this bib"],
  ] as const) {
    const warning = log.line(line).getByText(says);
    await expectSeen(warning);
    expect(await warning.evaluate((text) => text.scrollWidth - text.clientWidth), says).toBe(0);
  }
  expect(Object.values(await findLayoutFaults(page)).flat()).toEqual([]);
});

test("L1 at 1280×800 the question what is removed is in one line, so that the list keeps its place", async () => {
  const open = await openLog(windows, { viewport: { width: 1280, height: 800 } });
  const { page, log } = open;
  await pressEarlier(open, 14);
  await typeBibs(
    open,
    Array.from({ length: 14 }, (_, at) => `${99_980 + at}`),
  );
  await log.line(1).click();
  const tools = page.getByRole("toolbar", { name: /^Bib 1/ });
  await expectSeen(tools);
  const height = await tools.evaluate((bar) => bar.clientHeight);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expectSeen(page.getByRole("button", { name: /^The bib: 13 below move up/ }));
  expect(await tools.evaluate((bar) => bar.clientHeight)).toBe(height);
});

test("L1 at 1024×640 no word breaks beside a run's label of ten letters and its Start now", async () => {
  const { page } = await openLog(windows, { viewport: { width: 1024, height: 640 } });
  const start = page.getByRole("button", { name: "Start now: Half" });
  await expectSeen(start);
  const height = await start.evaluate((button) => {
    const row = button.parentElement?.closest("section > *");
    const tag = row?.firstElementChild;
    const label = tag?.querySelector("bdi, span") ?? tag;
    if (label) label.textContent = "Virtual 5K";
    const range = document.createRange();
    range.selectNodeContents(tag?.nextElementSibling ?? document.body);
    return range.getBoundingClientRect().height;
  });
  // Two lines: "not started".
  expect(height).toBeLessThan(45);
});

test("L1 on a phone the number of finishers is in sight, above the button for a finish, also beside a chosen item", async () => {
  const viewport = { width: 390, height: 760 };
  const open = await openLog(windows, { viewport, isTouch: true });
  const { page, log } = open;
  await pressEarlier(open, 14);
  await typeBibs(open, ["1042", "1187", "9999"]);
  const counts = page.getByRole("status").filter({ hasText: "14 times, 3 bibs." });
  await expectSeen(counts);
  await expect.poll(() => isAboveStamp(counts, log.stamp)).toBe(true);
  await log.line(3).click();
  await expectSeen(page.getByRole("toolbar", { name: /^Bib 3/ }));
  await expect.poll(() => isAboveStamp(counts, log.stamp)).toBe(true);
});

test("L1 on a tablet held upright the log shows five rows while runs wait for their start, and four beside a chosen item", async () => {
  const viewport = { width: 820, height: 1180 };
  const open = await openLog(windows, { viewport, isTouch: true });
  const { page, log } = open;
  await pressEarlier(open, 14);
  await expectSeen(log.time(14));
  await expect.poll(async () => (await seen(page)).rows).toBeGreaterThanOrEqual(5);
  await log.time(14).click();
  await expectSeen(page.getByRole("toolbar", { name: /^Time 14/ }));
  await expect.poll(async () => (await seen(page)).rows).toBeGreaterThanOrEqual(4);
  expect(await coveredControls(page)).toEqual([]);
});
