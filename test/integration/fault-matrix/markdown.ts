import type { MatrixTable, Rule } from "./table.ts";
import { downloadTable, explainCell, leftOut, sendTable, words } from "./table.ts";

export const beginMark = "<!-- fault matrix: begin -->";
export const endMark = "<!-- fault matrix: end -->";

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function tableLines({ rules, rows }: MatrixTable): string[] {
  return [
    row(["", ...rules]),
    row(["---", ...rules.map(() => "---")]),
    ...rows.map(({ fault, cells }) => row([fault, ...rules.map((rule) => cells[rule] ?? "–")])),
  ];
}

/** The meaning of a column's codes, in the order in which they first appear. */
function explanation({ rows }: MatrixTable, rule: Rule): string {
  const codes = new Set(rows.map(({ cells }) => cells[rule] ?? null));
  const said = [...codes]
    .filter((code) => code !== null)
    .map((code) => `*${code}*: ${explainCell(rule, code)}`);
  return `- **${rule}**, ${words[rule].title}. ${said.join("; ")}.`;
}

/** The number of cells that are tested. */
const countCells = ({ rows }: MatrixTable): number =>
  rows.flatMap(({ cells }) => Object.values(cells)).filter((code) => code !== null).length;

/** The matrix as the README in this folder has it, including its marks. */
export function matrixMarkdown(): string {
  const tables = [sendTable, downloadTable];
  const cells = tables.reduce((sum, table) => sum + countCells(table), 0);
  const left = Object.entries(leftOut).map(([what, why]) => `${what}: ${why}`);
  return [
    beginMark,
    `${cells} cells, each a test by its name; \`npx vitest run --config test/vitest.config.ts fault-matrix\` runs them.`,
    "",
    "One request meets one fault, once. Two walk-ups are sent and the first meets it; under O10 it is the list that a walk-up is looked for in.",
    "",
    ...tableLines(sendTable),
    "",
    "A download of three pages meets it at the second, while a walk-up is saved; one registration is gone upstream, one has changed, one is new.",
    "",
    ...tableLines(downloadTable),
    "",
    "<details><summary>What the codes mean</summary>",
    "",
    ...tables.flatMap((table) => table.rules.map((rule) => explanation(table, rule))),
    "",
    `Left out (–). ${left.join("; ")}.`,
    "",
    "</details>",
    endMark,
  ].join("\n");
}
