import type { Page } from "playwright";

/**
 * The texts of everything on the screen that the toast with this text covers: buttons, links, fields, and rows of a list.
 * The status bar covers the foot of a page that scrolls as a whole.
 */
export const coveredByToast = (page: Page, says: string): Promise<string[]> =>
  page.evaluate((words) => {
    const shown = [...document.querySelectorAll("[role=status]")].find((each) =>
      (each.textContent ?? "").includes(words),
    )?.firstElementChild;
    if (shown === null || shown === undefined) return ["no toast"];
    const box = shown.getBoundingClientRect();
    const foot = document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll("main :is(button, a, input, [role=row], [role=option])")]
      .filter((each) => !shown.contains(each) && each.checkVisibility())
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        // A row of a list is visible only inside the list.
        const end =
          each.closest("[role=rowgroup], [role=listbox]")?.getBoundingClientRect().bottom ?? bottom;
        const low = Math.min(bottom, end, foot);
        return left < box.right && right > box.left && top < box.bottom && low > box.top;
      })
      .map((each) => each.textContent ?? "");
  }, says);

/**
 * The controls of the screen that lie under something else, as the page is scrolled now. The status bar and the rail cover
 * the foot of a page that scrolls as a whole.
 */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inSight = (each: Element): { x: number; y: number } | null => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return null;
      for (let box = each.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === "visible") continue;
        const edge = box.getBoundingClientRect();
        if (y < edge.top || y > edge.bottom || x < edge.left || x > edge.right) return null;
      }
      return { x, y };
    };
    return [...document.querySelectorAll("main :is(button, input)")]
      .filter((each) => each.checkVisibility())
      .flatMap((each) => {
        const at = inSight(each);
        const hit = at === null ? null : document.elementFromPoint(at.x, at.y);
        if (hit === null || each.contains(hit) || hit.closest("footer, nav") !== null) {
          return [];
        }
        return [`${each.textContent} under ${hit.textContent}`];
      });
  });
