import type { Page } from "playwright";

/** More focus stops than any screen has. */
const mostStops = 120;

/**
 * After this many repeated stops in a row the round is complete. One repeated stop may mean that a dialog returned the
 * focus.
 */
const wrapped = 4;

/** Maximum number of rounds, if controls are still added to the screen during a round. */
const mostTours = 5;

/**
 * Presses Tab until the round is complete, and names every visible control that never had the focus, except choices of
 * the arrow keys.
 */
export async function findUnreachable(page: Page): Promise<string[]> {
  for (let tour = 1; ; tour += 1) {
    await markPressable(page);
    await pressTabAround(page);
    const { missing, isLate } = await findMissing(page);
    // A control that was added before the focused one in Tab order is reached only in the next round.
    if (!isLate || tour === mostTours) return missing;
  }
}

const pressable = "button, a[href], input, [role=button]";

/** Marks what can be pressed before the first Tab; marks of another screen must not count. */
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
      // A group of choices is one stop; the arrow keys move inside it.
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
