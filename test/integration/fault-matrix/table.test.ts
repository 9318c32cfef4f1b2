import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults } from "./faults.ts";
import { matrixMarkdown } from "./markdown.ts";
import { downloadObservers, lookObservers, sendObservers } from "./observe.ts";
import { downloadTable, explainCell, leftOut, sendTable } from "./table.ts";

const observed = { ...sendObservers, ...lookObservers, ...downloadObservers };

test.each([
  ["O1 to O12", sendTable],
  ["D1 to D7", downloadTable],
])("the fault matrix of %s has every fault, and a reason for each empty cell", (_rules, table) => {
  expect(table.rows.map(({ fault }) => fault).toSorted()).toEqual(Object.keys(faults).toSorted());
  for (const rule of table.rules) {
    expect(observed).toHaveProperty(rule);
    for (const { fault, cells } of table.rows) {
      const code = cells[rule] ?? null;
      if (code === null) expect(leftOut[fault] ?? leftOut[rule], `${rule} ${fault}`).toBeDefined();
      else expect(explainCell(rule, code)).not.toBe("");
    }
  }
});

test("the README has the fault matrix as it is tested", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  expect(readme.includes(matrixMarkdown()), "node test/integration/fault-matrix/print.ts").toBe(
    true,
  );
});
