import type { Page } from "playwright";

/** The texts of everything that the toast with this text covers: buttons, links, fields, and rows of a list. */
export const coveredByToast = (page: Page, says: string): Promise<string[]> =>
  page.evaluate((words) => {
    const shown = [...document.querySelectorAll("[role=status]")].find((each) =>
      (each.textContent ?? "").includes(words),
    )?.firstElementChild;
    if (shown === null || shown === undefined) return ["no toast"];
    const box = shown.getBoundingClientRect();
    return [...document.querySelectorAll("button, a, input, [role=row]")]
      .filter((each) => !shown.contains(each) && each.checkVisibility())
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        // A row of a list is visible only inside the list.
        const end = each.closest("[role=rowgroup]")?.getBoundingClientRect().bottom ?? bottom;
        const low = Math.min(bottom, end);
        return left < box.right && right > box.left && top < box.bottom && low > box.top;
      })
      .map((each) => each.textContent ?? "");
  }, says);
