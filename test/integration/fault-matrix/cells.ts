import { beforeAll, describe, expect, test } from "vitest";
import type { FaultName } from "./faults.ts";
import type { MatrixTable, Rule } from "./table.ts";
import { explainCell } from "./table.ts";

/** Runs each fault once. Each cell of the table is one test of what the run showed. */
export function describeCells<Run>(
  table: MatrixTable,
  observers: Readonly<Partial<Record<Rule, (run: Run) => string>>>,
  run: (fault: FaultName) => Promise<Run>,
): void {
  const rules = table.rules.filter((rule) => observers[rule] !== undefined);
  const rows = table.rows.filter(({ cells }) =>
    rules.some((rule) => (cells[rule] ?? null) !== null),
  );
  describe.each(rows)("$fault", ({ fault, cells }) => {
    let seen: Run;
    beforeAll(async () => {
      seen = await run(fault);
    });
    for (const rule of rules) {
      const observe = observers[rule];
      const expected = cells[rule] ?? null;
      if (observe === undefined || expected === null) continue;
      test(`${rule} ${fault}: ${explainCell(rule, expected)}`, () => {
        expect(observe(seen)).toBe(expected);
      });
    }
  });
}
