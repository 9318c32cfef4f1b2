import type { Page } from "playwright";

/** What a person cannot see, press or name on a page; the lists of a good page are empty. */
export interface LayoutFaults {
  /** Elements that make the page wider than its window, or that are outside of it and cannot be scrolled to. */
  readonly overflow: readonly string[];
  /** Buttons and links without an accessible name. */
  readonly nameless: readonly string[];
  /** Targets that a finger cannot hit within 44 px, including their surroundings. */
  readonly small: readonly string[];
  /** Text that is cut off by a box that cannot be scrolled, or of which an ellipsis leaves almost nothing. */
  readonly clipped: readonly string[];
  /** Short words that are broken into two lines, because their column is narrower than they are. */
  readonly broken: readonly string[];
  /** Targets that another element covers at every scroll position. */
  readonly covered: readonly string[];
  /** The yellow button, if it is not visible when the screen opens. */
  readonly unseen: readonly string[];
}

export interface LayoutRules {
  /** True if the yellow button must be visible without scrolling. */
  readonly seesYellow: boolean;
}

/** Checks everything on the page now, and restores the scroll positions that it changes. */
export const findLayoutFaults = (
  page: Page,
  { seesYellow }: LayoutRules = { seesYellow: false },
): Promise<LayoutFaults> =>
  page.evaluate((mustSeeYellow) => {
    const least = 44;
    /** The share of a line's height that its letters do not fill. */
    const lineSlack = 0.22;
    /** A text that ends in an ellipsis must keep the width of this many letters. */
    const leastEms = 3;
    /** Pixels. In a lower window the whole page scrolls; in a higher one only parts of it scroll. */
    const lowWindow = 560;
    /** Pixels; a phone is narrower than this. */
    const phone = 600;
    const yellow = "rgb(230, 242, 13)";

    const page = document.scrollingElement ?? document.documentElement;
    const mayScroll = innerHeight < lowWindow || innerWidth < phone;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      // Elements for screen readers only are clipped away, or are behind a dialog.
      element.closest("[inert], [aria-hidden=true], [style*='inset(50%)']") === null;
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 50)}”`;
    const at = ({ left, top, width, height }: DOMRect): string =>
      `${Math.round(left)},${Math.round(top)} ${Math.round(width)}×${Math.round(height)}`;

    interface BoxStyle {
      readonly position: string;
      readonly isHolder: boolean;
      readonly X: string;
      readonly Y: string;
    }
    const boxStyles = new Map<Element, BoxStyle>();
    /** How a box cuts off its content. Read once for each element, because every read of a style takes time. */
    const boxStyleOf = (box: Element): BoxStyle => {
      const known = boxStyles.get(box);
      if (known !== undefined) return known;
      const { position, transform, overflowX, overflowY } = getComputedStyle(box);
      const isHolder = position !== "static" || transform !== "none";
      const style = { position, isHolder, X: overflowX, Y: overflowY };
      boxStyles.set(box, style);
      return style;
    };

    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    interface Cut {
      readonly by: Element | null;
      readonly way: "X" | "Y";
    }

    /** What cuts this box off for ever: a parent that hides its overflow, or the window. */
    const findCut = (from: Element, box: Box): Cut | null => {
      const rest = { ...box };
      let { position } = boxStyleOf(from);
      for (let parent = from.parentElement; parent !== null; parent = parent.parentElement) {
        const style = boxStyleOf(parent);
        if (position === "fixed") break;
        if (position === "absolute" && !style.isHolder) continue;
        position = style.position;
        if (style.X === "visible" && style.Y === "visible") continue;
        const edge = parent.getBoundingClientRect();
        for (const way of ["X", "Y"] as const) {
          const [start, end] =
            way === "X" ? (["left", "right"] as const) : (["top", "bottom"] as const);
          if (style[way] === "visible") continue;
          if (style[way] === "auto" || style[way] === "scroll") {
            // What is before the beginning of the content cannot be scrolled to.
            const scrolled = way === "X" ? parent.scrollLeft : parent.scrollTop;
            if (rest[start] + scrolled < edge[start] - 1) return { by: parent, way };
            rest[start] = Math.max(rest[start], edge[start]);
            rest[end] = Math.min(rest[end], edge[end]);
          } else if (rest[start] < edge[start] - 1 || rest[end] > edge[end] + 1) {
            return { by: parent, way };
          }
        }
      }
      if (rest.left < -1 || rest.right > innerWidth + 1) return { by: null, way: "X" };
      const isBelow = rest.top < -1 || rest.bottom > innerHeight + 1;
      if (isBelow && !(mayScroll && page.scrollHeight > innerHeight)) return { by: null, way: "Y" };
      return null;
    };

    const rangeOf = (node: Text): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };

    /** The box that is meant to shorten its text: with an ellipsis, or by hiding whole lines of a wrapped row. */
    const shortenedBy = (from: Element, by: Element): Element | null => {
      for (let box: Element | null = from; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        const ends = style.textOverflow === "ellipsis" && style.overflowX !== "visible";
        const hidesLines = style.flexWrap !== "nowrap" && style.overflowY === "hidden";
        if (ends || hidesLines || style.webkitLineClamp !== "none") return box;
        if (box === by) return null;
      }
      return null;
    };

    const overflow: string[] = [];
    if (page.scrollWidth > innerWidth) {
      overflow.push(`page ${page.scrollWidth} > ${innerWidth} wide`);
    }
    if (page.scrollHeight > innerHeight && !mayScroll) {
      overflow.push(`page ${page.scrollHeight} > ${innerHeight} high`);
    }

    /** The first short word that goes on in the next line, because its column is narrower than the word. */
    const findBrokenWord = (node: Text): string | null => {
      for (const { 0: word, index } of node.data.matchAll(
        /(?<!\S)(?:\p{sc=Latin}{2,10}|\d[\d:.]{0,9}\d)(?=[….,;:!?]?(?!\S))/gu,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 4) return word;
      }
      return null;
    };

    const broken: string[] = [];
    const clipped: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const parent = node.parentElement;
      if (!(node instanceof Text) || node.data.trim() === "" || parent === null) continue;
      if (!isShown(parent) || parent.closest("svg, title, [class*=aloud]") !== null) continue;
      const box = rangeOf(node);
      if (box.width < 1) continue;
      const word = parent.closest("pre") === null ? findBrokenWord(node) : null;
      if (word !== null) broken.push(`“${word}” of ${name(parent)} ${at(box)}`);
      const slack =
        Math.min(box.height, parseFloat(getComputedStyle(parent).fontSize) * 1.3) * lineSlack;
      const ink = {
        left: box.left,
        right: box.right,
        top: box.top + slack,
        bottom: box.bottom - slack,
      };
      const cut = findCut(parent, ink);
      if (cut === null) continue;
      const dots = cut.by === null ? null : shortenedBy(parent, cut.by);
      // A bib of usual length must be readable as a whole, because it is read out to a runner. The start on it may be left out.
      const isShortBib =
        parent.closest("[role=img]") !== null &&
        !parent.matches("[class*=_start]") &&
        (parent.textContent ?? "").length <= 6;
      if (dots !== null && !isShortBib) {
        const fontSize = parseFloat(getComputedStyle(dots).fontSize);
        if (dots.clientWidth >= leastEms * fontSize || dots.clientWidth >= box.width) continue;
      }
      clipped.push(
        `${name(parent)} ${at(box)} by ${cut.by === null ? "the window" : `${cut.by.tagName}.${cut.by.className} ${at(cut.by.getBoundingClientRect())}`} (${cut.way})`,
      );
    }

    const isPressable =
      "button, a[href], [role=button], [role=option], input:not([type=hidden]), label:has(input)";
    const targets = [...document.querySelectorAll(isPressable)].filter(isShown);
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

    const unseen: string[] = [];
    if (mustSeeYellow) {
      for (const element of targets) {
        if (getComputedStyle(element).backgroundColor !== yellow) continue;
        const box = element.getBoundingClientRect();
        const isInside =
          box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
        const corners = [
          [box.left + 12, box.top + 12],
          [box.right - 12, box.bottom - 12],
        ] as const;
        const isFree = corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
        if (!isInside || !isFree) unseen.push(`${name(element)} ${at(box)}`);
      }
    }

    const scrollers = [...document.querySelectorAll("*")]
      .filter((box) => box === page || boxStyleOf(box).X !== "visible")
      .filter((box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)
      .map((box) => ({ box, left: box.scrollLeft, top: box.scrollTop }));

    const small: string[] = [];
    const covered: string[] = [];
    for (const element of targets) {
      // The input of a choice is hidden inside its label.
      const isChoice = element.matches("input[type=radio], input[type=checkbox]");
      if (isChoice && element.closest("label") !== null) continue;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      const x = (box.left + box.right) / 2;
      const y = (box.top + box.bottom) / 2;
      const isHit = (atX: number, atY: number): boolean => {
        const hit = document.elementFromPoint(
          Math.min(Math.max(atX, 0.5), innerWidth - 0.5),
          Math.min(Math.max(atY, 0.5), innerHeight - 0.5),
        );
        return (
          hit !== null &&
          (element.contains(hit) ||
            (hit.contains(element) && hit.matches("label")) ||
            hit.closest("label")?.contains(element) === true)
        );
      };
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) {
        overflow.push(`${name(element)} ${at(box)}`);
        continue;
      }
      if (!isHit(x, y)) {
        const by = document.elementFromPoint(x, y);
        // A toast disappears without an action.
        if (by !== null && by.closest("[role=status][aria-live]") !== null) continue;
        covered.push(
          `${name(element)} ${at(box)} under ${by === null ? "nothing" : `${name(by)} .${by.className}`}`,
        );
        continue;
      }
      const reach = least / 2 - 0.75;
      const isLow = box.height < least - 0.5 && !(isHit(x, y - reach) && isHit(x, y + reach));
      const isNarrow = box.width < least - 0.5 && !(isHit(x - reach, y) && isHit(x + reach, y));
      if (isLow || isNarrow) small.push(`${name(element)} ${at(box)}`);
      const cut = findCut(element, box);
      if (cut !== null) {
        overflow.push(
          `${name(element)} ${at(box)} cut by ${cut.by?.className ?? "the window"} (${cut.way})`,
        );
      }
    }
    for (const { box, left, top } of scrollers) {
      box.scrollLeft = left;
      box.scrollTop = top;
    }
    return { overflow, nameless, small, clipped, broken, covered, unseen };
  }, seesYellow);
