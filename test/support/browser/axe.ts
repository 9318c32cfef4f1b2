import { createRequire } from "node:module";
import type axeCore from "axe-core";
import type { AxeResults, NodeResult, RunOptions } from "axe-core";
import type { Page } from "playwright";

/** The program of axe, and its path on the server of the pages that are checked. */
export const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
export const axePath = "/axe.js";

declare global {
  interface Window {
    readonly axe?: typeof axeCore;
  }
}

/** The rules about colours. Only these depend on the theme. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * Every rule of WCAG 2.2 A and AA, and every best practice. The rule that an accessible name contains the visible label
 * is still experimental in axe.
 */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const allButColours: RunOptions = {
  runOnly: tags,
  rules: {
    "label-content-name-mismatch": { enabled: true },
    ...Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
  },
  resultTypes: ["violations", "incomplete"],
};
const colours: RunOptions = {
  runOnly: { type: "rule", values: colourRules },
  resultTypes: ["violations", "incomplete"],
};

/** One line for each element that breaks a rule, or that axe cannot judge; without the rules about colours. */
export const findAxeFaults = (page: Page): Promise<string[]> => runAxe(page, allButColours);

/**
 * The same for the rules about colours, in the current theme. In a window so high that nothing overlaps, axe can judge
 * the contrast of every text, so a text that it cannot judge is a fault.
 */
export const findColourFaults = (page: Page): Promise<string[]> => runAxe(page, colours);

/** A slow computer may still be drawing after a change of the window's size, so a fault must be there twice. */
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const found = await runAxeOnce(page, options);
  if (found.length === 0) return found;
  await page.waitForTimeout(500);
  return runAxeOnce(page, options);
}

async function runAxeOnce(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) {
    // By its address, so that the browser compiles it once for all pages.
    await page.addScriptTag({ url: axePath });
  }
  const { violations, incomplete } = await page.evaluate(
    async (how): Promise<Pick<AxeResults, "violations" | "incomplete">> => {
      const { axe } = window;
      if (axe === undefined) throw new Error("axe did not load");
      const found = await axe.run(document, how);
      /** What axe cannot judge and a person has judged. */
      const isJudged = (rule: string, { any, target }: NodeResult): boolean => {
        const element = document.querySelector(String(target[0]));
        const parent = element?.parentElement ?? null;
        if (element === null || parent === null) return false;
        // A column of the podium scrolls with the arrow keys that move through its rows; Tab leaves it.
        if (rule === "scrollable-region-focusable") {
          return element.querySelector("[data-by-arrows]") !== null;
        }
        // Rows at the edge of a scrolled list are partly hidden. The same kind of row is checked in its middle.
        const list = element.closest("ol");
        const isCut = any.some(({ data }) => data?.messageKey === "elmPartiallyObscured");
        if (isCut && list !== null) return list.scrollHeight > list.clientHeight;
        // A single letter or sign in the colour of the text around it has the same contrast, which is checked there.
        const isSign = any.some(({ data }) =>
          ["shortTextContent", "nonBmp"].includes(data?.messageKey),
        );
        const [own, around] = [getComputedStyle(element), getComputedStyle(parent)];
        return isSign && own.color === around.color && own.backgroundColor === "rgba(0, 0, 0, 0)";
      };
      for (const result of found.incomplete) {
        result.nodes = result.nodes.filter((node) => !isJudged(result.id, node));
      }
      return { violations: found.violations, incomplete: found.incomplete };
    },
    options,
  );
  return [...tell(violations, ""), ...tell(incomplete, " (cannot tell)")];
}

const tell = (results: AxeResults["violations"], doubt: string): string[] =>
  results.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}${doubt} ${node.target.join(" ")}: ${why(node)} ${node.html.slice(0, 160)}`,
    ),
  );

const why = ({ any, all, none }: NodeResult): string =>
  [...any, ...all, ...none].map(({ message }) => message).join("; ");
