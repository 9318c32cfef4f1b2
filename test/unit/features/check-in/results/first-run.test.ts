import { expect, test } from "vitest";
import { formerRunOf, keepFirstRun } from "#renderer/features/check-in/results/first-run.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";

test("C8 the run that a card showed first is kept while the card shows the same runner", () => {
  const runner = sampleRunner();
  const moved = sampleRunner({ runId: "half", runLabel: "Half" });
  const first = keepFirstRun(null, runner);
  expect(formerRunOf(first, runner)).toBeNull();
  const kept = keepFirstRun(first, moved);
  expect(formerRunOf(kept, moved)).toBe("10K");
  const back = sampleRunner({ bib: "9400" });
  expect(formerRunOf(keepFirstRun(kept, back), back)).toBeNull();
});

test("C8 another runner, or a closed card, begins with the run of now", () => {
  const moved = sampleRunner({ runId: "half", runLabel: "Half" });
  const other = sampleRunner({ id: "r2" });
  const first = keepFirstRun(null, sampleRunner());
  expect(formerRunOf(keepFirstRun(first, other), other)).toBeNull();
  expect(keepFirstRun(first, undefined)).toBeNull();
  expect(formerRunOf(keepFirstRun(null, moved), moved)).toBeNull();
});
