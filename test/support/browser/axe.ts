import { createRequire } from "node:module";
import type axeCore from "axe-core";
import type { AxeResults, NodeResult, RunOptions } from "axe-core";
import type { Page } from "playwright";

const program = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

declare global {
  interface Window {
    readonly axe?: typeof axeCore;
  }
}

/** The rules that look at colours: a theme changes what they find, and nothing else does. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Every rule of WCAG 2.2 A and AA and every best practice; that a name says what is seen is still an experiment. */
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

/** One line for each element that breaks a rule, or of which axe cannot tell whether it does; colours apart. */
export const findAxeFaults = (page: Page): Promise<string[]> => runAxe(page, allButColours);

/**
 * The same for the rules about colours, in the theme that is shown. In a window so high that nothing lies over anything
 * it can be told of every text how it stands out, and a text of which it cannot is a fault.
 */
export const findColourFaults = (page: Page): Promise<string[]> => runAxe(page, colours);

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) {
    await page.addScriptTag({ path: program });
  }
  const { violations, incomplete } = await page.evaluate(
    async (how): Promise<Pick<AxeResults, "violations" | "incomplete">> => {
      const { axe } = window;
      if (axe === undefined) throw new Error("axe did not load");
      const found = await axe.run(document, how);
      /** What axe cannot tell and a person has judged. */
      const isJudged = (rule: string, { any, target }: NodeResult): boolean => {
        const element = document.querySelector(String(target[0]));
        const parent = element?.parentElement ?? null;
        if (element === null || parent === null) return false;
        // A column of the podium is scrolled by the arrows that walk its rows; Tab goes past them.
        if (rule === "scrollable-region-focusable") {
          return element.querySelector("[data-by-arrows]") !== null;
        }
        // Lines at the edge of a list that is scrolled are half out of sight; the lines like them in its middle are told.
        const list = element.closest("ol");
        const isCut = any.some(({ data }) => data?.messageKey === "elmPartiallyObscured");
        if (isCut && list !== null) return list.scrollHeight > list.clientHeight;
        // One letter or sign: in the colour of the text around it, it stands out as that does.
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
