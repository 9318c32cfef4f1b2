import type { Page } from "playwright";

/** What a person could not see, reach or name on a page; empty lists are what is wanted. */
export interface LayoutFaults {
  /** The page itself scrolls, whose rooms do that on their own, or something stands outside of the window. */
  readonly overflow: readonly string[];
  /** Buttons and links that no screen reader could name. */
  readonly nameless: readonly string[];
  /** Targets smaller than 44 px in a direction, with what is around them. */
  readonly small: readonly string[];
  /** Text cut off without an ellipsis by a box that cannot be scrolled. */
  readonly clipped: readonly string[];
}

/** Looks over what stands on the page now. */
export const findLayoutFaults = (page: Page): Promise<LayoutFaults> =>
  page.evaluate(() => {
    const least = 44;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    /** Only for screen readers: clipped away, or behind a question. */
    const isOutOfSight = (element: Element): boolean =>
      element.closest("[inert], [style*='inset(50%)']") !== null;
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 50)}”`;
    const at = ({ left, top, width, height }: DOMRect): string =>
      `${Math.round(left)},${Math.round(top)} ${Math.round(width)}×${Math.round(height)}`;

    /** Whether something that scrolls stands between it and the page. */
    const isInScroller = (element: Element): boolean => {
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const scrolls = [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
        if (scrolls && (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth))
          return true;
      }
      return false;
    };

    const targets = [
      ...document.querySelectorAll(
        "button, a[href], [role=button], input:not([type=hidden]), label",
      ),
    ]
      .filter(isShown)
      .filter((element) => !isOutOfSight(element));
    const page = document.scrollingElement ?? document.documentElement;
    const overflow = [
      ...(page.scrollWidth > innerWidth ? [`page ${page.scrollWidth} > ${innerWidth} wide`] : []),
      ...(page.scrollHeight > innerHeight
        ? [`page ${page.scrollHeight} > ${innerHeight} high`]
        : []),
    ];
    for (const element of targets) {
      const box = element.getBoundingClientRect();
      const isOutside =
        box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
      if (isOutside && !isInScroller(element)) overflow.push(`${name(element)} ${at(box)}`);
    }

    const nameless = targets
      .filter((element) => element.matches("button, a[href], [role=button]"))
      .filter((element) => {
        const labelledBy = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/);
        const words = [
          element.getAttribute("aria-label"),
          element.textContent,
          ...labelledBy.map((id) => document.getElementById(id)?.textContent),
        ];
        return words.every((text) => (text ?? "").trim() === "");
      })
      .map((element) => element.outerHTML.slice(0, 120));

    const small = targets
      .filter((element) => !(element instanceof HTMLInputElement) || element.type === "text")
      .filter((element) => element.tagName !== "LABEL" || element.querySelector("input") !== null)
      .flatMap((element) => {
        const box = (element.closest("label") ?? element).getBoundingClientRect();
        return box.width < least - 0.5 || box.height < least - 0.5
          ? [`${name(element)} ${at(box)}`]
          : [];
      });

    const clipped = [
      ...document.querySelectorAll("h1, h2, h3, p, button, span, b, dd, dt, li, label"),
    ]
      .filter(isShown)
      .filter(
        (element) => element.childElementCount === 0 && (element.textContent ?? "").trim() !== "",
      )
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        return (
          overflowX !== "visible" &&
          textOverflow !== "ellipsis" &&
          element.scrollWidth > element.clientWidth + 1
        );
      })
      .map((element) => `${name(element)} ${at(element.getBoundingClientRect())}`);
    return { overflow, nameless, small, clipped };
  });

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
