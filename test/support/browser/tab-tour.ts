import type { Page } from "playwright";

/** More stops than any screen has. */
const mostStops = 120;

/** So many stops in a row that were reached before: the round is complete, not just a focus that was given back. */
const wrapped = 4;

/** Tours of a room that goes on drawing; it comes to rest long before. */
const mostTours = 5;

/** Presses Tab until the round is complete; what can be pressed and never had the focus is named. */
export async function findUnreachable(page: Page): Promise<string[]> {
  for (let tour = 1; ; tour += 1) {
    await markPressable(page);
    await pressTabAround(page);
    const { missing, isLate } = await findMissing(page);
    // What was drawn behind the focus proves nothing.
    if (!isLate || tour === mostTours) return missing;
  }
}

const pressable = "button, a[href], input, [role=button]";

/** Notes what stands there before the first Tab; what another room reached says nothing of this one. */
const markPressable = (page: Page): Promise<void> =>
  page.evaluate((selector) => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const each of document.querySelectorAll("[data-reached], [data-was-there]")) {
      each.removeAttribute("data-reached");
      each.removeAttribute("data-was-there");
    }
    for (const each of document.querySelectorAll(selector)) each.setAttribute("data-was-there", "");
  }, pressable);

async function pressTabAround(page: Page): Promise<void> {
  let before = -1;
  let stopsWithoutGain = 0;
  for (let stop = 0; stop < mostStops && stopsWithoutGain < wrapped; stop += 1) {
    await page.keyboard.press("Tab");
    const reached = await page.evaluate(() => {
      document.activeElement?.setAttribute("data-reached", "");
      return document.querySelectorAll("[data-reached]").length;
    });
    stopsWithoutGain = reached === before ? stopsWithoutGain + 1 : 0;
    before = reached;
  }
}

const findMissing = (page: Page): Promise<{ missing: string[]; isLate: boolean }> =>
  page.evaluate((selector) => {
    const missing = [...document.querySelectorAll(selector)].filter((element) => {
      // A group of choices is one stop; the arrows move within it.
      const isChoice = element.matches("input[type=radio], [data-by-arrows]");
      const isHidden =
        !element.checkVisibility() ||
        element.closest("[aria-hidden=true], [inert], [style*='inset(50%)']") !== null;
      return !isChoice && !isHidden && !element.hasAttribute("data-reached");
    });
    return {
      missing: missing.map((element) => element.outerHTML.slice(0, 160)),
      isLate: missing.some((element) => !element.hasAttribute("data-was-there")),
    };
  }, pressable);
